/* What a drawn map says: its units and signs with their places, its arrows, who owns what. */

import { rounded, trackOf } from "./tracks.js";

/* Where a sign stands, from its x and y or its transform, and at what scale. */
export const placeOf = use => {
  const [, x, y, scale] = /translate\(([-\d.]+)[ ,]*([-\d.]*)\)(?:scale\(([\d.]+)\))?/.exec(
    use.getAttribute("transform") ?? "") ?? [];
  if (x !== undefined) return { x: +x, y: +(y || 0), scale: +(scale ?? 1) };
  return { x: +(use.getAttribute("x") ?? 0), y: +(use.getAttribute("y") ?? 0), scale: 1 };
};

/* Puts a sign somewhere, at a scale. */
export const put = (use, { x, y, scale = 1 }) => {
  use.removeAttribute("x");
  use.removeAttribute("y");
  use.setAttribute("transform", `translate(${rounded(x)} ${rounded(y)})scale(${Math.round(scale * 1000) / 1000})`);
};

/* The signs of a layer: `name` is A.F for an army of France, `at` the place of the order. */
export const signsOf = (map, layer) => [...map.querySelectorAll(`.lay-${layer} use`)].map(use => ({
  use,
  name: use.getAttribute("href").slice(1),
  kind: use.getAttribute("href").slice(1).split(".")[0],
  at: use.dataset.o ?? "",
  ...placeOf(use),
}));

const CROWN = "crown"; // of a leader: it is worn by a unit
export const unitsOf = counters => signsOf(counters, "units").filter(({ kind }) => kind !== CROWN);
export const crownsOf = counters => signsOf(counters, "units").filter(({ kind }) => kind === CROWN);

/* Parts the arrowhead from the line that it ends, so that each can be drawn by itself. */
const parted = path => {
  const [line, head] = path.getAttribute("d").match(/M[^M]*/g);
  if (!head) return [path];
  const tip = path.cloneNode();
  path.setAttribute("d", line);
  tip.setAttribute("d", head);
  path.after(tip);
  return [path, tip];
};

/* The lines of orders: `line` and `tip` are elements, `tip` is missing from supports; a move that
   failed is dashed. */
export const linesOf = lines => {
  const found = [];
  for (const order of lines.querySelectorAll(".lay-paths [data-o]")) {
    const paths = order.localName === "path" ? [order] : [...order.querySelectorAll("path")];
    const [line, tip] = paths.flatMap(parted);
    if (!line) continue;
    const dashed = line.hasAttribute("stroke-dasharray");
    const track = trackOf(line.getAttribute("d"));
    found.push({ at: order.dataset.o, line, tip, track, dashed, failed: !!tip && dashed });
  }
  return found;
};

/* The colour of each province by the class that cuts it out. */
export const coloursOf = tints => {
  const found = new Map();
  for (const shape of tints.querySelectorAll("rect, path"))
    found.set(shape.getAttribute("class"), { shape, fill: shape.closest("[fill]")?.getAttribute("fill") });
  return found;
};
