/* Puts a phase on the page: map, list of orders, heading, chart. */
const lay = (map, onto) => {
  for (const part of PARTS) if (map[part]) one(part, onto)?.replaceChildren(...map[part].cloneNode(true).childNodes);
};

const paintMap = () => {
  if (!board) return;
  const shown = now.after ? known[now.at + 1] || end : known[now.at];
  lay(shown.map, board);
  if (now.after) one(".lines", board).replaceChildren();
  one("title", board).textContent = `Map: ${G.game}, ${label(now.at)}`;
};

const paintOrders = () => {
  const { rows } = known[now.at], { n } = G.phases[now.at];
  for (const part of all(".pw")) {
    const name = part.dataset.p, listed = rows[name], centres = n[G.powers.indexOf(name)];
    one("ol", part).replaceChildren(...(listed ? listed.cloneNode(true).children : []));
    one(".cnt", part).innerHTML = centres ? `${centres}<i class="scdot" aria-hidden="true"></i><span class="vh"> supply centres</span>` : "";
    part.classList.toggle("idle", !listed);
  }
  for (const said of all(".orders li:has(.why) .said")) {
    said.setAttribute("role", "button");
    said.setAttribute("aria-expanded", "false");
  }
  rove(one(".orders li"));
};

const paintHead = () => {
  const { t, k } = G.phases[now.at], step = document.createElement("small");
  step.textContent = `${k[0].toUpperCase()}${k.slice(1)} · ${now.at + 1} of ${G.phases.length}`;
  one("#phase").replaceChildren(`${t} `, step);
  one("[data-page]").href = pageOf(now.at);
  one("[data-try]").hash = one("[data-try]").hash.replace(/[^/]*$/, G.phases[now.at].s);
  for (const [name, at] of [["first", 0], ["back", now.at - 1], ["on", now.at + 1], ["last", LAST]]) {
    const button = one(`[data-go=${name}]`), to = Math.max(0, Math.min(LAST, at));
    button.href = pageOf(to);
    button.setAttribute("aria-disabled", to === now.at);
    button.setAttribute("aria-label", `${{ first: "First", back: "Previous", on: "Next", last: "Last" }[name]} phase: ${label(to)}`);
  }
};

const columns = all(".col");

const paintChart = () => {
  const chart = one(".chart"), scrub = one("#scrub"), flag = one(".cursor b");
  columns.forEach((column, at) => {
    column.classList.toggle("ahead", at > now.at);
    column.classList.toggle("now", at === now.at);
  });
  flag.textContent = G.phases[now.at].t;
  scrub.value = now.at;
  scrub.setAttribute("aria-valuetext", `${label(now.at)}, phase ${now.at + 1} of ${G.phases.length}`);
  const from = chart.getBoundingClientRect(), box = columns[now.at].getBoundingClientRect();
  const x = box.left - from.left + box.width / 2, half = flag.offsetWidth / 2;
  const shift = Math.max(0, half - x) + Math.min(0, from.width - x - half);
  one(".cursor").style.setProperty("--x", `${x}px`);
  one(".cursor").style.setProperty("--shift", `${shift}px`);
};

const fate = row => one(".fate", row)?.textContent || "";
const ordered = row => one(".said span", row).textContent;
const listed = () => Object.values(known[now.at].rows).flatMap(list => [...list.children]);

const say = () => {
  const rows = listed(), bad = rows.filter(row => one(".fail", row));
  const told = bad.map(row => `${ordered(row)}: ${fate(row)}`).join("; ");
  one("[data-say]").textContent = `${label(now.at)}. ${rows.length} orders, ${bad.length} failed. ${told}`;
};

const paint = () => {
  clear();
  one("[data-headline]").textContent = known[now.at].headline;
  paintMap();
  paintOrders();
  choosePower(now.power);
  light(held());
};
