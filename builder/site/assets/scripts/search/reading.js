import { folded } from "../common/words.js";

/* What a question means. Its words are looked up in the tables of the build; there are no words of orders here. */
const LONGEST_NAME = 6; // words
const OF_A_PHASE = new Set(["season", "year", "step"]);
const OF_AN_ORDER = new Set(["place", "kind", "verb"]);
const YEAR_ALONE = 3; // letters: a shorter year needs a season before it

const PIECE = /[\p{L}\p{N}]+(?:['’`][\p{L}\p{N}]+)*|[^\p{L}\p{N}\s]/gu;
const piecesOf = text => [...text.matchAll(PIECE)].map(piece => piece[0]);
const isWord = piece => /[\p{L}\p{N}]/u.test(piece);
const has = (item, role) => item?.meanings.find(meaning => meaning[0] === role)?.[1];

const lookedUp = (tables, word) => [...(tables.own.get(word) ?? []), ...(tables.shared.get(word) ?? [])];

/* A sign that means nothing, such as the dot of `St. P.`, does not part a name; one letter that is a
   verb or a unit does. */
const joins = (tables, pieces) => pieces.every((piece, at) => {
  const meanings = lookedUp(tables, isWord(piece) ? folded(piece) : piece);
  if (!isWord(piece)) return at > 0 && at < pieces.length - 1 && !meanings.length;
  return at === 0 || piece.length > 1 || !meanings.some(([role]) => role === "verb" || role === "kind");
});

/* The longest name that begins the pieces, with its meanings. */
const longestName = (tables, pieces) => {
  for (let length = Math.min(LONGEST_NAME, pieces.length); length > 1; length--) {
    const some = pieces.slice(0, length);
    const meanings = lookedUp(tables, folded(some.join("")));
    if (meanings.length && joins(tables, some)) return { text: some.join(" "), meanings, length };
  }
  const [piece] = pieces;
  const exact = tables.names.exact.includes(piece) ? [["place", piece]] : [];
  const meanings = [...exact, ...lookedUp(tables, isWord(piece) ? folded(piece) : piece)];
  return { text: piece, meanings, length: 1 };
};

/* `S01` or `F1903M`: letters and figures without a blank between them, all of them parts of a phase. */
const phaseParts = (tables, piece) => {
  const parts = piece.match(/\p{L}+|\p{N}+/gu) ?? [];
  const items = parts.map(part => ({
    text: part,
    meanings: lookedUp(tables, folded(part)).filter(([role]) => OF_A_PHASE.has(role)),
  }));
  return parts.length > 1 && items.every(item => item.meanings.length) ? items : null;
};

/* The words of a question, each with its meanings. */
const itemsOf = (tables, question) => {
  const items = [];
  let pieces = piecesOf(question);
  while (pieces.length) {
    const name = longestName(tables, pieces);
    const parts = name.meanings.length ? null : phaseParts(tables, pieces[0]);
    items.push(...(parts ?? [name]));
    pieces = pieces.slice(name.length);
  }
  return items;
};

/* Where the phase of a question begins and ends, and its parts. */
const phaseOf = items => {
  const at = items.findIndex((item, place) => {
    const year = has(item, "year");
    const season = has(items[place - 1], "season");
    return year && (item.text.length > YEAR_ALONE || season);
  });
  if (at < 0) return null;
  const season = has(items[at - 1], "season") ?? "";
  const step = has(items[at + 1], "step") ?? "";
  return {
    year: has(items[at], "year"), season, step, from: season ? at - 1 : at, to: step ? at + 2 : at + 1,
  };
};

/* One meaning of a word in its place: a coast needs a space that has it, and a word that is a space as well as a power
   is the power if a unit stands behind it. */
const chosen = (tables, item, parts, next) => {
  const coast = has(item, "coast");
  const last = parts.at(-1);
  if (coast && last?.role === "place" && tables.names.coasts.includes(last.value + coast)) return ["coast", coast];
  const roles = item.meanings.filter(([role]) => role !== "coast" && !OF_A_PHASE.has(role));
  const power = roles.find(([role]) => role === "power");
  if (power && has(next, "kind")) return power;
  return roles[0] ?? ["unknown", item.text];
};

/* Of several verbs the first counts. An arrow leads to a goal, unless another verb stands beside it or nothing before
   it. The kind of a unit stands before its space. */
const withOneVerb = (written, arrow) => {
  const parts = written.filter((part, at) => part.role !== "kind" || written[at + 1]?.role === "place");
  const isVerb = part => part?.role === "verb";
  const isArrow = part => isVerb(part) && part.value === arrow;
  const parted = parts.filter((part, at) => {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    return !isArrow(part) || !(at === 0 || isVerb(before) || (isVerb(after) && !isArrow(after)));
  });
  const first = parted.find(isVerb);
  return parted.filter(part => !isVerb(part) || part === first || isArrow(part));
};

/* The reading of a question: its phase, the parts of an order as pages spell them, the power and the outcome that were
   asked for, what else is asked, and the words that mean nothing. */
export const readQuestion = (tables, question) => {
  const items = itemsOf(tables, question);
  const phase = phaseOf(items);
  const rest = phase ? [...items.slice(0, phase.from), ...items.slice(phase.to)] : items;
  const reading = { phase, order: [], power: "", outcome: 0, asked: [], unknown: [] };
  const parts = [];
  rest.forEach((item, at) => {
    const [role, value] = chosen(tables, item, parts, rest[at + 1]);
    if (OF_AN_ORDER.has(role) || role === "coast") parts.push({ role, value });
    else if (role === "power") reading.power ||= value;
    else if (role === "result") reading.outcome = Number(value) + 1;
    else if (role === "question") reading.asked.push(value);
    else if (role === "unknown" && isWord(item.text)) reading.unknown.push(item.text);
  });
  reading.order = withOneVerb(parts, tables.arrow);
  return reading;
};

/* An order has a space, and a unit, a verb or another space. */
export const isOrder = ({ order }) => order.length > 1 && order.some(part => part.role === "place");

/* Does an order as a page spells it have these parts, in this order, and the same verb? */
const partsOf = text => text.replaceAll("/", " /").split(" ");
export const fitsOrder = (tables, parts, text) => {
  const words = partsOf(text);
  const verb = parts.find(part => part.role === "verb");
  if (verb && words.find(word => tables.verbs.has(word)) !== verb.value) return false;
  let at = 0;
  for (const { role, value } of parts) {
    const same = word => word === value || (role === "kind" && tables.names.simple[word] === value);
    while (at < words.length && !same(words[at])) at++;
    if (at++ >= words.length) return false;
  }
  return true;
};
