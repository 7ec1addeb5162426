import { ordersIn } from "../common/listed_orders.js";
import { COUNT, G, label, textOf } from "./state.js";

/* The orders of all phases as a text file, from the page of a game that has no other file of them: a line for each
   power, and behind an order its result, if that is no plain success. `chancery import` reads it as a report of a zine,
   whose word for a unit without an order is `unordered`. */
const printed = fate => fate.replace("no order", "unordered");
const asLines = at => {
  const lines = new Map();
  for (const { power, text, fate } of ordersIn(textOf(at))) {
    const order = fate ? `${text} (${printed(fate)})` : text;
    lines.set(power, [...(lines.get(power) ?? []), order]);
  }
  return [label(at), ...[...lines].map(([power, orders]) => `${power}: ${orders.join(", ")}`), ""];
};

const allOrders = () => {
  const head = [G.game, `Variant: ${G.variant}`, G.end.r, ""];
  return [...head, ...G.phases.slice(0, COUNT).flatMap((_, at) => asLines(at))].join("\n");
};

document.querySelector("[data-orders-as-text]")?.addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([allOrders()], { type: "text/plain" }));
  link.download = `${G.id}.txt`;
  link.click();
});
