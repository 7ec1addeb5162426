/* The orders of a phase as the text of a game's page lists them: a term for each power, behind it its orders. What
   failed is underlined; the result follows it, then the reason, which ends with the force in parentheses. A result with
   a colon begins the reason as well, the first of two results: `void, dislodged:` begins it with `Void:`; so does a
   result that is the verb of its reason, `Dislodges`. */
const VERB_OF_REASON = "dislodges";
const FORCE = / \(([\d½]+ against [\d½]+)\)$/;

const made = (name, className, ...parts) => {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...parts);
  return node;
};
const capitalized = word => word[0].toUpperCase() + word.slice(1);
const beginOf = word => {
  if (word === VERB_OF_REASON) return `${capitalized(word)} `;
  return word.endsWith(":") ? `${capitalized(word.split(/[,:]/)[0])}: ` : "";
};
const idOf = unit => `order-${unit.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "")}`;

/* Each order with its power and the elements that it consists of. */
export const ordersIn = section => {
  const orders = [];
  let power = "";
  for (const node of section.querySelectorAll("dl > *")) {
    if (node.localName === "dt") power = node.textContent.trim();
    else {
      const failed = node.querySelector(":scope > u");
      const result = node.querySelector(":scope > i");
      const word = result?.textContent ?? "";
      orders.push({
        power,
        text: (failed ?? node.firstChild).textContent.trim(),
        failed: Boolean(failed),
        fate: word.replace(/:$/, ""),
        kind: failed ? "" : ` ${result?.className || "idle"}`,
        begin: beginOf(word),
        why: node.querySelector(":scope > p")?.textContent,
      });
    }
  }
  return orders;
};

/* The power of each order, and the second word of its text, which nearly always is the place of its unit. */
export const placesIn = section => {
  const orders = [];
  let power = "";
  for (const node of section.querySelectorAll("dl > *")) {
    if (node.localName === "dt") power = node.textContent.trim();
    else orders.push({ power, place: node.textContent.split(" ", 2)[1] ?? "" });
  }
  return orders;
};

/* Finds the units of a phase in a sentence. What it has in parentheses is another order, or the name of a coast. */
const unitPattern = units => {
  const names = [...units].sort((one, other) => other.length - one.length)
    .map(name => name.replace(/[^\w\s]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<skipped>\([^)]*\))|(?<unit>${names.join("|") || "(?!)"})(?!\w)`, "g");
};

const unitLink = unit => {
  const link = made("a", "ref", unit);
  link.href = `#${idOf(unit)}`;
  return link;
};

/* A sentence with links to the orders of the units in it. */
const linkedUnits = (sentence, units) => {
  const parts = [];
  let end = 0;
  for (const { 0: { length }, index, groups } of sentence.matchAll(units)) {
    if (!groups.unit) continue;
    if (index > end) parts.push(sentence.slice(end, index));
    parts.push(unitLink(groups.unit));
    end = index + length;
  }
  if (end < sentence.length) parts.push(sentence.slice(end));
  return parts;
};

const reason = ({ text, begin, why }, rule, units) => {
  const force = made("span", "force");
  const [, tally] = FORCE.exec(why) ?? [];
  if (tally) force.append(made("b", "", tally), " ");
  force.append(made("span", "", rule ?? ""));
  const sentence = linkedUnits(why.replace(FORCE, ""), units);
  return made("p", "why", made("b", "", text), ` ${begin}`, ...sentence, " ", force);
};

/* The name of the unit of an order: the word before its place, and the place. */
const unitOf = ({ text }, at) => {
  const word = at && text.split(" ").find((_, number, words) => words[number + 1] === at);
  return word ? `${word} ${at}` : "";
};

/* The same as rows for the player. `places` are where their units stand, `rules` what their reasons rest on. */
export const rowsOf = (section, places, rules) => {
  const rows = {};
  const orders = ordersIn(section);
  const unitNames = orders.map((order, number) => unitOf(order, places[number]));
  const units = unitPattern(new Set(unitNames.filter(Boolean)));
  orders.forEach((order, number) => {
    const at = places[number] ?? "";
    const said = made("p", "said", made("span", "", order.failed ? made("u", "fail", order.text) : order.text));
    if (order.fate) said.append(" ", made("i", `fate${order.kind}`, order.fate));
    if (unitNames[number]) said.id = idOf(unitNames[number]);
    const row = made("li", "", said);
    row.dataset.o = at;
    if (order.why) row.append(reason(order, rules[number], units));
    (rows[order.power] ??= made("ol", "")).append(row);
  });
  return rows;
};
