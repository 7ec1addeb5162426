import { make, times } from "../common/elements.js";
import { pageText } from "../common/page_text.js";
import { found } from "../positions/positions.js";

/* What was ordered next from a position, by one power or the whole board, read from the pages of its
   phases. */
const SAMPLE = 24; // games that are read

const orderedIn = async ({ game, slug }) => {
  const page = new DOMParser().parseFromString(await pageText(`../games/${game[0]}/${slug}/`), "text/html");
  const given = [...page.querySelectorAll(".results [data-p]")].map(part => [part.dataset.p, {
    orders: [...part.querySelectorAll(".said > span")].map(order => order.textContent).sort().join(", "),
    failed: part.querySelectorAll("u.fail").length,
  }]);
  return { game, slug, then: page.querySelector(".ch-phase").dataset.then, given: Object.fromEntries(given) };
};

const percent = (part, whole) => `${Math.round(100 * part / whole)}%`;
const counted = values => {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const mostFirst = [...counts].sort((a, b) => b[1] - a[1]);
  return mostFirst.map(([value, count]) => `${value.replace(/\.$/, "")} (${count})`).join(", ");
};

/* One line of what was ordered: how often, with what success, how those games ended, and a button to
   go on. */
const branch = (found, whole, power, past) => {
  const [first] = found;
  const item = make("li", "");
  for (const [name, { orders }] of Object.entries(first.given)) {
    if (power && name !== power) continue;
    item.append(make("p", power ? orders : `${name}: ${orders}`, { className: "order" }));
  }
  const opening = power && !past.length && first.game[4][power];
  if (opening) item.append(make("i", opening));
  const isClean = ({ given }) => Object.entries(given).every(
    ([name, { failed }]) => !failed || (power && name !== power));
  const clean = percent(found.filter(isClean).length, found.length);
  const endings = counted(found.map(({ game }) => game[3] || "unknown"));
  const howOften = `${times(found.length, "game")}, ${percent(found.length, whole)}`;
  item.append(make("small", `${howOften}; all orders succeeded in ${clean}. How they ended: ${endings}.`));
  const links = found.slice(0, 4).map(({ game, slug }) =>
    make("a", game[1], { href: `../games/${game[0]}/${slug}/`, dir: "auto" }));
  item.append(make("small", "", {}), ...links.flatMap(link => [link, " "]));
  const next = found.filter(({ then }) => then).map(({ game, then }) => ({ game, slug: then }));
  if (next.length) {
    const on = make("button", "Go on from here", { type: "button" });
    on.addEventListener("click", () => explore(next, power, [...past, found]));
    item.append(on);
  }
  return item;
};

/* `past` are the choices that led here, each with the places from which it was made. */
export const explore = async (places, power = "", past = []) => {
  const box = document.getElementById("next") ?? found.appendChild(make("section", "", { id: "next" }));
  box.replaceChildren(make("p", "Reading the orders …"));
  const read = await Promise.all(places.slice(0, SAMPLE).map(orderedIn));
  const powers = [...new Set(read.flatMap(({ given }) => Object.keys(given)))];
  const choice = make("select", "");
  const list = make("ul", "", { className: "plainlist branches" });
  for (const name of ["", ...powers])
    choice.append(new Option(name || "the whole board", name, false, name === power));
  const paint = () => {
    const groups = new Map(); // from orders to the games in which they were given
    const of = choice.value;
    for (const one of read) {
      const given = Object.entries(one.given).filter(([name]) => !of || name === of);
      const key = JSON.stringify(given.map(([name, { orders }]) => [name, orders]));
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    const largestFirst = [...groups.values()].sort((a, b) => b.length - a.length);
    list.replaceChildren(...largestFirst.map(group => branch(group, read.length, of, past)));
  };
  choice.addEventListener("change", paint);
  const label = make("label", "What was ordered next by ");
  label.append(choice);
  const seasons = [...new Set(read.map(({ slug }) => slug))].slice(0, 3).join(", ").replace(/-/g, " ");
  const few = places.length > SAMPLE ? ` (the first ${SAMPLE} of ${places.length})` : "";
  const which = make("p", `${times(read.length, "game")}${few}: ${seasons}. `);
  box.replaceChildren(make("h2", "What came next"), which, label, list);
  if (past.length) {
    const back = make("button", "Back", { type: "button" });
    back.addEventListener("click", () => explore(past.at(-1)[0].from ?? [], power, past.slice(0, -1)));
    label.after(" ", back);
  }
  for (const one of read) one.from = places;
  paint();
};
