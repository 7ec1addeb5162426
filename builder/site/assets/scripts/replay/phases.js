/* The phases of the game: each is read from its own page when it is wanted, and kept. */
const PARTS = ["defs", ".tints", ".lines", ".counters", ".words"];
const known = [], coming = [];

const partsOf = (map, sections, headline) => ({
  headline: headline?.textContent || "",
  map: map && Object.fromEntries(PARTS.map(part => [part, one(part, map)])),
  rows: Object.fromEntries(sections.map(section => [section.dataset.p, one("ol", section)])),
});

const end = partsOf(one("#after-the-end").content.querySelector("svg"), []);

const readPage = text => {
  const page = new DOMParser().parseFromString(text, "text/html");
  return partsOf(one(".board", page), all(".results [data-p]", page), one(".title .headline", page));
};

const phase = at => coming[at] ||= pageText(pageOf(at)).then(text => (known[at] = readPage(text)));
const phasesNear = at => [at + 1, at - 1].filter(near => near >= 0 && near <= LAST).forEach(phase);

known[0] = partsOf(board, all(".pw"), one("[data-headline]"));
for (const group of [known[0].map, known[0].rows])
  for (const part in group || {}) group[part] = group[part]?.cloneNode(true);
coming[0] = Promise.resolve(known[0]);
