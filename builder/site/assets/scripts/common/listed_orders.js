/* The orders of a phase as the text of a game's page lists them: a term for each power, behind it its orders. What
   failed is underlined; the result follows it, then the reason, in which units and the force are marked. A result with
   a colon begins the reason as well, the first of two results: `void, dislodged:` begins it with `Void:`. */
const made = (name, className, ...parts) => {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...parts);
  return node;
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
        kind: failed ? "" : ` ${result?.className || "ok"}`,
        begin: word.endsWith(":") ? `${word[0].toUpperCase()}${word.slice(1).split(/[,:]/)[0]}: ` : "",
        why: node.querySelector(":scope > small"),
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

const reason = ({ text, begin, why }, rule) => {
  const force = made("span", "force");
  const parts = [...why.childNodes].flatMap(node => {
    if (node.localName === "em") {
      force.append(made("b", "", node.textContent), " ");
      return [];
    }
    if (node.localName !== "b") {
      const words = node.textContent;
      return [node.nextSibling?.localName === "em" ? words.trimEnd() : words];
    }
    const link = made("a", "ref", node.textContent);
    link.href = `#${idOf(node.textContent)}`;
    return [link];
  });
  force.append(made("span", "", rule ?? ""));
  return made("p", "why", made("b", "", text), ` ${begin}`, ...parts, " ", force);
};

/* The same as rows for the player. `places` are where their units stand, `rules` what their reasons rest on. */
export const rowsOf = (section, places, rules) => {
  const rows = {};
  ordersIn(section).forEach((order, number) => {
    const at = places[number] ?? "";
    const said = made("p", "said", made("span", "", order.failed ? made("u", "fail", order.text) : order.text));
    if (order.fate) said.append(" ", made("i", `fate${order.kind}`, order.fate));
    const unit = at && order.text.split(" ").find((word, place, words) => words[place + 1] === at);
    if (unit) said.id = idOf(`${unit} ${at}`);
    const row = made("li", "", said);
    row.dataset.o = at;
    if (order.why) row.append(reason(order, rules[number]));
    (rows[order.power] ??= made("ol", "")).append(row);
  });
  return rows;
};
