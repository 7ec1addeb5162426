import { all, ask, one } from "./judge.js";
import { judgeOwn } from "./judging.js";
import { make, plain, say } from "./painting.js";
import { composed, now } from "./position.js";

/* Choosing orders: only possible ones are offered, by field, by map, or by typing. */
let held = null; // the field whose orders are offered
let where = null; // the element in which they are offered

const possible = async power => {
  const key = `${composed(now.head, {})}${power}`;
  return new Map(await (now.possible[key] ??= ask("orders", composed(now.head, {}), power).then(([found]) => found)));
};

export const offer = async (field, places = []) => {
  const known = await possible(field.power);
  const orders = field.province ? known.get(field.province) ?? [] : [...known.values()].flat();
  const begun = plain(field.input.value);
  const whole = orders.some(order => plain(order) === begun);
  const names = order => order.split(/[^\p{L}\p{N}]+/u);
  const fits = order => {
    if (places.length) return places.every(place => names(order).includes(place));
    return whole || plain(order).startsWith(begun);
  };
  const shown = orders.filter(fits);
  const buttons = shown.map(order => {
    const button = make("button", { type: "button", textContent: order });
    button.setAttribute("aria-pressed", `${plain(order) === begun}`);
    button.addEventListener("click", () => enter(field, order));
    return button;
  });
  if (held !== field) return;
  where.replaceChildren(...(where === field.choices ? [] : [`${field.name}: `]), ...buttons);
  if (places.length && shown.length === 1) enter(field, shown[0]);
  else if (places.length) {
    const orders = `${shown.length || "no"} order${shown.length === 1 ? "" : "s"}`;
    say(`${field.name}: ${orders} with ${places.join(", ")}.`);
  }
};

/* The field whose orders are offered, beside itself or beneath the map. */
export const choose = (field, place = field.choices) => {
  if (held === field && where === place) return;
  where?.replaceChildren();
  held = field;
  where = place;
  all(".chosen").forEach(e => e.classList.remove("chosen"));
  all(`.board [data-o="${CSS.escape(field.province)}"]`).forEach(e => e.classList.add("chosen"));
  offer(field);
};

const enter = (field, order) => {
  field.input.value = order;
  where.replaceChildren();
  if (where === field.choices) field.input.focus();
  else held = null;
  judgeOwn();
};

const provinceAt = event => {
  for (const shape of document.elementsFromPoint(event.clientX, event.clientY)) {
    const code = shape.closest(".board [data-o]")?.dataset.o;
    if (code) return code.split("/")[0];
  }
  return "";
};

/* First a unit is chosen, then the place where it is to act; the same unit again undoes the choice. */
export const press = event => {
  const code = provinceAt(event);
  if (!code) return;
  if (held && held.province && code !== held.province) return void offer(held, [code]);
  const found = now.fields.find(field => field.province === code) ?? now.fields.find(field => !field.province);
  if (found) choose(found, one("[data-near]"));
};

/* The orders offered for a field are hidden. */
export const closeChoices = () => where?.replaceChildren();
