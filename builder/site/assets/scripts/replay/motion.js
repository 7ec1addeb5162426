import { perform } from "../motion/stage.js";
import { lookAt, viewOf } from "../motion/view.js";
import {
  lastingInFilm, leaveMoment, momentAt, placesOf, showSubtitle, subtitle,
} from "./moments.js";
import { fate, listed, ordered, paintCentres, paintCursor } from "./painting.js";
import { known } from "./phases.js";
import { END, G, STILL, board, now, one, still } from "./state.js";

/* The motion of the phase that is shown; without one its drawing stands still. */
export let stage = null;
const MOVE = 60;
const FAILED = 80;
const DISLODGED = 300; // milliseconds that each of these adds to a movement

const turning = at => Boolean(momentAt(at));

/* How long a phase is played, in milliseconds: by what happens in it. */
export const lasting = at => {
  if (now.film) return lastingInFilm();
  if (still.matches) return 2600;
  if (G.phases[at].k !== "movement") return 800;
  if (turning(at)) return 5000;
  const rows = listed();
  const moves = rows.filter(row => ordered(row).includes("–")).length;
  const failed = rows.filter(row => one(".fail", row)).length;
  const dislodged = rows.filter(row => fate(row).includes("dislodged")).length;
  return Math.min(4000, 2000 + MOVE * moves + FAILED * failed + DISLODGED * dislodged);
};

const fatesByPlace = () => Object.fromEntries(listed().map(row => [row.dataset.o, fate(row)]));

/* The part of the map that a turning point is about. */
export const look = (view, moment) => {
  const near = Math.max(0, Math.min(1, moment / 0.14, (1 - moment) / 0.1));
  lookAt(board, view, near * near * (3 - 2 * near));
};

const begin = at => {
  const performance = perform(board, known[at + 1].map, { fates: fatesByPlace(), step: G.phases[at].k });
  const named = turning(at) ? placesOf(momentAt(at)) : [];
  const places = named.length ? named : performance.places;
  const view = turning(at) && places.length && !one(".zoomed") ? viewOf(board, places) : null;
  return { ...performance, view };
};

/* Shows the phase at a moment of its motion. */
export const act = moment => {
  now.moment = moment;
  paintCursor();
  if (now.film && subtitle.hidden && momentAt(now.at)) showSubtitle(momentAt(now.at));
  if (!board || still.matches || now.at === END || !known[now.at + 1]) return;
  stage ||= begin(now.at);
  stage.at(moment);
  if (stage.view) look(stage.view, moment);
  paintCentres(moment > 0.9 ? now.at + 1 : now.at);
};

/* Ends the motion: the drawing stands still again. */
export const rest = () => {
  stage?.clear();
  stage = null;
  leaveMoment();
  if (board?.style.transform) board.style.transform = "";
  now.moment = STILL;
};
