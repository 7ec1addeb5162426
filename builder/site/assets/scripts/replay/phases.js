import { pageText } from "../common/page_text.js";
import { following } from "./moments.js";
import { END, G, all, board, one, pageOf } from "./state.js";

/* The phases of the game: each is read from its own page when it is needed. The first and the end
   are kept, and those near the one that is shown. */
const NEAR = 3;
export const PARTS = ["defs", ".tints", ".lines", ".counters", ".words"];
const NOTES = ".gm, .press"; // what the game master and the players wrote
export const known = [];
const coming = [];

const copied = node => node && document.importNode(node, true);

const partsOf = (map, sections, headline, notes = []) => ({
  notes: notes.map(copied),
  headline: headline?.textContent || "",
  map: map && Object.fromEntries(PARTS.map(part => [part, copied(one(part, map))])),
  rows: Object.fromEntries(sections.map(section => [section.dataset.p, copied(one("ol", section))])),
});

const readPage = text => {
  const page = new DOMParser().parseFromString(text, "text/html");
  const sections = all(".results [data-p]", page);
  if (!one(".ch-phase", page)) throw new Error("This is no page of a phase.");
  return partsOf(one(".board", page), sections, one(".title .headline", page), all(NOTES, page));
};

/* A phase that could not be loaded is asked for again the next time. */
export const phase = at => coming[at] ||= pageText(pageOf(at))
  .then(text => (known[at] = readPage(text)))
  .catch(error => { delete coming[at]; throw error; });

const keep = (at, parts) => {
  known[at] = parts;
  coming[at] = Promise.resolve(parts);
};
keep(0, partsOf(board, all(".pw"), one("[data-headline]"), all(NOTES)));
keep(END, { ...partsOf(one("#after-the-end").content.querySelector("svg"), []), headline: G.end.r });

export const phasesNear = at => {
  for (let far = 1; far < END; far++) {
    if (Math.abs(far - at) <= NEAR) continue;
    delete coming[far];
    delete known[far];
  }
  const neighbours = [following(at), at + 1, at - 1].filter(near => near !== null && near >= 0 && near <= END);
  for (const near of neighbours) phase(near).catch(() => { /* reported when it is wanted */ });
};
