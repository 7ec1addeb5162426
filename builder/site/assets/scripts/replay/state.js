/* The replay of a game: one board, and what each phase adds to it. No framework; works from disk. */
const R = document.querySelector(".replay");
const G = JSON.parse(document.getElementById("game-data").textContent);
const LAST = G.phases.length - 1;
const one = (selector, root = R) => root.querySelector(selector);
const all = (selector, root = R) => [...root.querySelectorAll(selector)];
const board = one(".board");
const now = { at: 0, after: false, orders: true, power: "", timer: 0, speed: 1, seen: false };
const SPEEDS = [0.5, 1, 2, 4];
const PACE = 2600;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const label = at => `${G.phases[at].t}, ${G.phases[at].k}`;
const PAGE = one("[data-page]").getAttribute("href");
const pageOf = at => PAGE.replace(G.phases[0].s, G.phases[at].s);
const concerning = (at, power) => (power ? G.phases[at].c[G.powers.indexOf(power)] : []);
const slugOf = name => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
const phaseAt = slug => G.phases.findIndex(phase => phase.s === slug);
