import { SVG, along, beginningOf, rounded, trackOf, trackThrough } from "../motion/tracks.js";
import { lookAt, viewOf } from "../motion/view.js";
import { isMove, readOrder } from "./order_text.js";
import { D, E, percent, powerNamed } from "./page.js";

/* Draws what was ordered upon the board: each order as thick as it was frequent. Moves run along the lines that maps
   have for them; supports and convoys are dashed and end in a ring; a hold is a ring around its unit. */
const START = 15; // lengths in units of the standard board
const AT_UNIT = 19;
const THICKEST = 10;
const THINNEST = 0.9;
const RAREST = 0.015; // of all games; what is rarer is only in the list
const LABELLED = 0.05;
const EM = 10; // the size in which widths are given
const board = E.querySelector(".board");
const lines = board.querySelector(".lines");
const units = board.querySelector(".counters");

const drawn = (name, attributes, ...inside) => {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...inside);
  return node;
};
const spotOf = at => ({ x: D.spots[at][0], y: D.spots[at][1] });
const widthOf = share => Math.max(THINNEST, THICKEST * share);
const em = width => `${rounded(width * 10) / 10 / EM}em`;

/* A part of a track, from one share of its length to another. */
const partOf = (track, from, to) => {
  const points = [];
  for (let step = 0; step <= EM; step++) points.push(along(track, from + ((to - from) * step) / EM));
  return trackThrough(points);
};

const between = (from, to) => {
  const line = D.lines[`${from} ${to}`];
  return line ? trackOf(line) : trackThrough([spotOf(from), spotOf(to)]);
};

/* Where a support or a convoy leads: to the middle of the move that it helps, else to the unit. */
const helped = ({ at, places: [unit, goal] }) => {
  const end = goal ? along(between(unit, goal), 0.5) : spotOf(unit);
  return trackThrough([spotOf(at), end]);
};

const head = (track, width) => {
  const { x, y, turn } = along(track, 1);
  const size = (5 + width * 1.1) * D.pen;
  const d = `M0 0L${rounded(-size * 1.5)} ${rounded(size * 0.7)}V${rounded(-size * 0.7)}z`;
  const place = `translate(${rounded(x)} ${rounded(y)})rotate(${Math.round(turn)})`;
  return drawn("g", { transform: place }, drawn("path", { class: "head", d }));
};

const lineOf = (order, width) => {
  const move = isMove(order);
  const whole = move ? between(order.at, order.places.at(-1)) : helped(order);
  const room = Math.max(whole.length, 1);
  const first = Math.min(0.35, (START * D.pen) / room);
  const last = move || order.places.length < 2 ? Math.max(0.6, 1 - ((AT_UNIT * D.pen) / room)) : 1;
  const track = partOf(whole, first, last);
  const shaft = move ? partOf(track, 0, Math.max(0.3, 1 - (((5 + width) * D.pen) / Math.max(track.length, 1)))) : track;
  const d = beginningOf(shaft, 1);
  const shapes = [
    drawn("path", { class: "casing", d, "stroke-width": em((width + 2.4) * D.pen) }),
    drawn("path", { class: move ? "shaft" : "shaft dashed", d, "stroke-width": em(width * D.pen) }),
  ];
  if (move) shapes.push(head(track, width));
  else shapes.push(drawn("circle", { class: "ring", cx: rounded(along(track, 1).x), cy: rounded(along(track, 1).y) }));
  return { shapes, middle: along(track, move ? 0.72 : 0.5) };
};

const holdOf = (order, width) => {
  const { x, y } = spotOf(order.at);
  const ring = drawn("circle", { class: "hold", cx: x, cy: y, "stroke-width": em(Math.min(width, 5) * D.pen) });
  return { shapes: [ring], middle: { x, y: y - 26 * D.pen } };
};

/* One order of a power as a group that can be pressed; `labelled` writes its share beside it. */
const orderGroup = (power, text, share, labelled) => {
  const order = readOrder(text);
  const leads = order.places.length > 0 && order.places[0] !== order.at;
  if (!order.at || (order.verb && !leads)) return null;
  const { shapes, middle } = order.verb ? lineOf(order, widthOf(share)) : holdOf(order, widthOf(share));
  const title = drawn("title", {});
  title.textContent = `${power.name}: ${text}, ${percent(share, 1)}`;
  const names = { class: `p-${power.slug}`, "data-power": power.name, "data-order": text };
  const group = drawn("g", names, title, ...shapes);
  if (labelled && share >= LABELLED && share < 0.995) {
    const label = drawn("text", { class: "share", x: rounded(middle.x), y: rounded(middle.y) });
    label.textContent = percent(share, 1);
    group.append(label);
  }
  return group;
};

/* The counter of a unit, fainter if it stood there in few games; a letter where the board has no such counter. */
const counter = (power, { kind, at }, share) => {
  const { x, y } = spotOf(at);
  const name = `${kind}.${power.initials}`;
  const sign = board.querySelector(`defs > [id="${CSS.escape(name)}"]`)
    ? drawn("use", { href: `#${name}`, x, y }) : drawn("text", { class: "share", x, y });
  if (sign.localName === "text") sign.textContent = power.letter;
  sign.setAttribute("opacity", Math.max(0.35, Math.min(1, share)));
  return sign;
};

const unitsIn = singles => {
  const games = new Map();
  for (const [text, count] of singles) {
    const order = readOrder(text);
    if (!order.at) continue;
    const key = `${order.kind} ${order.at}`;
    games.set(key, { order, count: (games.get(key)?.count ?? 0) + count });
  }
  return [...games.values()];
};

/* The view goes to the places of some orders; without any the whole board is shown. */
const lookAtOrders = orders => {
  const places = orders.map(readOrder).flatMap(({ at, places: to }) => [at, ...to]).filter(Boolean).map(spotOf);
  const isNear = places.length > 0 && !E.querySelector(".zoomed");
  board.classList.add("close-up");
  if (!isNear) {
    board.style.transform = "";
    board.style.removeProperty("--near");
    return;
  }
  const view = viewOf(board, places);
  board.style.setProperty("--near", `${view.scale}`);
  lookAt(board, view, 1);
};

const arrows = drawn("g", { class: "arrows" });
lines.append(arrows);

/* Draws the orders of one power, or of all. Where they are `joint`, and at the start, the units of all powers stand on
   the board. */
export const drawOrders = (played, chosenPower, joint) => {
  const groups = [];
  const counters = [];
  for (const [name, { singles, total }] of played) {
    const power = powerNamed(name);
    if (chosenPower && !joint && name !== chosenPower) continue;
    for (const { order, count } of unitsIn(singles)) counters.push(counter(power, order, count / Math.max(1, total)));
    if (chosenPower && name !== chosenPower) continue;
    for (const [text, count] of singles) {
      const share = count / Math.max(1, total);
      const group = share < RAREST ? null : orderGroup(power, text, share, Boolean(chosenPower));
      if (group) groups.push({ share, group });
    }
  }
  groups.sort((one, other) => other.share - one.share);
  arrows.replaceChildren(...groups.map(({ group }) => group));
  units.replaceChildren(...counters);
  const frequent = groups.filter(({ share }) => share >= LABELLED).map(({ group }) => group.dataset.order);
  lookAtOrders(chosenPower ? frequent : []);
};

/* Orders light up on the board. */
export const lightOrders = (power, orders) => {
  arrows.classList.toggle("has-lit-orders", orders.length > 0);
  for (const group of arrows.children)
    group.classList.toggle("lit", group.dataset.power === power && orders.includes(group.dataset.order));
};

export const orderAt = e => {
  const group = e.target.closest(".arrows [data-order]");
  return group ? { power: group.dataset.power, order: group.dataset.order } : null;
};
