/* A track is a way over the board: points, and how far each lies from the first. */
export const SVG = "http://www.w3.org/2000/svg";
const SAMPLES = 20; // points along a curve, which then looks smooth
const ruler = document.createElementNS(SVG, "path");

export const trackThrough = points => {
  const sums = [0];
  for (let i = 1; i < points.length; i++) {
    const step = Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    sums.push(sums[i - 1] + step);
  }
  return { points, sums, length: sums.at(-1) };
};

/* The track of a line that is given as path data. */
export const trackOf = d => {
  ruler.setAttribute("d", d);
  const length = ruler.getTotalLength();
  const points = [];
  for (let i = 0; i <= SAMPLES; i++) points.push(ruler.getPointAtLength((length * i) / SAMPLES));
  return trackThrough(points);
};

/* The place after a share (0 to 1) of a track, and the direction there in degrees. */
export const along = (track, share) => {
  const { points, sums } = track;
  const wanted = track.length * Math.max(0, Math.min(1, share));
  let i = 1;
  while (i < points.length - 1 && sums[i] < wanted) i++;
  const from = points[i - 1];
  const to = points[i] ?? from;
  const step = sums[i] - sums[i - 1];
  const part = step ? (wanted - sums[i - 1]) / step : 0;
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
    turn: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
    before: i,
  };
};

export const rounded = number => Math.round(number * 10) / 10;

/* The first share of a track as path data. */
export const beginningOf = (track, share) => {
  const end = along(track, share);
  const passed = [...track.points.slice(0, end.before), end];
  return `M${passed.map(({ x, y }) => `${rounded(x)} ${rounded(y)}`).join("L")}`;
};

export const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/* The share of a track at which it comes closest to a place. */
export const nearestShare = (track, place) => {
  const distances = track.points.map(point => apart(point, place));
  const nearest = distances.indexOf(Math.min(...distances));
  return track.length ? track.sums[nearest] / track.length : 0;
};
