import { perform } from "../motion/stage.js";
import { all, one } from "./judge.js";
import { make } from "./painting.js";
import { now } from "./position.js";

/* Plays the result: the same motion as in the player of a game. */
const DURATION = 3600; // milliseconds
const player = { stage: null, began: 0 };

export const stopPlaying = () => {
  player.stage?.clear();
  player.stage = null;
};

const nextFrame = time => {
  if (!player.stage) return;
  player.began ||= time;
  const moment = (time - player.began) / DURATION;
  if (moment >= 1.15) return stopPlaying(); // the end is seen for a while
  player.stage.at(Math.min(1, moment));
  requestAnimationFrame(nextFrame);
};

const partsOfDrawing = text => {
  const drawn = make("template", { innerHTML: text }).content;
  const names = ["defs", ".tints", ".lines", ".counters"];
  return Object.fromEntries(names.map(name => [name, one(name, drawn)]));
};

export const playResult = () => {
  stopPlaying();
  if (!now.seen.after) return;
  const rows = all("[data-power] ol > li");
  const fates = Object.fromEntries(rows.map(row => [row.dataset.o, one(".fate", row)?.textContent ?? ""]));
  player.stage = perform(one(".board"), partsOfDrawing(now.seen.after), { fates, step: now.seen.step });
  player.began = 0;
  requestAnimationFrame(nextFrame);
};
