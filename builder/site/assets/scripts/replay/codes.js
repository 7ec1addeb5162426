import { unitsOf } from "../motion/drawing.js";
import { all, board } from "./state.js";

/* On a narrow map counters are large: a code that a counter would cover stands beside it. */
const COUNTER = { wide: 17, high: 15 }; // half the size of a counter, before it grows
const LETTER = { wide: 0.26, high: 0.4 }; // half the size of a letter, in parts of the font's size
const NARROW = 520; // pixels of a map on which counters cover codes

const overlapping = (one, other) => Math.abs(one.x - other.x) < one.wide + other.wide
  && Math.abs(one.y - other.y) < one.high + other.high;

/* The places that a code may take beside a counter: below, above, right, left. */
const placesBeside = (code, unit) => [
  { ...code, x: unit.x, y: unit.y + unit.high + code.high },
  { ...code, x: unit.x, y: unit.y - unit.high - code.high },
  { ...code, x: unit.x + unit.wide + code.wide, y: unit.y },
  { ...code, x: unit.x - unit.wide - code.wide, y: unit.y },
];

export const codes = board ? all(".codes text", board) : [];
export const homes = codes.map(text => ({ x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")) }));

export const placeCodes = () => {
  if (!codes.length) return;
  const narrow = board.clientWidth < NARROW;
  const grown = Number(getComputedStyle(board).getPropertyValue("--pen")) || 1;
  const units = narrow ? unitsOf(board).map(({ x, y, scale }) => ({
    x, y, wide: COUNTER.wide * grown * scale, high: COUNTER.high * grown * scale,
  })) : [];
  const size = parseFloat(getComputedStyle(codes[0]).fontSize);
  const boxes = codes.map((text, i) => ({
    ...homes[i], wide: LETTER.wide * size * text.textContent.length, high: LETTER.high * size,
  }));
  boxes.forEach((box, i) => {
    const covering = units.find(unit => overlapping(box, unit));
    if (covering) {
      const touching = place => ({ ...place, wide: place.wide - 1, high: place.high - 1 });
      const free = place => !units.some(unit => overlapping(touching(place), unit))
        && !boxes.some((other, j) => j !== i && overlapping(place, other));
      boxes[i] = placesBeside(box, covering).find(free) ?? box;
    }
    codes[i].setAttribute("x", Math.round(boxes[i].x));
    codes[i].setAttribute("y", Math.round(boxes[i].y));
  });
};

if (board) new ResizeObserver(placeCodes).observe(board);
