/* The motion of one phase: copies of its drawing that move while the drawing itself is hidden.
   `perform` needs the board as it shows the phase, the parts of the next phase's map, and by place
   what became of each order. What it returns is drawn `at` any moment between 0 and 1. */

import {
  AFTERWARDS, HALF_WAY, MOVEMENT, appearing, becoming, bouncing, drawnLine, fadingSign,
  poppedSign, pulsingSign, pushed, runningDashes, sliding,
} from "./acts.js";
import { coloursOf, crownsOf, linesOf, placeOf, put, signsOf, unitsOf } from "./drawing.js";
import { REACH, matched, moversOf } from "./matching.js";
import { SVG, along, apart, nearestShare, trackThrough } from "./tracks.js";

/* The definitions that the next phase's signs need and this one's lack. */
const missingDefinitions = (board, next) => {
  const defs = document.createElementNS(SVG, "defs");
  for (const sign of next.defs?.children ?? [])
    if (!board.querySelector(`defs > [id="${CSS.escape(sign.id)}"]`)) defs.append(document.importNode(sign, true));
  return defs;
};

const copiedLayer = (board, name) => {
  const layer = board.querySelector(`.${name}:not(.moving)`);
  const copy = layer.cloneNode(true);
  copy.classList.add("moving");
  for (const use of copy.querySelectorAll("use")) put(use, placeOf(use));
  layer.after(copy);
  return copy;
};

/* A cast of acts, each with the part of the time that it takes. */
class Acts {
  acts = [];
  followers = []; // acts that draw what other acts have drawn
  moment = 1;

  /** Adds what is drawn between two moments. @param {number[]} time @param {(t: number) => void} draw */
  add([from, to], draw) {
    this.acts.push({ from, to, draw, last: -1 });
  }

  /** The same, drawn after all others. @param {number[]} time @param {(t: number) => void} draw */
  follow([from, to], draw) {
    this.followers.push({ from, to, draw, last: -1 });
  }

  /* Of two acts of one sign the later one counts: where time runs back, it is undone first. */
  at(moment) {
    const ordered = moment < this.moment ? this.acts.toReversed() : this.acts;
    this.moment = moment;
    for (const act of [...ordered, ...this.followers]) {
      const t = Math.max(0, Math.min(1, (moment - act.from) / (act.to - act.from)));
      if (t === act.last) continue;
      act.last = t;
      act.draw(t);
    }
  }
}

const addLines = (acts, times, lines, layer) => {
  const bands = [...layer.querySelectorAll(".lay-bands [data-o]")];
  for (const one of lines) {
    one.line.dataset.whole = one.line.getAttribute("d");
    const below = bands.filter(band => band.dataset.o === one.at)
      .flatMap(band => (band.localName === "path" ? [band] : [...band.querySelectorAll("path")]));
    acts.add(one.tip ? times.arrows : times.supports, drawnLine(one, below));
    if (one.dashed && !one.tip) acts.add([times.pulse[0], times.go[0]], runningDashes(one));
  }
};

/* The paper below lines follows what is drawn of them. */
const addCasing = (acts, times, lines, layer) => {
  const casing = layer.querySelector(".lay-casing path");
  if (!casing) return;
  const whole = casing.getAttribute("d");
  acts.follow([0, Math.max(times.arrows[1], times.supports[1])], t => {
    const drawn = lines.map(({ line }) => line).filter(line => line.getAttribute("visibility") !== "hidden");
    casing.setAttribute("d", t < 1 ? drawn.map(line => line.getAttribute("d")).join("") : whole);
  });
};

const STEADY = ["dislodged", "refuge"];
const MET = ["burst", "failed", "gone", "void", "plus"];

const addSigns = (acts, times, rings, signs, adjusting) => {
  for (const ring of rings) {
    if (STEADY.includes(ring.kind)) continue;
    acts.add(adjusting ? times.arrows : times.supports, poppedSign(ring));
  }
  for (const ring of rings.filter(({ kind }) => ["support", "hold", "convoy"].includes(kind)))
    acts.add(times.pulse, pulsingSign(ring));
  for (const sign of signs) {
    if (sign.kind === "cut") acts.add(times.cut, poppedSign(sign));
    else if (MET.includes(sign.kind)) acts.add(adjusting ? times.pulse : times.meet, poppedSign(sign));
  }
};

/* How far along its track a move came that failed: to the burst, to the unit in its way, or only
   half-way where its convoy failed. */
const reachOf = (track, at, signs, fate) => {
  const burst = signs.find(sign => sign.kind === "burst" && sign.at === at);
  if (burst) return nearestShare(track, burst);
  return /convoy|void/.test(fate ?? "") ? HALF_WAY : 1;
};

/* Convoying fleets light up as the army passes them. */
const addPassages = (acts, times, pairs, rings) => {
  for (const { arrow, next } of pairs) {
    if (!arrow || !next || arrow.failed) continue;
    for (const ring of rings.filter(({ kind, at }) => kind === "convoy" && at !== arrow.at)) {
      const share = nearestShare(arrow.track, ring);
      if (apart(along(arrow.track, share), ring) > REACH / 2) continue;
      const middle = times.go[0] + (times.go[1] - times.go[0]) * share;
      acts.add([middle - 0.05, middle + 0.05], pulsingSign(ring));
    }
  }
};

const WORN = ["dislodged", "half"];

const addUnits = (acts, times, pairs, { rings, signs, fates, layer, adjusting }) => {
  const dislodged = [];
  const wearable = [...rings.filter(({ kind }) => WORN.includes(kind)), ...crownsOf(layer)];
  for (const { unit, next, arrow } of pairs) {
    if (!unit) {
      const arrival = document.importNode(next.use, true);
      layer.querySelector(".lay-units").append(arrival);
      acts.add(times.aside, poppedSign({ ...next, use: arrival }));
      continue;
    }
    const worn = wearable.filter(sign => sign.at === unit.at && apart(sign, unit) < REACH / 2);
    if (rings.some(({ kind, at }) => kind === "built" && at === unit.at)) {
      acts.add([times.arrows[1] / 2, times.pulse[1]], poppedSign(unit));
      continue;
    }
    if (next && next.name !== unit.name) acts.add(times.aside, becoming(unit, next));
    const start = { x: unit.x, y: unit.y };
    if (arrow && next && !arrow.failed) {
      acts.add(times.go, sliding(unit, worn, trackThrough([start, ...arrow.track.points, next]), next.scale));
      if (next.scale > unit.scale) worn.forEach(sign => acts.add(times.aside, fadingSign(sign)));
      continue;
    }
    if (arrow?.tip) {
      const track = trackThrough([start, ...arrow.track.points]);
      const forced = !next || apart(next, unit) > 1;
      const time = forced ? [times.go[0], times.aside[0]] : times.go;
      acts.add(time, bouncing(unit, worn, track, reachOf(track, unit.at, signs, fates[unit.at])));
    }
    if (next && apart(next, unit) > 1) {
      dislodged.push(unit);
      acts.add(times.aside, pushed(unit, worn, next));
    } else if (!next) {
      dislodged.push(unit);
      [unit, ...worn].forEach(one => acts.add(adjusting ? times.aside : times.colours, fadingSign(one)));
    }
  }
  return dislodged;
};

/* Captured centres change colour and letter. */
const addColours = (acts, times, board, layer, next) => {
  const before = coloursOf(board.querySelector(".tints"));
  const painted = document.createElementNS(SVG, "g");
  painted.setAttribute("class", "tints moving");
  painted.setAttribute("transform", board.querySelector(".tints").getAttribute("transform"));
  for (const [name, { shape, fill }] of coloursOf(next[".tints"])) {
    if (before.get(name)?.fill === fill) continue;
    const copy = document.importNode(shape, true);
    copy.setAttribute("fill", fill);
    painted.append(copy);
  }
  board.querySelector(".tints").after(painted);
  acts.add(times.colours, appearing(painted));

  const keyOfSign = ({ name, x, y }) => `${name} ${x} ${y}`;
  const owners = signsOf(layer, "owners");
  const ownersThen = signsOf(next[".lines"], "owners");
  const now = new Set(owners.map(keyOfSign));
  const then = new Set(ownersThen.map(keyOfSign));
  const taken = ownersThen.filter(sign => !now.has(keyOfSign(sign)));
  for (const sign of owners) if (!then.has(keyOfSign(sign))) acts.add(times.colours, fadingSign(sign));
  for (const sign of taken) {
    const copy = document.importNode(sign.use, true);
    layer.querySelector(".lay-owners")?.append(copy);
    acts.add(times.colours, appearing(copy));
  }
  return { painted, taken };
};

/* The units with which the next phase begins: its drawing shows new ones too, on a ring. */
const standingAtFirst = next => {
  const rings = signsOf(next[".lines"], "rings").filter(({ kind }) => kind === "built");
  const built = new Set(rings.map(({ at }) => at));
  return unitsOf(next[".counters"]).filter(({ at }) => !built.has(at));
};

export const perform = (board, next, { fates = {}, step = "movement" } = {}) => {
  const times = step === "movement" ? MOVEMENT : AFTERWARDS;
  const acts = new Acts();
  const extra = missingDefinitions(board, next);
  board.append(extra);
  const lines = copiedLayer(board, "lines");
  const counters = copiedLayer(board, "counters");
  const drawn = linesOf(lines);
  const rings = signsOf(lines, "rings");
  const signs = signsOf(counters, "signs");
  const units = unitsOf(counters);
  const arrows = drawn.filter(({ tip }) => tip);
  const arrowOf = new Map([...moversOf(arrows, units)].map(([arrow, unit]) => [unit, arrow]));
  const pairs = matched(units, standingAtFirst(next), arrowOf);
  const adjusting = step === "adjustments";

  addLines(acts, times, drawn, lines);
  addCasing(acts, times, drawn, lines);
  addSigns(acts, times, rings, signs, adjusting);
  const dislodged = addUnits(acts, times, pairs, { rings, signs, fates, layer: counters, adjusting });
  addPassages(acts, times, pairs, rings);
  const { painted, taken } = addColours(acts, times, board, lines, next);
  for (const layer of ["bands", "casing", "paths", "rings"]) {
    const part = lines.querySelector(`.lay-${layer}`);
    if (part) acts.add(times.colours, t => part.setAttribute("opacity", 1 - t));
  }
  const results = counters.querySelector(".lay-signs");
  if (results) acts.add(times.colours, t => results.setAttribute("opacity", 1 - t));

  board.classList.add("acting");
  return {
    at: moment => acts.at(moment),
    places: [...taken, ...dislodged],
    clear: () => {
      board.classList.remove("acting");
      [extra, lines, counters, painted].forEach(part => part.remove());
    },
  };
};
