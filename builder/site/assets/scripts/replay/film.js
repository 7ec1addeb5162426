import { viewOf } from "../motion/view.js";
import { pause } from "./pace.js";
import { momentAfter, momentsShown, placesOf, showSubtitle } from "./moments.js";
import { look } from "./motion.js";
import { start } from "./playing.js";
import { G, STILL, board, now, one } from "./state.js";
import { bring, go, pickPower, view } from "./steps.js";

/* The moments of the game are visited with [ and ], or watched one after another in a minute. */

/* The view of a phase that stands still, moved to the place of its moment. */
export const closeUp = moment => {
  one("[data-say]").textContent = `${G.phases[moment.at].t}. ${moment.words} ${moment.centres}`;
  showSubtitle(moment);
  const places = board ? placesOf(moment) : [];
  if (!places.length || one(".zoomed")) return;
  board.classList.add("close-up");
  look(viewOf(board, places), STILL);
};

export const visitMoment = async by => {
  pause();
  const listed = momentsShown();
  const next = by > 0 ? momentAfter(now.wanted) : listed.findLast(({ at }) => at < now.wanted);
  if (!next) {
    const words = listed.length ? `No ${by > 0 ? "later" : "earlier"} moment.` : "This game has no moments.";
    one("[data-say]").textContent = words;
    return;
  }
  bring();
  view(false);
  await go(next.at, { moment: STILL });
  if (now.at === next.at) closeUp(next);
};

/* Plays the moments alone, then the end. */
export const watchMoments = () => {
  const [first] = momentsShown();
  if (!first) return;
  pause();
  pickPower("");
  now.brought = false;
  bring();
  view(false);
  now.film = true;
  start();
  go(first.at, { moment: 0 });
};

for (const button of document.querySelectorAll("[data-minute]"))
  button.addEventListener("click", e => {
    e.preventDefault();
    watchMoments();
  });
