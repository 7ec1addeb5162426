import { make } from "../common/elements.js";
import { phaseAddress } from "../common/game_addresses.js";
import { ROOT } from "../search/tables.js";
import { curveOf } from "./curves.js";
import { readOrder } from "./order_text.js";
import { POWERS, percent, powerNamed } from "./page.js";

/* The lists beside the board: everything that can be pressed on it is a button here. */
const MOST_ORDERS = 6; // of a unit
const MOST_SETS = 14;
const FIRST_SETS = 3; // of each power while all are shown
const MOST_GAMES = 12;
const counted = count => `${count.toLocaleString("en")} game${count === 1 ? "" : "s"}`;

const letterOf = ({ letter, slug }) => {
  const sign = make("i", letter, { className: `ctr p-${slug}` });
  sign.setAttribute("aria-hidden", "true");
  return sign;
};

const button = (words, press, more = {}) => {
  const node = make("button", words, { type: "button", ...more });
  node.addEventListener("click", press);
  return node;
};

const shareBar = (some, all) => make("meter", percent(some, all), { min: 0, max: 1, value: some / Math.max(1, all) });

/* How the games of a row ended for its power: a bar in three parts, each with its share in words. */
const endingOf = ({ won, out, games }) => {
  const box = make("span", "", { className: "fortunes spoiler" });
  const bar = make("span", "", { className: "fortune-bar" });
  bar.setAttribute("aria-hidden", "true");
  const shares = [["won", won], ["survived", games - won - out], ["out", out]];
  for (const [name, share] of shares) {
    const piece = make("i", "", { className: name });
    piece.style.flexGrow = `${Math.max(0, share)}`;
    if (share > 0) bar.append(piece);
  }
  box.append(bar, make("small", `won ${percent(won, games)}, eliminated ${percent(out, games)}`));
  return box;
};

const orderButton = (power, orders, words, { press, light }) => {
  const node = button(words, () => press(power, orders));
  node.dataset.orders = orders.join(", ");
  for (const event of ["pointerenter", "focus"]) node.addEventListener(event, () => light(power, orders));
  for (const event of ["pointerleave", "blur"]) node.addEventListener(event, () => light("", []));
  return node;
};

const setItem = (power, row, total, doing, whole) => {
  const item = make("li", "", { className: "set" });
  item.append(orderButton(power, row.orders, row.text, doing), shareBar(row.games, total));
  if (row.name) item.append(make("i", row.name));
  const words = `${counted(row.games)}, ${percent(row.games, total)}`;
  item.append(make("small", whole ? `${words}; all orders succeeded in ${percent(row.clean, row.games)}` : words));
  if (whole) item.append(endingOf(row));
  return item;
};

/* The powers as buttons; the first shows all. */
export const powerButtons = (shown, chosenPower, choosePower) => {
  const all = button("All", () => choosePower(""));
  const buttons = POWERS.filter(({ name, playable }) => playable || shown.has(name)).map(power => {
    const node = button("", () => choosePower(power.name), { className: `p-${power.slug}` });
    node.append(letterOf(power), power.name);
    node.dataset.of = power.name;
    return node;
  });
  for (const node of [all, ...buttons]) node.setAttribute("aria-pressed", `${(node.dataset.of ?? "") === chosenPower}`);
  return [all, ...buttons];
};

/* While all powers are shown: what each ordered most. */
export const listOfAll = (played, doing) => [...played].map(([name, { rows, total }]) => {
  const power = powerNamed(name);
  const section = make("section", "", { className: `p-${power.slug}` });
  const heading = make("h3", "");
  heading.append(letterOf(power), name);
  const list = make("ol", "", { className: "sets" });
  list.append(...rows.slice(0, FIRST_SETS).map(row => setItem(name, row, total, doing, false)));
  section.append(heading, list);
  return section;
});

const unitGroups = singles => {
  const groups = new Map();
  for (const [text, games] of [...singles].sort((one, other) => other[1] - one[1])) {
    const { kind, at } = readOrder(text);
    const unit = at ? `${kind} ${at}` : text;
    if (!groups.has(unit)) groups.set(unit, []);
    groups.get(unit).push([text, games]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
};

/* Of one power: each order of each unit, then its orders together. */
export const listOfPower = (name, { rows, total, singles }, chosen, doing) => {
  const className = `p-${powerNamed(name).slug}`;
  const single = make("section", "", { className });
  single.append(make("h3", "Order by order"));
  for (const [unit, orders] of unitGroups(singles)) {
    const list = make("ul", "", { className: "unit-orders" });
    list.setAttribute("aria-label", unit);
    for (const [text, games] of orders.slice(0, MOST_ORDERS)) {
      const item = make("li", "");
      const node = orderButton(name, [text], text, doing);
      node.setAttribute("aria-pressed", `${chosen.some(({ power, order }) => power === name && order === text)}`);
      item.append(node, shareBar(games, total), make("small", percent(games, total)));
      list.append(item);
    }
    single.append(list);
  }
  const together = make("section", "", { className });
  together.append(make("h3", "All orders together"));
  const sets = make("ol", "", { className: "sets" });
  sets.append(...rows.slice(0, MOST_SETS).map(row => setItem(name, row, total, doing, true)));
  together.append(sets);
  const others = total - rows.slice(0, MOST_SETS).reduce((sum, { games }) => sum + games, 0);
  if (others > 0) together.append(make("p", `${counted(others)} had other orders.`, { className: "how" }));
  return [single, together];
};

/* What was chosen so far; a press takes it back. */
export const chosenButtons = (chosen, takeBack) => chosen.map(one => {
  const className = `p-${powerNamed(one.power).slug}`;
  const node = button(`${one.power}: ${one.order} ×`, () => takeBack(one), { className });
  node.setAttribute("aria-label", `${one.power}: ${one.order}, take back`);
  return node;
});

/* How the games ended, as their results say it. */
export const endingsList = endings => {
  const box = make("div", "", { className: "spoiler" });
  if (!endings.length) return box;
  const list = make("ul", "", { className: "plainlist" });
  list.append(...endings.slice(0, MOST_ORDERS).map(([words, games]) => make("li", `${words} (${games})`)));
  box.append(make("h3", "How they ended"), list);
  return box;
};

/* The games with their curves; a game leads to the season that is shown. */
export const gamesList = (games, total) => {
  const list = make("ul", "", { className: "plainlist courses" });
  for (const game of games.slice(0, MOST_GAMES)) {
    const item = make("li", "");
    const address = phaseAddress(game.id, game.where, game.slug);
    const link = make("a", game.name, { dir: "auto" });
    if (address) link.href = new URL(address, ROOT).href;
    item.append(link);
    if (game.result) item.append(" ", make("small", game.result, { className: "spoiler" }));
    list.append(item);
    curveOf(game.id, game.where).then(({ svg, words }) => {
      item.append(svg);
      if (!game.result) item.append(make("small", words, { className: "spoiler" }));
    });
  }
  const more = Math.max(total, games.length) - Math.min(games.length, MOST_GAMES);
  if (more <= 0 || games.length <= MOST_GAMES) return [list];
  return [list, make("p", `and ${counted(more)} more`, { className: "how" })];
};
