import { apart } from "./tracks.js";

/* Which unit of a phase is which unit of the next one: nothing but the two drawings says so. */
export const REACH = 60; // an arrow ends so near to where its unit will stand

const nearestTo = (place, units) => {
  let nearest = null;
  for (const unit of units) if (!nearest || apart(unit, place) < apart(nearest, place)) nearest = unit;
  return nearest;
};

const claimed = (list, unit) => {
  if (unit) list.splice(list.indexOf(unit), 1);
  return unit ?? null;
};

const powerOf = unit => unit.name.split(".")[1];

/* The unit to which each line belongs. A unit that was dislodged shares its place with the one that
   came: the nearer one is meant. */
export const moversOf = (lines, units) => new Map(lines.map(line => {
  const here = units.filter(unit => unit.at === line.at);
  return [line, nearestTo(line.track.points[0], here)];
}));

/* Pairs of a unit now and the same unit then; either may be missing. Units that moved are found at
   the end of their arrow, the others at their place. */
export const matched = (units, nextUnits, arrowOf) => {
  const left = [...nextUnits];
  const pairs = [];
  const others = [];
  for (const unit of units) {
    const arrow = arrowOf.get(unit);
    if (!arrow || arrow.failed) { others.push(unit); continue; }
    const end = arrow.track.points.at(-1);
    const near = left.filter(next => powerOf(next) === powerOf(unit) && apart(next, end) < REACH);
    const same = near.filter(next => next.name === unit.name);
    pairs.push({ unit, next: claimed(left, nearestTo(end, same.length ? same : near)), arrow });
  }
  for (const unit of others) {
    const next = left.find(other => other.at === unit.at && other.name === unit.name)
      ?? left.find(other => other.at === unit.at && powerOf(other) === powerOf(unit));
    pairs.push({ unit, next: claimed(left, next), arrow: arrowOf.get(unit) });
  }
  for (const next of left) pairs.push({ unit: null, next });
  return pairs;
};
