/* The phases of the game: each is read from its own page when it is needed. The first is kept, and
   those near the one that is shown. */
const NEAR = 3;
const PARTS = ["defs", ".tints", ".lines", ".counters", ".words"];
const known = [], coming = [];

const copied = node => node && document.importNode(node, true);

const partsOf = (map, sections, headline) => ({
  headline: headline?.textContent || "",
  map: map && Object.fromEntries(PARTS.map(part => [part, copied(one(part, map))])),
  rows: Object.fromEntries(sections.map(section => [section.dataset.p, copied(one("ol", section))])),
});

const end = partsOf(one("#after-the-end").content.querySelector("svg"), []);

const readPage = text => {
  const page = new DOMParser().parseFromString(text, "text/html");
  return partsOf(one(".board", page), all(".results [data-p]", page), one(".title .headline", page));
};

const phase = at => coming[at] ||= pageText(pageOf(at)).then(text => (known[at] = readPage(text)));
const phasesNear = at => {
  for (let far = 1; far <= LAST; far++) if (Math.abs(far - at) > NEAR) { delete coming[far]; delete known[far]; }
  [at + 1, at - 1].filter(near => near >= 0 && near <= LAST).forEach(phase);
};

known[0] = partsOf(board, all(".pw"), one("[data-headline]"));
coming[0] = Promise.resolve(known[0]);
