import { placeCodes } from "./codes.js";
import { clear, held, light, rove } from "./highlighting.js";
import { PARTS, known } from "./phases.js";
import { showChosen } from "./relations.js";
import {
  COUNT, END, G, R, STILL, all, board, columns, label, now, one, pageOf, slugOf, wordsOf,
} from "./state.js";

/* Puts a phase on the page: map, list of orders, heading, chart. */
const written = new WeakMap();
const keyOf = node => {
  if (!written.has(node)) {
    const shell = node.localName === "g" ? node.cloneNode() : node;
    written.set(node, shell.outerHTML ?? shell.data);
  }
  return written.get(node);
};
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
export const lay = (map, onto) => {
  for (const part of PARTS) if (map[part] && one(part, onto)) become(one(part, onto), map[part]);
};

export const paintMap = () => {
  if (!board) return;
  const shown = known[now.after ? Math.min(END, now.at + 1) : now.at];
  lay(shown.map, board);
  if (now.after) one(".lines", board).replaceChildren();
  placeCodes();
  one("title", board).textContent = `Map: ${G.game}, ${label(now.at)}`;
};

/* Sections that are new nodes shift nothing, however long the lists are. */
const renewSections = () => {
  const orders = one(".orders");
  orders.replaceChildren(...[...orders.children].map(column => column.cloneNode(true)));
};

const paintOrders = () => {
  renewSections();
  const { rows } = known[now.at];
  for (const part of all(".pw")) {
    const orders = rows[part.dataset.p];
    one("ol", part).replaceChildren(...(orders ? orders.cloneNode(true).children : []));
    part.classList.toggle("idle", !orders && now.at !== END);
    part.classList.toggle("won", now.at === END && G.end.w.includes(part.dataset.p));
  }
  paintCentres(now.at);
  for (const said of all(".orders li:has(.why) .said")) {
    said.setAttribute("role", "button");
    said.setAttribute("aria-expanded", "false");
  }
  rove(one(".orders li"));
};

/* The numbers of centres as they are at a phase, with those that change lit up. */
export const paintCentres = at => {
  const before = G.phases[now.at].n;
  const counts = G.phases[at].n;
  for (const part of all(".pw")) {
    const power = G.powers.indexOf(part.dataset.p);
    const counter = one(".cnt", part);
    const changed = counts[power] !== before[power];
    const shown = `${counts[power]} ${changed} ${at === END}`;
    if (counter.dataset.n === shown) continue;
    counter.dataset.n = shown;
    counter.classList.toggle("changed", changed);
    const dot = '<i class="scdot" aria-hidden="true"></i><span class="vh"> supply centres</span>';
    counter.innerHTML = counts[power] || at === END ? counts[power] + dot : "";
  }
};

const STEPS = [["first", 0, "First"], ["back", -1, "Previous"], ["on", 1, "Next"], ["last", END, "Last"]];

export const paintHead = () => {
  const { t, k } = G.phases[now.at];
  const step = document.createElement("small");
  const words = `${k.slice(0, 1).toUpperCase()}${k.slice(1)} · ${now.at + 1} of ${COUNT}`;
  step.textContent = now.at === END ? `after ${COUNT} phase${COUNT === 1 ? "" : "s"}` : words;
  one("#phase").replaceChildren(`${t} `, step);
  one("[data-page]").href = wordsOf(now.at);
  const trial = one("[data-try]");
  if (trial) trial.hash = trial.hash.replace(/[^/]*$/, G.phases[Math.min(now.at, COUNT - 1)].s);
  R.classList.toggle("ended", now.at === END);
  for (const button of all("[data-view], [data-toggle=orders]")) button.setAttribute("aria-disabled", now.at === END);
  for (const [name, by, title] of STEPS) {
    const button = one(`[data-go=${name}]`);
    const far = name === "first" || name === "last";
    const to = far ? by : Math.max(0, Math.min(END, now.at + by));
    button.href = pageOf(to);
    button.setAttribute("aria-disabled", to === now.at);
    button.setAttribute("aria-label", `${title} phase: ${label(to)}`);
  }
};

export const scrub = one("#scrub"); // the slider that lies over the chart

/* The places of the chart's columns are measured once for each width, because measuring costs a layout. */
const cursor = one(".cursor");
let middles = [];
let widths = [];
let width = 0;
export const paintCursor = () => {
  const x = (middles[now.at] || 0) + (now.moment - STILL) * (widths[now.at] || 0);
  cursor.style.setProperty("--x", `${x}px`);
  cursor.style.setProperty("--part", x / width || 0);
};
new ResizeObserver(([{ contentRect }]) => {
  const left = one(".chart").getBoundingClientRect().left;
  const boxes = columns.map(column => column.getBoundingClientRect());
  width = contentRect.width;
  widths = boxes.map(box => box.width);
  middles = boxes.map(box => box.left - left + box.width / 2);
  paintCursor();
}).observe(one(".chart"));

export const paintChart = () => {
  columns.forEach((column, at) => {
    column.classList.toggle("ahead", at > now.at);
    column.classList.toggle("now", at === now.at);
  });
  one("b", cursor).textContent = G.phases[now.at].t;
  if (scrub.step !== "any") scrub.value = now.at;
  const place = now.at === END ? `after ${COUNT} phases` : `phase ${now.at + 1} of ${COUNT}`;
  scrub.setAttribute("aria-valuetext", `${label(now.at)}, ${place}`);
  paintCursor();
};

export const fate = row => one(".fate", row)?.textContent || "";
export const ordered = row => one(".said span", row).textContent;
export const listed = () => Object.values(known[now.at].rows).flatMap(list => [...list.children]);

const say = () => {
  if (now.at === END) {
    one("[data-say]").textContent = `${label(END)}. ${G.end.r}`;
    return;
  }
  const rows = listed();
  const bad = rows.filter(row => one(".fail", row));
  const fates = bad.map(row => `${ordered(row)}: ${fate(row)}`).join("; ");
  const count = `${rows.length} order${rows.length === 1 ? "" : "s"}, ${bad.length} failed`;
  one("[data-say]").textContent = `${label(now.at)}. ${count}. ${fates}`;
};

export const mark = () => {
  showChosen();
  light(held());
};

/* The map is drawn in the first frame, the list in the next: each is much work for a slow browser. */
export const paintPicture = () => {
  clear();
  paintHeadline();
  paintMap();
  mark();
};

const paintHeadline = () => {
  const headline = one("[data-headline]");
  const winner = now.at === END ? G.end.w : [];
  headline.textContent = known[now.at].headline;
  headline.className = ["headline", ...winner.map(power => `p-${slugOf(power)}`)].slice(0, 2).join(" ");
};

/* What was written about the phase; its links lead on from the page of the phase. The first phase is
   part of this page. */
const paintNotes = () => {
  const notes = known[now.at].notes.map(note => note.cloneNode(true));
  const base = new URL(pageOf(now.at), location.href);
  for (const link of now.at ? notes.flatMap(note => all("a[href]", note)) : [])
    link.href = new URL(link.getAttribute("href"), base).href;
  one("[data-notes]").replaceChildren(...notes);
};

export const paintList = () => {
  paintOrders();
  paintNotes();
  mark();
  say();
};
