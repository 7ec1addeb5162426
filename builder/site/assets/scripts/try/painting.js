import { all, one } from "./judge.js";
import { composed, now } from "./position.js";

/* Puts an answer of the judge on the page. All text from links and fields goes in as text. */
export const make = (name, given = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), given);
  made.append(...inside);
  return made;
};

export const say = words => (one("[data-say]").textContent = words);
export const plain = text => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export const paintBoard = seen => {
  if (!one(".board") || !seen.drawing) return;
  const drawn = make("template", { innerHTML: seen.drawing }).content;
  for (const part of ["defs", ".tints", ".lines", ".counters"])
    one(part, one(".board")).replaceWith(one(part, drawn));
};

const field = (power, unit, province, text) => {
  const input = make("input", {
    value: text,
    className: unit ? "" : "more",
    autocomplete: "off",
    spellcheck: false,
    placeholder: unit ? `${unit} …` : "another order",
  });
  const name = unit ? `${unit} of ${power}` : power;
  input.setAttribute("aria-label", unit ? `Order for ${name}` : `Another order of ${power}`);
  const mark = make("small", { className: "was" });
  const wrong = make("pre", { className: "wrong" });
  const choices = make("div", { className: "choices" });
  now.fields.push({ name, power, province, input, wrong, choices, mark, was: text });
  return make("li", {}, input, mark, wrong, choices);
};

/* A field for each unit with its order, one for each further order, and an empty one. */
export const paintFields = seen => {
  now.fields = [];
  const left = seen.given.map(([power, province, text]) => ({ power, province, text }));
  for (const part of all("[data-power]")) {
    const { power } = part.dataset;
    const rows = [];
    for (const [, province, unit] of seen.units.filter(([owner]) => owner === power)) {
      const at = left.findIndex(order => order.power === power && order.province === province);
      rows.push(field(power, unit, province, at < 0 ? "" : left.splice(at, 1)[0].text));
    }
    for (const order of left.filter(order => order.power === power))
      rows.push(field(power, "", order.province, order.text));
    if (rows.length || seen.step === "adjustments") rows.push(field(power, "", "", ""));
    one("ul", part).replaceChildren(...rows);
    part.hidden = !rows.length;
  }
};

export const paintResults = seen => {
  for (const part of all("[data-power]")) {
    const list = one("ol", part);
    list.innerHTML = seen.rows[part.dataset.power] ?? "";
    for (const row of all("li", list).filter(row => seen.failed.includes(row.dataset.o?.split("/")[0]))) {
      const words = "What would have changed it?";
      const button = make("button", { type: "button", className: "rescue", textContent: words });
      [button.dataset.rescue] = row.dataset.o.split("/");
      row.append(button);
    }
  }
};

export const paintMistakes = mistakes => {
  const lines = composed().split("\n");
  const rest = []; // mistakes that are in no field
  const filled = now.fields.filter(({ input }) => input.value.trim());
  const places = lines.flatMap((line, at) => (line.startsWith("  - ") ? [at + 1] : []));
  for (const { line, column, width, message } of mistakes) {
    const at = filled[places.indexOf(line)];
    if (!at) rest.push(`line ${line}: ${message}`);
    else {
      const caret = " ".repeat(Math.max(0, column - 6)) + "^".repeat(width);
      at.wrong.textContent = `${at.input.value.trim()}\n${caret} ${message}`;
    }
    at?.input.setAttribute("aria-invalid", "true");
  }
  one("[data-rest]").textContent = rest.join("\n");
  say(mistakes.length === 1 ? "One mistake." : `${mistakes.length} mistakes.`);
};
