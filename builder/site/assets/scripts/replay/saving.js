import { ordersIn } from "../common/listed_orders.js";
import { COUNT, G, label, textOf } from "./state.js";

/* The orders of all phases as a text file, from the page of a game that has no other file of them: a line for each
   power, and behind an order its result, if that is no plain success. */
const asLines = at => {
  const lines = new Map();
  for (const { power, text, fate } of ordersIn(textOf(at))) {
    const order = fate ? `${text} (${fate})` : text;
    lines.set(power, [...(lines.get(power) ?? []), order]);
  }
  return [label(at), ...[...lines].map(([power, orders]) => `${power}: ${orders.join(", ")}`), ""];
};

const allOrders = () => {
  const parts = [G.game, "", ...G.phases.slice(0, COUNT).flatMap((_, at) => asLines(at)), G.end.r, ""];
  return parts.join("\n");
};

document.querySelector("[data-orders-as-text]")?.addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([allOrders()], { type: "text/plain" }));
  link.download = `${G.id}.txt`;
  link.click();
});
