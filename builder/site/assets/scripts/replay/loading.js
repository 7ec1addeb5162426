import { pause } from "./pace.js";
import { paintChart } from "./painting.js";
import { known, phase } from "./phases.js";
import { COUNT, G, R, label, now, one, wordsOf } from "./state.js";

/* Waiting for a phase: the old picture is dimmed, and a failure is reported with what can be done. */
const trouble = one("[data-trouble]");

export const report = (words, ...links) => {
  trouble.replaceChildren(...(words ? [`${words} `, ...links] : []));
  trouble.hidden = !words;
};

const linkTo = (at, words) => {
  const link = document.createElement("a");
  link.href = wordsOf(at);
  link.textContent = words;
  return link;
};

const againButton = again => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Try again";
  button.addEventListener("click", again);
  return button;
};

/* True as soon as these phases are loaded; false if one cannot be, or if another is wanted by then. */
export const loaded = async (at, needed, again) => {
  if (needed.every(near => known[near])) return true;
  R.classList.add("waiting");
  try {
    await Promise.all(needed.map(phase));
    return now.wanted === at;
  } catch {
    if (now.wanted !== at) return false;
    now.wanted = now.at;
    pause();
    const link = linkTo(at, G.file ? "Its orders as text" : "Its own page");
    report(`${label(at)} could not be loaded.`, link, " ", againButton(again));
    paintChart();
    return false;
  } finally {
    if (now.wanted === at || now.wanted === now.at) R.classList.remove("waiting");
  }
};

/* How many letters have to be changed to make one text of another. */
const changes = (one, other) => {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row.at(-1);
};

/* The phase that is nearest to an address: first by its year, then by its letters. */
export const nearestPhase = slug => {
  const named = /\d+/.exec(slug);
  if (!named) return 0;
  const year = Number(named[0]);
  let best = 0;
  let least = Infinity;
  G.phases.slice(0, COUNT).forEach((phase, at) => {
    const own = Number(/\d+/.exec(phase.s)?.[0] ?? phase.y);
    const cost = 100 * Math.abs(own - year) + changes(slug.slice(0, 60), phase.s);
    if (cost < least) [best, least] = [at, cost];
  });
  return best;
};
