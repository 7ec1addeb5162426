import { loadData } from "../common/data_files.js";
import { drawer } from "../common/drawn_marks.js";
import { placesIn, rowsOf } from "../common/listed_orders.js";
import { pageText } from "../common/page_text.js";
import { END, G, POWER_DIGITS, all, board, label, one, pageOf, textOf } from "./state.js";

/* The phases of the game: each is read from its own page when it is needed, or if it has none from the text of this
   page and the game's file of data. The first and the end are kept, and those near the one that is shown. */
const NEAR = 3;
export const PARTS = ["defs", ".tints", ".lines", ".counters", ".words"];
const NOTES = ".gm, .press"; // what the game master and the players wrote
export const known = [];
const coming = [];

const copied = node => node && document.importNode(node, true);

const partsOf = (map, rows, headline, notes = []) => ({
  notes: notes.map(copied),
  headline: headline?.textContent || "",
  map: map && Object.fromEntries(PARTS.map(part => [part, copied(one(part, map))])),
  rows,
});

const rowsIn = sections => Object.fromEntries(sections.map(section => [section.dataset.p, copied(one("ol", section))]));

const readPage = async at => {
  const page = new DOMParser().parseFromString(await pageText(pageOf(at)), "text/html");
  if (!one(".ch-phase", page)) throw new Error("This is no page of a phase.");
  const sections = all(".results [data-p]", page);
  return partsOf(one(".board", page), rowsIn(sections), one(".title .headline", page), all(NOTES, page));
};

/* What the file of data says: how to draw each phase, and of each order its place, the powers that it concerns and the
   rule behind its reason. Its place is the second word of its text, and it concerns its own power alone, if the file
   says nothing else. */
let table = null;
const detailsOf = (text, { power, place }, rules) => {
  const [at = "", powers = "", rule] = text.split(".");
  const own = POWER_DIGITS[G.powers.indexOf(power)] ?? "";
  return { at: at === "-" ? "" : at || place, powers: powers || own, rule: rules[rule] };
};

const readData = async () => {
  const data = await loadData(`phases/${G.id}`, G.file);
  if (!data) throw new Error("The file of data could not be loaded.");
  const orders = data.orders.map((text, at) => {
    const details = text.split(" ");
    return placesIn(textOf(at)).map((order, number) => detailsOf(details[number] ?? "", order, data.rules));
  });
  orders.forEach((listed, at) => {
    G.phases[at].c = G.powers.map((_, power) =>
      listed.filter(order => order.powers.includes(POWER_DIGITS[power])).map(order => order.at));
  });
  const places = board && data.drawn ? await defineSigns() : "";
  table ??= { orders, draw: data.drawn && drawer(data.drawn, places) };
};

/* The signs of all phases and the places of units, which all games on a board share; the page has the signs of its
   first phase. */
const defineSigns = async () => {
  const address = one("image", board).getAttribute("href").replace("ground.svg", "signs.js");
  const signs = await loadData(`signs/${G.variant}`, address);
  if (!signs) throw new Error("The signs of the board could not be loaded.");
  const holder = document.createElement("template");
  holder.innerHTML = `<svg><defs>${signs.signs}</defs></svg>`;
  one("defs", board).replaceWith(document.importNode(one("defs", holder.content), true));
  known[0].map.defs = null;
  return signs.places;
};

const titled = (map, words) => {
  const title = one(".words", board)?.cloneNode(true);
  const line = title && all("text", title).at(-1);
  if (!line) return map;
  const panel = one("rect", title);
  line.textContent = words;
  line.setAttribute("text-anchor", "middle");
  line.setAttribute("x", Number(panel.getAttribute("x")) + Number(panel.getAttribute("width")) / 2);
  map.append(title);
  return map;
};

const drawnMap = at => {
  if (!board || !table.draw) return null;
  const holder = document.createElement("template");
  holder.innerHTML = table.draw(at);
  const map = holder.content.firstElementChild;
  return at === END ? map : titled(map, label(at).replace(", ", " · "));
};

const readText = async at => {
  if (!table) await readData();
  if (at === END) return { ...partsOf(drawnMap(at), {}), headline: G.end.r };
  const section = textOf(at);
  const orders = table.orders[at];
  const rows = rowsOf(section, orders.map(order => order.at), orders.map(order => order.rule));
  return partsOf(drawnMap(at), rows, one(".headline", section), all(NOTES, section));
};

/* A phase that could not be loaded is asked for again the next time. */
const read = G.file ? readText : readPage;
export const phase = at => coming[at] ||= read(at)
  .then(parts => (known[at] = parts))
  .catch(error => { delete coming[at]; throw error; });

const keep = (at, parts) => {
  known[at] = parts;
  coming[at] = Promise.resolve(parts);
};
keep(0, partsOf(board, rowsIn(all(".pw")), one("[data-headline]"), all(NOTES)));
if (!G.file) {
  const last = one("#after-the-end").content.querySelector("svg");
  keep(END, { ...partsOf(last, {}), headline: G.end.r });
}

/* Keeps the phases near one and reads its neighbours ahead, with the phase that is played after it. */
export const phasesNear = (at, next) => {
  for (let far = 1; far < END; far++) {
    if (Math.abs(far - at) <= NEAR) continue;
    delete coming[far];
    delete known[far];
  }
  const neighbours = [next, at + 1, at - 1].filter(near => near !== null && near >= 0 && near <= END);
  for (const near of neighbours) phase(near).catch(() => { /* reported when it is wanted */ });
};
