/* Finds orders and positions. Shards of the index are scripts, so that this works from disk too. */
const form = document.getElementById("ask"), found = document.getElementById("found");
const MOST = 200;
const LEAF = location.protocol === "file:" ? "index.html" : "";
const waiting = {}, known = {};
window.chancery = (name, data) => { known[name] = data; waiting[name]?.(data); };

const load = name => known[name] ? Promise.resolve(known[name]) : new Promise(done => {
  waiting[name] = done;
  const script = document.createElement("script");
  script.src = `${name}.js`;
  script.onerror = () => done(null);
  document.head.append(script);
});

const plain = text => text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]/g, "");
const make = (tag, words, more = {}) => Object.assign(document.createElement(tag), { textContent: words }, more);

/* ---- reading a question ---- */
const KIND = /^(a|f|army|fleet|l|cg)$/i;
const placeOf = (names, words) => names.exact.includes(words.trim()) ? words.trim() : names.places[plain(words)];
const powerOf = (names, word) => names.powers.findIndex(([name, adjective]) => [name, adjective].some(w => w && plain(w) === plain(word)));

const readPhase = text => {
  const short = /\b([a-z])(\d{4})([mra])\b/i.exec(text);
  if (short) return [{ s: "spring", f: "fall", w: "winter", a: "fall" }[short[1].toLowerCase()], short[2], { m: "movement", r: "retreats", a: "adjustments" }[short[3].toLowerCase()], short[0]];
  const long = /\b(?:in\s+)?(?:(spring|fall|autumn|winter|summer)\s+)?(\d{4})\b/i.exec(text);
  return long ? [long[1]?.toLowerCase().replace("autumn", "fall") || "", long[2], "", long[0]] : null;
};

const readUnit = (names, text) => {
  const [first, ...rest] = text.trim().split(/\s+/);
  const kind = KIND.test(first) && rest.length ? first[0].toUpperCase() : "";
  const place = placeOf(names, kind ? rest.join(" ") : text);
  return place ? { kind, place } : null;
};

const readOrder = (names, text) => {
  let words = text.trim(), power = -1;
  const first = words.split(/\s+/)[0];
  if (powerOf(names, first.replace(/:$/, "")) >= 0) { power = powerOf(names, first.replace(/:$/, "")); words = words.slice(first.length).replace(/^:/, "").trim(); }
  words = words.replace(/\s*(?:–|—|->|→|-| to )\s*/g, " > ").replace(/^build\s+/i, "");
  const split = /^(.+?)\s+(s|supports?|c|convoys?|h|holds?|r)(?:\s+(.*))?$/i.exec(words.split(" > ")[0]) ? /^(.+?)\s+(s|supports?|c|convoys?|h|holds?|r)(?:\s+(.*))?$/i.exec(words) : null;
  const unit = readUnit(names, split ? split[1] : words.split(" > ")[0]);
  if (!unit) return null;
  const verb = split ? split[2][0].toUpperCase() : words.includes(" > ") ? "–" : "";
  const [middle, last] = split ? (split[3] || "").split(" > ") : ["", words.split(" > ")[1]];
  const other = middle ? readUnit(names, middle) : null, goal = last ? placeOf(names, last) : "";
  if ((last && !goal) || (middle && !other)) return null;
  return { power, unit, verb, other, goal };
};

const matcher = ask => {
  const kind = ask.unit.kind || "[A-Z]+", at = place => `${place}(?:/[a-z]c)?`;
  let pattern = `^(?:Build |Remove )?D?${kind} ${at(ask.unit.place)}`;
  if (ask.verb === "–") pattern += ` – ${at(ask.goal)}(?: |$)`;
  if (ask.verb === "R") pattern += ` R${ask.other ? ` ${at(ask.other.place)}` : ""}`;
  if (ask.verb === "H") pattern += " H";
  if (ask.verb === "S" || ask.verb === "C") pattern += ` ${ask.verb}${ask.other ? ` ${ask.other.kind || "[A-Z]+"} ${at(ask.other.place)}` : ""}${ask.goal ? ` – ${at(ask.goal)}` : ""}`;
  if (!ask.verb) pattern += "(?: |$)";
  return new RegExp(pattern);
};

/* ---- answers ---- */
const titled = slug => { const [year, season, step] = slug.split(/-(?=[a-z]+-[a-z]+$)|-(?=[a-z]+$)/); return `${season[0].toUpperCase()}${season.slice(1)} ${year}${step === "movement" || season === "winter" ? "" : `, ${step}`}`; };

const answerOrders = async (names, games, variant, question) => {
  const phase = readPhase(question), words = phase ? question.replace(phase[3], " ").replace(/\s+in\s*$/i, "") : question;
  const ask = readOrder(names, words);
  if (!ask) return say(`“${words.trim()}” is not an order that can be read.`);
  const data = await load(`o-${variant}-${ask.unit.place.toLowerCase()}`), hits = [], wanted = matcher(ask);
  for (const [text, phases] of Object.entries(data || {})) {
    if (!wanted.test(text)) continue;
    for (const [slug, told] of Object.entries(phases)) {
      if (phase && !(slug.startsWith(phase[1]) && slug.includes(phase[0]) && slug.endsWith(phase[2]))) continue;
      for (const [game, power, failed] of told) if (ask.power < 0 || ask.power === power) hits.push({ text, slug, game, power, failed });
    }
  }
  const bad = hits.filter(hit => hit.failed).length, where = new Set(hits.map(hit => hit.game)).size;
  say(hits.length ? `${hits.length} time${hits.length > 1 ? "s" : ""} in ${where} game${where > 1 ? "s" : ""}; ${bad} failed.` : "Nowhere in this archive.");
  const rank = slug => names.seasons.findIndex(season => slug.includes(`-${season}-`)), year = slug => slug.split(/-(?=[a-z])/)[0];
  hits.sort((a, b) => year(a.slug).localeCompare(year(b.slug), "en", { numeric: true }) || rank(a.slug) - rank(b.slug));
  list(hits.slice(0, MOST).map(hit => {
    const item = make("li", ""), unit = hit.text.replace(/^(Build|Remove) /, "").split(" ").slice(0, 2).join("-").toLowerCase().replace("/", "-");
    item.append(make("a", `${games[hit.game][1]}, ${titled(hit.slug)}`, { href: `../games/${games[hit.game][0]}/${hit.slug}/${LEAF}#order-${unit}` }), make("span", ` ${names.powers[hit.power][0]}: `), make(hit.failed ? "u" : "span", hit.text, { className: hit.failed ? "fail" : "" }));
    return item;
  }));
};

const answerHeld = (names, games, variant, place, winner) => {
  const code = placeOf(names, place), power = powerOf(names, winner);
  if (!code || power < 0) return say(`“${code ? winner : place}” is not known on this board.`);
  const hits = games.filter(game => game[2] === variant && game[3].includes(names.powers[power][0]));
  say(hits.length ? `${names.powers[power][0]} won ${hits.length} game${hits.length > 1 ? "s" : ""}.` : `${names.powers[power][0]} won no game here.`);
  list(hits.map(game => {
    const item = make("li", ""), owner = game[4][code];
    item.append(make("a", game[1], { href: `../games/${game[0]}/${LEAF}` }), make("span", `: ${code} was ${owner === undefined ? "nobody’s" : `held by ${names.powers[owner][0]}`}`));
    return item;
  }));
};

const answerPosition = async (games, name) => {
  const data = await load(`p-${name[0]}`), hits = (data || {})[name] || [];
  say(hits.length ? `This position was reached ${hits.length} time${hits.length > 1 ? "s" : ""}.` : "This position is nowhere in this archive.");
  list(hits.map(([game, slug]) => { const item = make("li", ""); item.append(make("a", `${games[game][1]}, ${titled(slug)}`, { href: `../games/${games[game][0]}/${slug}/${LEAF}` })); return item; }));
};

const say = words => found.replaceChildren(make("p", words));
const list = items => { const ul = make("ul", "", { className: "plainlist" }); ul.append(...items); if (items.length) found.append(ul); };

const answer = async () => {
  const asked = new URLSearchParams(location.search), question = (asked.get("find") || "").trim();
  if (!question) return;
  form.elements.find.value = question;
  if (asked.get("in")) form.elements.in.value = asked.get("in");
  const variant = form.elements.in.value;
  say("Looking …");
  const [games, names] = await Promise.all([load("games"), load(`names-${variant}`)]);
  if (!games || !names) return say("The index could not be loaded.");
  const held = /^(?:who|what power)\s+(?:held|had|owned)\s+(.+?)\s+when\s+(\S+)\s+won/i.exec(question);
  const position = /^position[: ]([0-9a-f]{12})$/i.exec(question);
  if (held) return answerHeld(names, games, variant, held[1], held[2]);
  if (position) return answerPosition(games, position[1]);
  return answerOrders(names, games, variant, question);
};

form.addEventListener("submit", e => {
  e.preventDefault();
  try { history.pushState(null, "", `?${new URLSearchParams(new FormData(form))}`); } catch { location.search = new URLSearchParams(new FormData(form)); }
  answer();
});
addEventListener("popstate", answer);
answer();
