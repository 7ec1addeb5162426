import { put } from "./drawing.js";
import { along, beginningOf, rounded } from "./tracks.js";

/* The acts of a phase. An act takes its part of the time, and draws itself as it is at any moment
   of that part: so time may run forth and back. */
export const MOVEMENT = {
  arrows: [0, 0.26], supports: [0.1, 0.34], pulse: [0.32, 0.48], cut: [0.38, 0.48], go: [0.5, 0.8],
  meet: [0.64, 0.7], aside: [0.68, 0.8], colours: [0.84, 0.97],
};
export const AFTERWARDS = { // retreats, builds and removals
  arrows: [0, 0.36], supports: [0, 0.36], pulse: [0.1, 0.4], cut: [0.1, 0.4], go: [0.5, 0.86],
  meet: [0.56, 0.72], aside: [0.6, 0.86], colours: [0.84, 0.97],
};
export const HALF_WAY = 0.4; // so far goes a move that meets nobody: one without its convoy

const eased = t => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));
const popped = t => (t < 0.6 ? (1.35 * t) / 0.6 : 1.35 - (0.35 * (t - 0.6)) / 0.4);
const pulsing = t => 1 + 0.35 * Math.sin(Math.PI * t);
const between = (one, other, t) => ({
  x: one.x + (other.x - one.x) * t,
  y: one.y + (other.y - one.y) * t,
  scale: one.scale + (other.scale - one.scale) * t,
});

/* An attribute that stays is not set again: the browser would compute the style of its element. */
const assign = (node, name, value) => {
  if (node.getAttribute(name) !== `${value}`) node.setAttribute(name, value);
};
const seen = (node, shown) => assign(node, "visibility", shown ? "visible" : "hidden");

/* A line that draws itself, its head in front. `shadows` are bands below it. */
export const drawnLine = ({ line, tip, track }, shadows) => {
  const end = track.points.at(-1);
  const direction = along(track, 1).turn;
  return t => {
    const way = t < 1 ? beginningOf(track, t) : line.dataset.whole;
    for (const node of [line, ...shadows]) {
      seen(node, t > 0);
      node.setAttribute("d", way);
    }
    if (!tip) return;
    const here = along(track, t);
    seen(tip, t > 0);
    tip.setAttribute("transform", `translate(${rounded(here.x)} ${rounded(here.y)})`
      + `rotate(${Math.round(here.turn - direction)})translate(${-end.x} ${-end.y})`);
  };
};

/* Dashes that run along a support towards its ring. */
export const runningDashes = ({ line }) => {
  const dashes = line.getAttribute("stroke-dasharray").split(/[ ,]+/).map(Number);
  const period = dashes.reduce((sum, dash) => sum + dash, 0);
  return t => line.setAttribute("stroke-dashoffset", rounded(-4 * period * t));
};

export const poppedSign = sign => t => {
  seen(sign.use, t > 0);
  put(sign.use, { ...sign, scale: sign.scale * popped(t) });
};
export const pulsingSign = sign => t => put(sign.use, { ...sign, scale: sign.scale * pulsing(t) });
export const fadingSign = sign => t => sign.use.setAttribute("opacity", 1 - t);
/* A unit that becomes another one: halves that join are a doubled unit, which may part again. */
export const becoming = (unit, next) => t => unit.use.setAttribute("href", `#${t < 0.5 ? unit.name : next.name}`);
export const appearing = node => t => node.setAttribute("opacity", t);

/* A unit on its way, with the signs that go with it. */
export const sliding = (unit, signs, track, scaleThen) => t => {
  const place = along(track, eased(t));
  for (const one of [unit, ...signs])
    put(one.use, { x: place.x, y: place.y, scale: one.scale + (scaleThen - unit.scale) * t });
};

/* A unit that runs to the point of collision and back. */
export const bouncing = (unit, signs, track, share) => t => {
  const place = along(track, share * eased(1 - Math.abs(1 - 2 * t)));
  for (const one of [unit, ...signs]) put(one.use, { ...one, x: place.x, y: place.y });
};

export const pushed = (unit, signs, then) => t => {
  for (const one of [unit, ...signs]) {
    const goal = { ...then, scale: (then.scale * one.scale) / unit.scale };
    put(one.use, between(one, goal, eased(t)));
  }
};
