/* Bent lines, made as `builder/draw/geometry/curves.py` makes them: a curve of three points is measured at so many
   dots, cut at both ends, and rounded. */
const DOTS = 12;
const LEAST = 6; // what is left of a line that is too short for its cuts

const onCurve = ([a, b, c], t) => [0, 1].map(n => (1 - t) ** 2 * a[n] + 2 * t * (1 - t) * b[n] + t ** 2 * c[n]);
const pointBetween = (one, other, t) => [0, 1].map(n => one[n] + (other[n] - one[n]) * t);

/* The length of a curve up to each dot. */
const measuredLengths = curve => {
  const sums = [0];
  let before = curve[0];
  for (let dot = 1; dot <= DOTS; dot++) {
    const here = onCurve(curve, dot / DOTS);
    sums.push(sums[dot - 1] + Math.hypot(here[0] - before[0], here[1] - before[1]));
    before = here;
  }
  return sums;
};

/* Where on a curve a length ends, from 0 to 1. */
const shareAt = (sums, length) => {
  const after = sums.findIndex((sum, dot) => dot && sum >= length);
  const dot = after < 0 ? DOTS : after;
  const step = sums[dot] - sums[dot - 1];
  const part = step ? (length - sums[dot - 1]) / step : 0;
  return (dot - 1 + Math.min(Math.max(part, 0), 1)) / DOTS;
};

/* The line from one point to another, bent to its right by a share of its length, without its ends, as path data. */
export const bentLine = (a, c, [bend, first, last]) => {
  const b = [(a[0] + c[0]) / 2 - (c[1] - a[1]) * bend, (a[1] + c[1]) / 2 + (c[0] - a[0]) * bend];
  const sums = measuredLengths([a, b, c]);
  const spare = Math.max(sums[DOTS] - LEAST, 0);
  const factor = first + last > spare ? spare / (first + last) : 1;
  const end = shareAt(sums, sums[DOTS] - last * factor);
  const start = Math.min(shareAt(sums, first * factor) / Math.max(end, 1e-6), 1);
  // what is before the end, then of that what is after the start
  const bent = pointBetween(a, b, end);
  const there = pointBetween(bent, pointBetween(b, c, end), end);
  const onward = pointBetween(bent, there, start);
  const here = pointBetween(pointBetween(a, bent, start), onward, start);
  const [x, y] = here.map(Math.round);
  const legs = [onward, there].flatMap(point => [Math.round(point[0] - x), Math.round(point[1] - y)]);
  return `M${x} ${y}q${legs.join(" ")}`.replaceAll(" -", "-");
};
