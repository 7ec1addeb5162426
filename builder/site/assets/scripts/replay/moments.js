import { codes, homes } from "./codes.js";
import { viewOf } from "../motion/view.js";
import { look } from "./motion.js";
import { pause, start } from "./playing.js";
import { COUNT, END, G, STILL, board, now, one } from "./state.js";
import { bring, go, pickPower, view } from "./steps.js";

/* The moments of the game: visited with [ and ], or watched one after another in a minute. */
const MINUTE = 60000;
const LONGEST_MOMENT = 6000; // milliseconds
const LISTED = [...document.querySelectorAll(".moments p")]; // what happened, with the centres before and after
const MOMENTS = G.moments.map(([at, provinces], number) => {
  const sentence = LISTED[number].cloneNode(true);
  const counts = one(".nb", sentence);
  counts?.remove();
  const centres = counts?.textContent.replaceAll("\u00a0", " ") ?? "";
  return { at, provinces: provinces.split(" "), words: sentence.textContent.trim(), centres };
});
export const momentAt = at => MOMENTS.find(moment => moment.at === at);

/* Where the ending is hidden, the moments of the last season are not shown. */
const momentsShown = () => {
  if (!document.documentElement.classList.contains("covered")) return MOMENTS;
  const last = G.phases.findIndex(phase => phase.t === G.phases[COUNT - 1].t);
  return MOMENTS.filter(({ at }) => at < last);
};
const momentAfter = at => momentsShown().find(moment => moment.at > at);

/* The places on the map that a moment is about; none where the board has no codes. */
export const placesOf = moment => codes
  .map((text, i) => ({ code: text.textContent, ...homes[i] }))
  .filter(({ code }) => moment.provinces.includes(code));

export const subtitle = document.createElement("p");
subtitle.className = "subtitle";
subtitle.hidden = true;
one(".board-wrap")?.append(subtitle);

export const showSubtitle = ({ at, words, centres }) => {
  const season = Object.assign(document.createElement("b"), { textContent: `${G.phases[at].t}. ` });
  const counts = Object.assign(document.createElement("span"), { textContent: centres });
  subtitle.replaceChildren(season, `${words} `, counts);
  subtitle.hidden = false;
};

export const leaveMoment = () => {
  subtitle.hidden = true;
  board?.classList.remove("close-up");
};

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

export const lastingInFilm = () => Math.min(LONGEST_MOMENT, MINUTE / momentsShown().length);

/* The phase that is played after one; null if nothing more is shown. */
export const following = at => {
  if (!now.film) return at + 1;
  const next = momentAfter(at);
  if (next) return next.at;
  return document.documentElement.classList.contains("covered") ? null : END;
};

for (const button of document.querySelectorAll("[data-minute]"))
  button.addEventListener("click", e => {
    e.preventDefault();
    watchMoments();
  });
