/* The replay of a game: one board, and what each phase adds to it. No framework; works from disk. */
if (location.protocol === "file:" && parent !== self) // the player alone cannot read this page from disk
  parent.postMessage(document.querySelector(".ch-game").outerHTML, "*");

export const R = document.querySelector(".replay");
export const G = JSON.parse(document.getElementById("game-data").textContent);
export const one = (selector, root = R) => root.querySelector(selector);
export const all = (selector, root = R) => [...root.querySelectorAll(selector)];

/* The chart has a column for each phase, and one for the end: its address ends in the slug `s`, its label is the title
   `t` and the step `k`. The year `y` and the centres `n` are given where they differ from the phase before. */
export const columns = all(".cols a");
export const COUNT = G.phases.length;
export const END = COUNT; // the last step: the board after the last phase, and the result
G.phases.forEach((phase, at) => {
  const [, t, k] = /^(.*), (.*)$/.exec(columns[at].getAttribute("aria-label"));
  const [, s] = /([^/#]+)\/?(?:index\.html)?$/.exec(columns[at].getAttribute("href"));
  G.phases[at] = { ...G.phases[at - 1], ...phase, s, t, k };
});
G.phases.push({ ...G.end, s: "end", k: "", y: G.phases.at(-1).y, c: G.powers.map(() => []) });

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

/* The powers are numbered by these. */
export const POWER_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const label = at => [G.phases[at].t, G.phases[at].k].filter(Boolean).join(", ");
const PAGE = one("[data-page]").getAttribute("href");
export const pageOf = at => PAGE.replace(G.phases[0].s, G.phases[Math.min(at, COUNT - 1)].s);
/* Where its orders stand in words. */
export const wordsOf = at => (G.file ? `#text-${G.phases[Math.min(at, COUNT - 1)].s}` : pageOf(at));
export const concerning = (at, power) => (power ? G.phases[at].c?.[G.powers.indexOf(power)] ?? [] : []);
export const slugOf = name => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
/* The orders of a phase as text on this page, of a game without pages of phases. Their places give up their names to
   the player, which an address of a phase then means, and their titles lead to it. */
export const textOf = at => document.getElementById(`text-${G.phases[at].s}`);
const linkTitle = (title, slug) => {
  const link = document.createElement("a");
  link.href = `#${slug}`;
  link.textContent = title.textContent.trim();
  title.textContent = " "; // before the verdict, if there is one
  title.before(link);
};
for (const { s } of G.file ? G.phases : []) {
  const text = document.getElementById(s);
  if (!text) continue;
  text.id = `text-${s}`;
  linkTitle(one("h4", text).firstChild, s);
}
/* A phase by its name in addresses, or by the short one that many programs have: `S1901M`. */
const SHORT = /^([A-Z])(\d+)([A-Z])$/;
const shortOf = slug => slug.split("-").slice(-2).map(word => word[0]?.toUpperCase());
export const phaseAt = slug => {
  const [, season, year, step] = SHORT.exec(slug) ?? [];
  return G.phases.findIndex(({ s }) => s === slug || (year && s.startsWith(`${year}-`)
    && shortOf(s).join() === `${season},${step}`));
};
export const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
