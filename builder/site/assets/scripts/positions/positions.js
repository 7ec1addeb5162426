import { make, times } from "../common/elements.js";
import { explore } from "../search/explorer.js";
import { phaseTitle } from "../search/seasons.js";
import { load } from "../search/tables.js";

/* Where a position was reached, and what was ordered next in it. Links of our own pages ask for it by its name. */
export const found = document.getElementById("found");
const MOST = 200;
const say = words => found.replaceChildren(make("p", words));

const linkTo = ({ game, slug, names }) => {
  const item = make("li", "");
  const link = make("a", "", { href: `../games/${game[0]}/${slug}/` });
  link.append(make("bdi", game[1]), `, ${phaseTitle(names, slug)}`);
  item.append(link, make("small", `How the game ended: ${game[3]}`, { className: "spoiler" }));
  return item;
};

/* Reads the games of the next block, until none is left. */
const showPlaces = async (blocks, all, variant, hits) => {
  const block = blocks[0];
  const games = await load(`g-${block}`);
  for (const [at, number, slug] of all) {
    const game = games[number];
    if (at !== block || !game || (variant && game[2] !== variant)) continue;
    hits.push({ game, slug, names: await load(`names-${game[2]}`) });
  }
  const list = make("ul", "", { className: "plainlist" });
  list.append(...hits.slice(0, MOST).map(linkTo));
  say(`This position was reached ${times(hits.length, "time")}${blocks.length > 1 ? " so far" : ""}.`);
  found.append(list);
  if (hits.length) explore(hits);
  if (blocks.length < 2) return;
  const button = make("button", "Search the next games", { type: "button" });
  button.addEventListener("click", () => showPlaces(blocks.slice(1), all, variant, hits));
  found.append(button);
};

const showPosition = async () => {
  const asked = new URLSearchParams(location.search);
  const name = /^position[: ]([0-9a-f]{12})$/i.exec((asked.get("find") ?? "").trim())?.[1];
  if (!name) return;
  say("Looking …");
  const spread = await load("blocks");
  const data = await load(`p-${name.slice(0, Math.min(2, spread.blocks))}`);
  const all = (data ?? []).flatMap(held => held[name] ?? []);
  if (!all.length) {
    say("This position is nowhere in this archive.");
    return;
  }
  await showPlaces([...new Set(all.map(([block]) => block))], all, asked.get("in"), []);
};

addEventListener("popstate", showPosition);
showPosition();
