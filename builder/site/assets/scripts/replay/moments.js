import { codes, homes } from "./codes.js";
import { COUNT, END, G, board, now, one } from "./state.js";

/* The moments of the game: the seasons that decided it, what to say of each, and where on the map it is. */
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
export const momentsShown = () => {
  if (!document.documentElement.classList.contains("covered")) return MOMENTS;
  const last = G.phases.findIndex(phase => phase.t === G.phases[COUNT - 1].t);
  return MOMENTS.filter(({ at }) => at < last);
};
export const momentAfter = at => momentsShown().find(moment => moment.at > at);

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

export const lastingInFilm = () => Math.min(LONGEST_MOMENT, MINUTE / momentsShown().length);

/* The phase that is played after one; null if nothing more is shown. */
export const following = at => {
  if (!now.film) return at + 1;
  const next = momentAfter(at);
  if (next) return next.at;
  return document.documentElement.classList.contains("covered") ? null : END;
};
