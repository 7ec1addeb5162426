/* Finds orders and positions. Shards of the index are scripts, so that this works from disk too. */
const form = document.getElementById("ask"), found = document.getElementById("found");
const MOST = 200;
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
const lower = word => word.toLowerCase().replace(/[,.?]$/, "");
const placeOf = (names, words) => names.exact.includes(words.trim()) ? words.trim() : names.places[plain(words)];
const powerOf = (names, word) => names.powers.findIndex(([name, adjective]) => [name, adjective].some(w => w && plain(w) === plain(word)));

/* The phase in a question: a test for slugs that fit, and the question without its words. */
const readPhase = (names, text) => {
  const words = text.split(/\s+/), said = words.map(lower);
  const found = (from, to, fits) => ({ fits, words: [...words.slice(0, said[from - 1] === "in" ? from - 1 : from), ...words.slice(to)].join(" ") });
  const short = said.findIndex(word => names.short[word]);
  if (short >= 0) return found(short, short + 1, slug => slug === names.short[said[short]]);
  const years = new Set([...Object.values(names.phases).map(phase => phase[1]), ...said.filter(word => /^\d{4}$/.test(word))]);
  for (const year of years) {
    const parts = year.toLowerCase().split(" "), at = said.findIndex((_, start) => parts.every((part, i) => said[start + i] === part));
    if (at < 0) continue;
    const season = names.seasons[said[at - 1]], end = at + parts.length, step = names.steps[said[end]];
    const fits = slug => {
      const [, played, own] = names.phases[slug];
      return played === year && (!season || own === season) && (!step || slug.endsWith(`-${step}`));
    };
    return found(season ? at - 1 : at, step ? end + 1 : end, fits);
  }
  return { fits: () => true, words: text };
};

const readUnit = (names, text) => {
  const [first, ...rest] = text.trim().split(/\s+/);
  const kind = (rest.length && names.kinds[plain(first)]) || "";
  const place = placeOf(names, kind ? rest.join(" ") : text);
  return place ? { kind, place } : null;
};

const readOrder = (names, text) => {
  const words = text.trim().replace(/\s*(?:–|—|->|→|-| to )\s*/g, " > ").replace(/^build\s+/i, "").split(/\s+/);
  const power = powerOf(names, words[0].replace(/:$/, ""));
  if (power >= 0) words.shift();
  const goes = words.indexOf(">"), at = words.findIndex((word, i) => i > 0 && (goes < 0 || i < goes) && names.verbs[lower(word)]);
  const verb = at > 0 ? names.verbs[lower(words[at])] : goes > 0 ? "–" : "";
  const [own, , last] = (at > 0 ? words.slice(0, at) : words).join(" ").split(/ (>) /);
  const [middle, goal] = at > 0 ? words.slice(at + 1).join(" ").split(" > ") : ["", last];
  const unit = readUnit(names, own), other = middle ? readUnit(names, middle) : null, to = goal ? placeOf(names, goal) : "";
  return !unit || (goal && !to) || (middle && !other) ? null : { power, unit, verb, other, goal: to };
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
const titled = (names, slug) => names.phases[slug][0];

/* Games are spread over blocks. A search reads one that may have an answer, and the next when a button is pressed. */
const inBlocks = async (blocks, read, summed) => {
  const hits = [];
  const next = async () => {
    const block = blocks.shift();
    if (block !== undefined) hits.push(...await read(block, await load(`g-${block}`)));
    const { words, items } = summed(hits, blocks.length > 0);
    say(words);
    list(items.slice(0, MOST));
    if (!blocks.length) return;
    const button = make("button", "Search the next games", { type: "button" });
    button.addEventListener("click", next);
    found.append(button);
  };
  await next();
};

const times = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
/* A name may run from right to left: it is isolated from the season behind it. */
const linked = (path, name, when, ...more) => {
  const item = make("li", ""), link = make("a", "", { href: `../games/${path}` });
  link.append(make("bdi", name), when);
  item.append(link, ...more);
  return item;
};

/* The blocks that have such an order, from the bits of hexadecimal numbers. */
const blocksOf = (keys, ask, count) => {
  const start = ask.verb + (ask.goal && ask.verb === "–" ? ask.goal : ask.other ? ask.other.place : "");
  const fits = key => !ask.verb || (start.length > 1 ? key === start : key.startsWith(start));
  const bits = Object.entries(keys).filter(([key]) => fits(key)).reduce((all, [, hex]) => all | BigInt(`0x${hex}`), 0n);
  return [...Array(count).keys()].filter(block => bits >> BigInt(block) & 1n);
};

const answerOrders = async (names, { blocks }, variant, question) => {
  const { fits, words } = readPhase(names, question), ask = readOrder(names, words);
  if (!ask) return say(`“${words.trim()}” is not an order that can be read.`);
  const province = `o-${variant}-${ask.unit.place.toLowerCase()}`, wanted = matcher(ask), order = Object.values(names.short);
  const having = blocks > 1 ? blocksOf(await load(province) || {}, ask, blocks) : [0];
  const read = async (block, games) => {
    const data = await load(blocks > 1 ? `${province}-${block}` : province), hits = [];
    for (const [text, phases] of Object.entries(data || {})) {
      if (!wanted.test(text)) continue;
      for (const [slug, given] of Object.entries(phases)) {
        if (!fits(slug)) continue;
        for (const [game, power, failed, why = ""] of given) if (ask.power < 0 || ask.power === power) hits.push({ text, slug, game: games[game], power, failed, why });
      }
    }
    return hits;
  };
  return inBlocks(having, read, (hits, more) => {
    const bad = hits.filter(hit => hit.failed).length, where = new Set(hits.map(hit => hit.game)).size;
    hits.sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
    return {
      words: hits.length ? `${times(hits.length, "time")} in ${times(where, "game")}${more ? " so far" : ""}; ${bad} failed.` : more ? "Not in these games." : "Nowhere in this archive.",
      items: hits.map(hit => {
        const unit = hit.text.replace(/^(Build|Remove) /, "").split(" ").slice(0, 2).join("-").toLowerCase().replace("/", "-");
        return linked(`${hit.game[0]}/${hit.slug}/#order-${unit}`, hit.game[1], `, ${titled(names, hit.slug)}`, make("span", ` ${names.powers[hit.power][0]}: `), make(hit.failed ? "u" : "span", hit.text, { className: hit.failed ? "fail" : "" }), make("small", `${hit.why || "Carried out."} How the game ended: ${hit.game[3]}`));
      }),
    };
  });
};

const answerHeld = (names, { blocks }, variant, place, winner) => {
  const code = placeOf(names, place), power = powerOf(names, winner);
  if (!code || power < 0) return say(`“${code ? winner : place}” is not known on this board.`);
  const name = names.powers[power][0];
  const read = async (block, games) => (await load(`e-${block}`)).map((end, at) => [games[at], ...end]).filter(([game, winners]) => game[2] === variant && winners.includes(name));
  return inBlocks([...Array(blocks).keys()], read, (hits, more) => ({
    words: hits.length ? `${name} won ${times(hits.length, "game")}${more ? " so far" : ""}.` : `${name} won no game ${more ? "so far" : "here"}.`,
    items: hits.map(([game, , end]) => linked(`${game[0]}/`, game[1], "", make("span", `: ${code} was ${end[code] === undefined ? "nobody’s" : `held by ${names.powers[end[code]][0]}`}`))),
  }));
};

const answerPosition = async ({ blocks }, name, variant) => {
  const data = await load(`p-${name.slice(0, Math.min(2, blocks))}`), all = (data || []).flatMap(held => held[name] || []);
  const read = (block, games) => Promise.all(all.filter(([at, game]) => at === block && (!variant || games[game][2] === variant)).map(async ([, game, slug]) => ({ game: games[game], slug, names: await load(`names-${games[game][2]}`) })));
  return inBlocks([...new Set(all.map(([block]) => block))], read, hits => {
    if (hits.length) setTimeout(explore, 0, hits);
    return {
      words: hits.length ? `This position was reached ${times(hits.length, "time")}.` : "This position is nowhere in this archive.",
      items: hits.map(({ game, slug, names }) => linked(`${game[0]}/${slug}/`, game[1], `, ${titled(names, slug)}`, make("small", `How the game ended: ${game[3]}`))),
    };
  });
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
  const [spread, names] = await Promise.all([load("blocks"), load(`names-${variant}`)]);
  if (!spread || !names) return say("The index could not be loaded.");
  const held = /^(?:who|what power)\s+(?:held|had|owned)\s+(.+?)\s+when\s+(\S+)\s+won/i.exec(question);
  const position = /^position[: ]([0-9a-f]{12})$/i.exec(question);
  if (held) return answerHeld(names, spread, variant, held[1], held[2]);
  if (position) return answerPosition(spread, position[1], asked.get("in"));
  return answerOrders(names, spread, variant, question);
};

form.addEventListener("submit", e => {
  e.preventDefault();
  try { history.pushState(null, "", `?${new URLSearchParams(new FormData(form))}`); } catch { location.search = new URLSearchParams(new FormData(form)); }
  answer();
});
addEventListener("popstate", answer);
answer();
