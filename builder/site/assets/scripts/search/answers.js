import { wordsOf } from "../common/words.js";
import { phaseAddress } from "../common/game_addresses.js";
import { ADDRESS, ENDING, KIND, LINE, PICTURE, TITLE, entriesOf } from "./lookup.js";
import { nearestWords } from "./nearest.js";
import { begun, heldBy, ordersOf, seasonsOf, seasonsWith } from "./orders.js";
import { ownersIn } from "./pictures.js";
import { isOrder, readQuestion } from "./reading.js";
import { fitsPhase, phaseTitle, phasesOf } from "./seasons.js";
import { load, tablesFor } from "./tables.js";

/* Everything that fits a question, as hits for the box and for the page of all hits. */
export const FIRST_HITS = 5;
export const MOST_ENTRIES = 40;

const entryHit = (entry, kinds) => ({
  kind: kinds[entry[KIND]],
  title: entry[TITLE],
  after: "",
  line: entry[LINE],
  ending: entry[ENDING],
  address: entry[ADDRESS],
  picture: entry[PICTURE] ? async () => entry[PICTURE] : null,
});

/* A game becomes its phase, if a phase was asked for and occurs in it. */
const phaseHit = async (hit, phase) => {
  const game = /^games\/([^/]+)\/$/.exec(hit.address)?.[1];
  if (!game || !phase || !hit.picture) return hit;
  const [variant, , where = ""] = await hit.picture();
  const names = await load(`names-${variant}`);
  const slug = names && (await phasesOf(game, where)).find(one => fitsPhase(names, phase, one));
  if (!slug) return { ...hit, line: `${hit.line} This phase does not occur in it.` };
  return {
    ...hit,
    kind: "Season",
    after: `, ${phaseTitle(names, slug)}`,
    address: phaseAddress(game, where, slug),
    picture: async () => [variant, await ownersIn(game, where, slug)],
  };
};

/* The variant that a question names, else that of the page, else the first. */
const variantOf = (index, question, wanted) => {
  const words = wordsOf(question).join(" ");
  const named = index.variants.find(([, title]) => words.includes(wordsOf(title).join(" ")));
  const here = document.querySelector(".ch[class*=' v-']")?.className.match(/ v-([\w-]+)/)?.[1];
  const known = name => index.variants.some(([one]) => one === name);
  if (known(wanted)) return wanted;
  return named?.[0] ?? (known(here) ? here : index.variants[0]?.[0] ?? "");
};

const withoutTitle = (index, variant, question) => {
  const title = index.variants.find(([name]) => name === variant)?.[1] ?? "";
  const place = question.toLowerCase().indexOf(title.toLowerCase());
  return title && place >= 0 && title.length < question.length
    ? question.slice(0, place) + question.slice(place + title.length) : question;
};

/* The orders or the seasons that a question asks for, or null. */
const courseOf = async (tables, variant, reading) => {
  if (!tables) return null;
  const held = ["who", "won"].every(word => reading.asked.includes(word));
  const namesPlace = reading.order.some(part => part.role === "place");
  if (held && reading.power && namesPlace) return heldBy(tables, variant, reading);
  if (isOrder(reading)) {
    const games = reading.unknown.length ? await entriesOf(reading.unknown.flatMap(wordsOf)) : [];
    const ids = games.map(entry => /^games\/([^/]+)\/$/.exec(entry[ADDRESS])?.[1]).filter(Boolean);
    if (reading.unknown.length && !ids.length) return null;
    return ordersOf(tables, variant, { ...reading, games: ids.length ? new Set(ids) : null });
  }
  const isOutcome = reading.outcome && !reading.order.length && !reading.power && !reading.unknown.length;
  if (isOutcome) return seasonsWith(tables, { ...reading, variant });
  if (reading.phase && !reading.unknown.length && !reading.order.length) return seasonsOf(tables, variant, reading);
  return null;
};

const entryHits = async (words, phase, index) => {
  const entries = (await entriesOf(words)).slice(0, MOST_ENTRIES);
  const hits = entries.map(entry => entryHit(entry, index.kinds));
  return Promise.all(hits.map((hit, at) => (at < FIRST_HITS ? phaseHit(hit, phase) : hit)));
};

/* The hits of a question: `course` has orders or seasons, `entries` everything else, `nearest` the words that were
   tried because nothing has those of the question. */
export const answersTo = async (question, wanted = "") => {
  const index = await load("index");
  if (!index || !question.trim()) return { course: null, entries: [], nearest: "" };
  const variant = variantOf(index, question, wanted);
  const tables = variant ? await tablesFor(variant) : null;
  const reading = tables ? readQuestion(tables, withoutTitle(index, variant, question)) : { phase: null, order: [] };
  const course = await courseOf(tables, variant, reading);
  if (course) await begun(course);
  const named = reading.phase && reading.unknown.length ? reading.unknown.join(" ") : question;
  const words = wordsOf(named);
  const isAnswered = isOrder(reading) && course?.hits.length > 0; // its words need not be looked up
  const entries = isAnswered ? [] : await entryHits(words, reading.phase, index);
  if (entries.length || course?.hits.length || course?.more()) return { course, entries, nearest: "", variant };
  const near = await nearestWords(words);
  const others = near ? await entryHits(near, reading.phase, index) : [];
  return { course, entries: others, nearest: others.length ? near.join(" ") : "", variant };
};
