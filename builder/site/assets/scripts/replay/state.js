/* The replay of a game: one board, and what each phase adds to it. No framework; works from disk. */
if (location.protocol === "file:" && parent !== self) // the player alone cannot read this page from disk
  parent.postMessage(document.querySelector(".ch-game").outerHTML, "*");

const R = document.querySelector(".replay");
const G = JSON.parse(document.getElementById("game-data").textContent);
const COUNT = G.phases.length;
const END = COUNT; // the last step: the board after the last phase, and the result
G.phases.push({ ...G.end, s: "end", k: "", y: G.phases.at(-1).y, c: G.powers.map(() => []) });

const one = (selector, root = R) => root.querySelector(selector);
const all = (selector, root = R) => [...root.querySelectorAll(selector)];
const board = one(".board");
const STILL = 0.5; // the moment of a phase at which its drawing stands still
const now = {
  at: 0, // the phase that is shown
  wanted: 0, // the phase that is shown as soon as it is loaded
  moment: STILL, // of the phase, from 0 to 1
  after: false, orders: true, power: "", playing: false, film: false, speed: 1, seen: false,
};
const SPEEDS = [0.5, 1, 2, 4];
const still = matchMedia("(prefers-reduced-motion: reduce)");

const label = at => [G.phases[at].t, G.phases[at].k].filter(Boolean).join(", ");
const PAGE = one("[data-page]").getAttribute("href");
const pageOf = at => PAGE.replace(G.phases[0].s, G.phases[Math.min(at, COUNT - 1)].s);
const concerning = (at, power) => (power ? G.phases[at].c[G.powers.indexOf(power)] : []);
const slugOf = name => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
const phaseAt = slug => G.phases.findIndex(phase => phase.s === slug);
const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
