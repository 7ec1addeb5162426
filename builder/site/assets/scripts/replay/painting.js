/* Puts a phase on the page: map, list of orders, heading, chart. */
const written = new WeakMap();
const keyOf = node => written.get(node) ?? written.set(node, node.localName === "g" ? node.cloneNode().outerHTML : node.outerHTML ?? node.data).get(node);
const copyOf = node => {
  const made = node.cloneNode(node.localName !== "g");
  written.set(made, keyOf(node));
  if (node.localName === "g") made.append(...[...node.childNodes].map(copyOf));
  return made;
};

/* Changes a part of a map to that of another phase. Signs of both stay: new ones cost a browser far more. */
const become = (part, wanted) => {
  const keys = new Set([...wanted.childNodes].map(keyOf));
  for (const node of [...part.childNodes]) if (!keys.has(keyOf(node))) node.remove();
  let at = part.firstChild;
  for (const node of wanted.childNodes) {
    if (!at || keyOf(at) !== keyOf(node)) part.insertBefore(copyOf(node), at);
    else {
      if (node.localName === "g") become(at, node);
      at = at.nextSibling;
    }
  }
  while (at) [at] = [at.nextSibling, at.remove()];
};
const lay = (map, onto) => {
  for (const part of PARTS) if (map[part] && one(part, onto)) become(one(part, onto), map[part]);
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

/* The places of the chart's columns are measured once for each width, because measuring costs a layout. */
const columns = all(".col"), cursor = one(".cursor");
let middles = [], width = 0;
const paintCursor = () => {
  const x = middles[now.at] || 0;
  cursor.style.setProperty("--x", `${x}px`);
  cursor.style.setProperty("--part", x / width || 0);
};
new ResizeObserver(([{ contentRect }]) => {
  const left = one(".chart").getBoundingClientRect().left;
  width = contentRect.width;
  middles = columns.map(column => column.getBoundingClientRect()).map(box => box.left - left + box.width / 2);
  paintCursor();
}).observe(one(".chart"));

const paintChart = () => {
  const scrub = one("#scrub");
  columns.forEach((column, at) => {
    column.classList.toggle("ahead", at > now.at);
    column.classList.toggle("now", at === now.at);
  });
  one("b", cursor).textContent = G.phases[now.at].t;
  scrub.value = now.at;
  scrub.setAttribute("aria-valuetext", `${label(now.at)}, phase ${now.at + 1} of ${G.phases.length}`);
  paintCursor();
};

const fate = row => one(".fate", row)?.textContent || "";
const ordered = row => one(".said span", row).textContent;
const listed = () => Object.values(known[now.at].rows).flatMap(list => [...list.children]);

const say = () => {
  const rows = listed(), bad = rows.filter(row => one(".fail", row));
  const fates = bad.map(row => `${ordered(row)}: ${fate(row)}`).join("; ");
  const count = `${rows.length} order${rows.length === 1 ? "" : "s"}, ${bad.length} failed`;
  one("[data-say]").textContent = `${label(now.at)}. ${count}. ${fates}`;
};

const mark = () => {
  choosePower(now.power);
  light(held());
};

/* The map is drawn in the first frame, the list in the next: each is much work for a slow browser. */
const paintPicture = () => {
  clear();
  paintMap();
  mark();
};

const paintList = () => {
  one("[data-headline]").textContent = known[now.at].headline;
  paintOrders();
  mark();
  say();
};
