/* The replay of a game: one board, and what each phase adds to it. No framework; works from disk. */
if (location.protocol === "file:" && parent !== self) // the player alone cannot read this page from disk
  parent.postMessage(document.querySelector(".ch-game").outerHTML, "*");

export const R = document.querySelector(".replay");
export const G = JSON.parse(document.getElementById("game-data").textContent);
export const COUNT = G.phases.length;
export const END = COUNT; // the last step: the board after the last phase, and the result
G.phases.push({ ...G.end, s: "end", k: "", y: G.phases.at(-1).y, c: G.powers.map(() => []) });

export const one = (selector, root = R) => root.querySelector(selector);
export const all = (selector, root = R) => [...root.querySelectorAll(selector)];
export const board = one(".board");
export const STILL = 0.5; // the moment of a phase at which its drawing stands still
export const now = {
  at: 0, // the phase that is shown
  wanted: 0, // the phase that is shown as soon as it is loaded
  moment: STILL, // of the phase, from 0 to 1
  after: false, orders: true, power: "", playing: false, film: false, speed: 1, seen: false,
};
export const SPEEDS = [0.5, 1, 2, 4];
export const still = matchMedia("(prefers-reduced-motion: reduce)");

export const label = at => [G.phases[at].t, G.phases[at].k].filter(Boolean).join(", ");
const PAGE = one("[data-page]").getAttribute("href");
export const pageOf = at => PAGE.replace(G.phases[0].s, G.phases[Math.min(at, COUNT - 1)].s);
export const concerning = (at, power) => (power ? G.phases[at].c[G.powers.indexOf(power)] : []);
export const slugOf = name => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
export const phaseAt = slug => G.phases.findIndex(phase => phase.s === slug);
export const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
