import { loadData } from "../common/data_files.js";
import { hasPage, ownersFile } from "../common/game_addresses.js";
import { ROOT } from "../search/tables.js";
import { SVG } from "../motion/tracks.js";
import { POWERS } from "./page.js";

/* The centres of each power from phase to phase, from what a game says of its seasons. */
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const countsOf = owners => {
  const counts = POWERS.map(() => 0);
  for (const letter of owners) {
    const at = LETTERS.indexOf(letter);
    if (at >= 0 && at < counts.length) counts[at] += 1;
  }
  return counts;
};

/* The curve of a game as a picture, and the powers with most centres at its end in words. */
export const curveOf = async (game, where) => {
  const address = new URL(ownersFile(game, where), ROOT).href;
  const phases = hasPage(where) ? await loadData(`seasons/${game}`, address) ?? [] : [];
  const courses = [];
  for (const [, owners] of phases) courses.push(owners === undefined ? courses.at(-1) : countsOf(owners));
  const most = Math.max(1, ...courses.flat());
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "curve");
  svg.setAttribute("viewBox", `0 0 ${Math.max(1, courses.length - 1)} ${most}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  POWERS.forEach(({ slug }, at) => {
    if (!courses.some(counts => counts[at])) return;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", `p-${slug}`);
    path.setAttribute("d", `M${courses.map((counts, phase) => `${phase} ${most - counts[at]}`).join("L")}`);
    svg.append(path);
  });
  const last = (courses.at(-1) ?? []).map((count, at) => ({ count, name: POWERS[at].name }));
  const words = last.filter(({ count }) => count).sort((one, other) => other.count - one.count).slice(0, 3)
    .map(({ count, name }) => `${name} ${count}`).join(", ");
  return { svg, words };
};
