import { loadData } from "../common/data_files.js";
import { IN_PAGE, gameAddress, hasPage } from "../common/game_addresses.js";
import { ordersIn } from "../common/listed_orders.js";
import { pageText } from "../common/page_text.js";
import { FIRST, ID, NAME, OPENINGS, RESULT, VARIANT, WHERE } from "../search/game_entry.js";
import { phaseTitle } from "../search/seasons.js";
import { ROOT, load } from "../search/tables.js";
import { ordersOf } from "./order_text.js";
import { D, POWERS } from "./page.js";
import { joinedRows, newRow, singlesOf } from "./rows.js";

/* What was ordered in games of the archive that reached a position, by the whole board at once. Each game says what was
   ordered in it; some games are read at a time. */
const AT_ONCE = 48;
/* Where a position was reached: block, number of the game in it, and phase; without a position the start of all
   games. */
const placesOf = async position => {
  const { blocks } = await load("blocks") ?? { blocks: 0 };
  if (position) {
    const files = await load(`p-${position.slice(0, Math.min(2, blocks))}`);
    return (files ?? []).flatMap(file => file[position] ?? []);
  }
  return [...Array(blocks).keys()].map(block => [block, -1, D.seasons[0][0]]); // all games of a block
};

const entriesAt = async ([block, number, slug]) => {
  const [games, ends] = await Promise.all([load(`g-${block}`), load(`e-${block}`)]);
  const all = (games ?? []).map((entry, at) => ({ entry, end: ends?.[at], slug }));
  const chosen = number < 0 ? all.filter(({ entry }) => entry[FIRST] === slug) : all.slice(number, number + 1);
  return chosen.filter(({ entry }) => entry[VARIANT] === D.variant && hasPage(entry[WHERE]));
};

/* What a game says of its orders in its own file, read from the text of its page: each movement phase with the orders
   of each power. */
const seasonsInText = async id => {
  const text = await pageText(new URL(gameAddress(id, IN_PAGE), ROOT).href);
  const page = new DOMParser().parseFromString(text, "text/html");
  const moved = [...page.querySelectorAll(".told section")].filter(section => section.id.endsWith("-movement"));
  return moved.map(section => {
    const orders = ordersIn(section);
    const of = name => orders.filter(({ power }) => power === name)
      .sort((one, other) => (one.text < other.text ? -1 : 1))
      .map(({ text: order, failed }) => `${order}${failed ? D.signs.failed : ""}`).join(", ");
    return [section.id, POWERS.map(({ name }) => of(name))];
  });
};

const seasonsOfGame = async (id, where) => {
  if (where === IN_PAGE) return seasonsInText(id);
  return await loadData(`orders/${id}`, new URL(`games/${id}/orders.js`, ROOT).href) ?? [];
};

const gameFrom = async ({ entry, end, slug }) => {
  const id = entry[ID];
  const seasons = await seasonsOfGame(id, entry[WHERE]);
  const [winners, owners] = end ?? [[], {}];
  const left = new Set(Object.values(owners));
  return {
    id,
    name: entry[NAME],
    where: entry[WHERE],
    result: entry[RESULT],
    openings: entry[OPENINGS],
    winners,
    out: POWERS.filter((_, at) => !left.has(at)).map(({ name }) => name),
    seasons: seasons.slice(Math.max(0, seasons.findIndex(([phase]) => phase === slug))),
  };
};

const given = (game, depth, at) => ordersOf(game.seasons[depth]?.[1][at] ?? "");

const fits = (game, steps) => steps.every((chosen, depth) => chosen.every(({ power, order }) => {
  const at = POWERS.findIndex(({ name }) => name === power);
  return given(game, depth, at).some(one => one.order === order);
}));

const rowOf = (game, depth, at) => {
  const orders = given(game, depth, at);
  if (!orders.length) return null;
  const { name } = POWERS[at];
  return Object.assign(newRow(orders.map(({ order }) => order).join(", ")), {
    games: 1,
    clean: orders.some(({ failed }) => failed) ? 0 : 1,
    won: game.winners.includes(name) ? 1 : 0,
    out: game.out.includes(name) ? 1 : 0,
    ours: [game.id],
    name: depth || game.seasons[0][0] !== D.seasons[0][0] ? "" : game.openings[name] ?? "",
  });
};

const countedValues = values => {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]);
};

const titleOf = (names, slugs) => {
  const [[most] = [""], ...others] = countedValues(slugs);
  const title = phaseTitle(names, most).replace(/ (?:moves|movement)$/i, "");
  return others.length ? `${title} and ${others.length} other season${others.length === 1 ? "" : "s"}` : title;
};

export const playedSource = async position => {
  const names = await load(`names-${D.variant}`) ?? { phases: {} };
  const waiting = await placesOf(position);
  const due = [];
  const games = [];
  const bring = async () => {
    while (waiting.length && due.length < AT_ONCE) due.push(...await entriesAt(waiting.shift()));
    games.push(...await Promise.all(due.splice(0, AT_ONCE).map(gameFrom)));
  };
  await bring();
  return {
    joint: true,
    bring,
    more: () => waiting.length + due.length,
    look: steps => {
      const depth = steps.length - 1;
      const left = games.filter(game => game.seasons.length > depth && fits(game, steps));
      const played = new Map(POWERS.map(({ name }, at) => {
        const rows = joinedRows(left.map(game => rowOf(game, depth, at)).filter(Boolean));
        return [name, { rows, total: left.length, singles: singlesOf(rows) }];
      }).filter(([, { rows }]) => rows.length));
      const next = left.map(game => game.seasons[depth + 1]?.[0]).filter(Boolean);
      return {
        title: titleOf(names, left.map(game => game.seasons[depth][0])),
        total: left.length,
        before: games.length,
        played,
        games: left.map(({ id, name, where, result, seasons }) =>
          ({ id, name, where, result, slug: seasons[depth][0] })),
        endings: countedValues(left.map(({ result }) => result || "unknown")),
        after: next.length ? titleOf(names, next) : "",
      };
    },
  };
};
