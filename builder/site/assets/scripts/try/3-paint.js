/* Puts an answer of the judge on the page. All text from links and fields goes in as text. */
const make = (name, given = {}, ...inside) => {
  const made = Object.assign(document.createElement(name), given);
  made.append(...inside);
  return made;
};

const say = words => (one("[data-say]").textContent = words);
const plain = text => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const paintBoard = seen => {
  if (!one(".board") || seen.lines === undefined) return;
  one("#b-lines").innerHTML = seen.lines;
  one("#b-counters").innerHTML = seen.counters;
  for (const shape of all(".board [id^='b-'][data-kind]")) {
    const tint = seen.fills[shape.id.slice(2)];
    tint ? shape.setAttribute("fill", tint) : shape.removeAttribute("fill");
  }
};

const field = (power, unit, province, text) => {
  const input = make("input", { value: text, className: unit ? "" : "more", autocomplete: "off", spellcheck: false, placeholder: unit ? `${unit} …` : "another order" });
  const name = unit ? `${unit} of ${power}` : power;
  input.setAttribute("aria-label", unit ? `Order for ${name}` : `Another order of ${power}`);
  const mark = make("small", { className: "was" }), wrong = make("pre", { className: "wrong" }), choices = make("div", { className: "choices" });
  const made = { name, power, province, input, wrong, choices, mark, was: text };
  input.addEventListener("focus", () => choose(made));
  input.addEventListener("input", () => { offer(made); later(); });
  now.fields.push(made);
  return make("li", {}, input, mark, wrong, choices);
};

/* A field for each unit with its order, one for each further order, and an empty one. */
const paintFields = seen => {
  now.fields = [];
  const left = seen.given.map(([power, province, text]) => ({ power, province, text }));
  for (const part of all("[data-power]")) {
    const power = part.dataset.power, rows = [];
    for (const [, province, unit] of seen.units.filter(([owner]) => owner === power)) {
      const at = left.findIndex(order => order.power === power && order.province === province);
      rows.push(field(power, unit, province, at < 0 ? "" : left.splice(at, 1)[0].text));
    }
    for (const order of left.filter(order => order.power === power)) rows.push(field(power, "", order.province, order.text));
    if (rows.length || seen.step === "adjustments") rows.push(field(power, "", "", ""));
    one("ul", part).replaceChildren(...rows);
    part.hidden = !rows.length;
  }
};

const escaped = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const unitOf = text => text.replace(/^(Build|Remove) /, "").split(" ", 2);
const keyOf = unit => unit.join("-").toLowerCase().replace("/", "-");
const harmless = ["", "dislodges", "aboard", "no order", "civil disorder"];

const orderRow = ([key, at, text, fate = "", why = "", force = "", rule = ""]) => {
  const unit = unitOf(text), bad = !harmless.includes(fate);
  const reason = why.replace(/\x01([^\x02]*)\x02/g, (_, name) => `<a class="ref" href="#" data-o="${unitOf(name)[1]}">${name}</a>`);
  const head = `<span>${bad ? `<u class="fail">${escaped(text)}</u>` : escaped(text)}</span>${fate && `<span class="fate${bad ? "" : " ok"}">${escaped(fate)}</span>`}`;
  const body = why ? `<details><summary>${head}</summary><div class="why"><p>${reason}</p><p class="force"><b>${escaped(force)}</b> <span>${escaped(rule)}</span></p></div></details>` : `<p class="plain">${head}</p>`;
  return `<li data-o="${escaped(at === 0 ? unit[1] : at)}">${body}</li>`;
};

const paintResults = seen => {
  for (const part of all("[data-power]")) {
    const list = one("ol", part);
    list.innerHTML = (seen.rows[part.dataset.power] ?? []).map(orderRow).join("");
    for (const row of all("li", list).filter(row => seen.failed.includes(row.dataset.o?.split("/")[0]))) {
      const button = make("button", { type: "button", className: "rescue", textContent: "What would have changed it?" });
      button.addEventListener("click", () => rescue(button, row.dataset.o.split("/")[0]));
      row.append(button);
    }
  }
};

const paintMistakes = mistakes => {
  const lines = composed().split("\n"), rest = [], filled = now.fields.filter(({ input }) => input.value.trim());
  const places = lines.flatMap((line, at) => (line.startsWith("  - ") ? [at + 1] : []));
  for (const { line, column, width, message } of mistakes) {
    const at = filled[places.indexOf(line)];
    if (!at) rest.push(`line ${line}: ${message}`);
    else at.wrong.textContent = `${at.input.value.trim()}\n${" ".repeat(Math.max(0, column - 6))}${"^".repeat(width)} ${message}`;
    at?.input.setAttribute("aria-invalid", "true");
  }
  one("[data-rest]").textContent = rest.join("\n");
  say(mistakes.length === 1 ? "One mistake." : `${mistakes.length} mistakes.`);
};
