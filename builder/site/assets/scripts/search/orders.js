import { times } from "../common/elements.js";
import { gameAddress, phaseAddress, replayAddress } from "../common/game_addresses.js";
import { FIRST, ID, LAST, NAME, RESULT, VARIANT, WHERE } from "./game_entry.js";
import { ownersIn } from "./pictures.js";
import { fitsOrder } from "./reading.js";
import { fitsPhase, phaseTitle } from "./seasons.js";
import { load } from "./tables.js";

/* Answers about orders and seasons. Games are spread over blocks: a search reads one that may have an answer, and the
   next one when it is asked to. */
const lazily = (blocks, read) => {
  const waiting = [...blocks];
  const course = {
    hits: [],
    more: () => waiting.length > 0,
    next: async () => {
      const block = waiting.shift();
      if (block !== undefined) course.hits.push(...await read(block, await load(`g-${block}`) ?? []));
      return course;
    },
  };
  return course;
};

/* Reads blocks until there is a hit; at most a few, for a search loads little. */
const MOST_BLOCKS = 2;
export const begun = async course => {
  for (let read = 0; read < MOST_BLOCKS && !course.hits.length && (!read || course.more()); read++) await course.next();
  return course;
};

const gameHit = (game, slug, names, more) => ({
  kind: "Season",
  title: game[NAME],
  after: `, ${phaseTitle(names, slug)}`,
  address: phaseAddress(game[ID], game[WHERE], slug),
  game: game[ID],
  ending: game[RESULT],
  picture: async () => [game[VARIANT], await ownersIn(game[ID], game[WHERE], slug)],
  line: "",
  ...more,
});

/* The beginning of the key under which the build lists an order: its verb and the first space behind it. */
const keyOf = parts => {
  const at = parts.findIndex(part => part.role === "verb");
  const place = parts.slice(at + 1).find(part => part.role === "place");
  return at < 0 ? "" : [parts[at].value, ...(place ? [place.value] : [])].join(" ");
};

/* The blocks that have such an order, from the bits of hexadecimal numbers. */
const blocksWith = (keys, parts, count) => {
  const start = keyOf(parts);
  const fits = key => !start || key === start || key.startsWith(`${start} `);
  const bits = Object.entries(keys).filter(([key]) => fits(key))
    .reduce((all, [, hex]) => all | BigInt(`0x${hex}`), 0n);
  return [...Array(count).keys()].filter(block => bits >> BigInt(block) & 1n);
};

const anchorOf = text => {
  const [kind, place] = text.replace(/^(Build|Remove) /, "").split(" ");
  return `order-${kind}-${place ?? ""}`.toLowerCase().replaceAll("/", "-");
};

const asSentence = why => why ? `${why[0].toUpperCase()}${why.slice(1)}` : "Carried out.";

const orderHits = (tables, reading, data, games) => {
  const { names } = tables;
  const hits = [];
  for (const [text, phases] of Object.entries(data ?? {})) {
    if (!fitsOrder(tables, reading.order, text)) continue;
    for (const [slug, rows] of Object.entries(phases)) {
      if (!fitsPhase(names, reading.phase, slug)) continue;
      for (const [at, power, outcome, why] of rows) {
        const wanted = !reading.outcome || Math.abs(outcome) === reading.outcome;
        if (!wanted || (reading.power && names.powers[power] !== reading.power)) continue;
        if (reading.games && !reading.games.has(games[at][ID])) continue;
        hits.push(gameHit(games[at], slug, names, {
          kind: "Order",
          slug,
          address: phaseAddress(games[at][ID], games[at][WHERE], slug, anchorOf(text)),
          power: names.powers[power],
          order: text,
          failed: outcome < 0,
          line: asSentence(why),
        }));
      }
    }
  }
  const order = Object.keys(names.phases);
  return hits.sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
};

export const ordersOf = async (tables, variant, reading) => {
  const { blocks } = await load("blocks");
  const place = reading.order.find(part => part.role === "place").value;
  const name = `o-${variant}-${place.toLowerCase()}`;
  const having = blocks > 1 ? blocksWith(await load(name) ?? {}, reading.order, blocks) : [0];
  return lazily(having, async (block, games) =>
    orderHits(tables, reading, await load(blocks > 1 ? `${name}-${block}` : name), games));
};

/* The games in which a phase occurs. */
export const seasonsOf = async (tables, variant, reading) => {
  const { names } = tables;
  const { blocks } = await load("blocks");
  const order = Object.keys(names.phases);
  const slug = order.find(one => fitsPhase(names, reading.phase, one));
  if (!slug) return null;
  const at = order.indexOf(slug);
  return lazily(Array(blocks).keys(), (_, games) => games
    .filter(game => game[VARIANT] === variant && game.length > LAST
      && order.indexOf(game[FIRST]) <= at && at <= order.indexOf(game[LAST]))
    .map(game => gameHit(game, slug, names, { address: replayAddress(game[ID], game[WHERE], slug) })));
};

/* The seasons in which orders had an outcome, those with most of them first. */
export const seasonsWith = async (tables, reading) => {
  const { names, outcomes } = tables;
  const place = reading.outcome - 1;
  const { blocks } = await load("blocks");
  return lazily(Array(blocks).keys(), async (block, games) => {
    const hits = [];
    for (const [slug, counts] of Object.entries(await load(`c-${place}-${block}`) ?? {})) {
      const row = fitsPhase(names, reading.phase, slug) ? counts : []; // a game, its number of orders, …
      for (let at = 0; at < row.length; at += 2) {
        const [game, count] = [games[row[at]], row[at + 1]];
        const line = `${times(count, "order")}: ${outcomes[place]}.`;
        if (game[VARIANT] === reading.variant) hits.push({ count, hit: gameHit(game, slug, names, { line }) });
      }
    }
    return hits.sort((one, other) => other.count - one.count).map(({ hit }) => hit);
  });
};

/* Who held a space at the end of the games that a power won. */
export const heldBy = async (tables, variant, reading) => {
  const { blocks } = await load("blocks");
  const place = reading.order.find(part => part.role === "place").value;
  return lazily(Array(blocks).keys(), async (block, games) => (await load(`e-${block}`) ?? [])
    .map(([winners, end], at) => ({ game: games[at], winners, holder: tables.names.powers[end[place]] }))
    .filter(({ game, winners }) => game[VARIANT] === variant && winners.includes(reading.power))
    .map(({ game, holder }) => ({
      kind: "Game",
      title: game[NAME],
      after: "",
      game: game[ID],
      address: gameAddress(game[ID], game[WHERE]),
      ending: `${place} was ${holder ? `held by ${holder}` : "nobody’s"}.`,
      line: "",
    })));
};
