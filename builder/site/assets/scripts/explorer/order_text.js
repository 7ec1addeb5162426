import { D } from "./page.js";

/* An order as pages spell it: where its unit stands, what it does, and the locations behind its verb. */
const { move, support, convoy, failed } = D.signs;
const VERBS = [move, support, convoy];

export const readOrder = text => {
  const words = text.replace(/[[\]]/g, "").split(" "); // brackets stand around a fleet that carries an army
  const verb = words.findIndex(word => VERBS.includes(word));
  const before = verb < 0 ? words : words.slice(0, verb);
  return {
    kind: words[0],
    at: before.findLast(word => word in D.spots) ?? "",
    verb: verb < 0 ? "" : words[verb],
    places: verb < 0 ? [] : words.slice(verb + 1).filter(word => word in D.spots),
  };
};
export const isMove = ({ verb }) => verb === move;

/* The orders of a season from one text, each with whether it failed. */
export const ordersOf = text => text.split(", ").filter(Boolean).map(order => ({
  order: order.endsWith(failed) ? order.slice(0, -failed.length) : order,
  failed: order.endsWith(failed),
}));
