/* Draws the phases of a game from the one table of its data file, as `builder/draw/mark_table` writes it. */
const LAYERS = ["tints", "owners", "units", "bands", "paths", "rings", "signs"];
const STANDING = 3; // so many of them are told by what changed since the phase before
const HEAD = { back: 9, wing: [-8, 3.6], notch: [-5, 0] }; // of a line, in units of the standard board
const LINE = /^(\d+)(?:,(\d+))? (\S*) (>?)([=-]?)(.*)$/;
const measured = document.createElementNS("http://www.w3.org/2000/svg", "path");

/* The marks of each phase by layer. */
const unpacked = ({ marks, phases }) => {
  const lists = LAYERS.map(layer => marks[layer].split("\n"));
  const next = LAYERS.map(() => 0);
  const standing = LAYERS.slice(0, STANDING).map(() => new Set());
  const numbersIn = (part, layer) => {
    const [again, fresh = "0"] = part.split("+");
    const numbers = again ? again.split(" ").map(number => parseInt(number, 36)) : [];
    for (let count = parseInt(fresh, 36); count > 0; count--) numbers.push(next[layer]++);
    return numbers;
  };
  return phases.map(text => Object.fromEntries(text.split("/").map((part, layer) => {
    let numbers = numbersIn(part, layer);
    if (layer < STANDING) {
      for (const number of numbers) if (!standing[layer].delete(number)) standing[layer].add(number);
      numbers = [...standing[layer]];
    }
    return [LAYERS[layer], numbers.map(number => lists[layer][number])];
  })));
};

const order = at => (at ? ` data-o="${at}"` : "");
const group = (name, body) => (body ? `<g class="lay-${name}">${body}</g>` : "");

const signText = mark => {
  if (mark.startsWith("<")) return mark;
  const [sign, x, y, at, scale] = mark.split(" ");
  const where = scale ? `transform="translate(${x} ${y})scale(${scale})"` : `x="${x}" y="${y}"`;
  return `<use href="#${sign}" ${where}${order(at)}/>`;
};

/* The head at the end of a line: a stroke as wide as the line fills it. */
const headOf = (line, pen) => {
  measured.setAttribute("d", line);
  const length = measured.getTotalLength();
  const tip = measured.getPointAtLength(length);
  const before = measured.getPointAtLength(Math.max(0, length - HEAD.back * pen));
  const turn = Math.atan2(tip.y - before.y, tip.x - before.x);
  const corner = (along, across) => [
    tip.x + pen * (along * Math.cos(turn) - across * Math.sin(turn)),
    tip.y + pen * (along * Math.sin(turn) + across * Math.cos(turn)),
  ].map(number => Math.round(number * 10) / 10).join(" ");
  const [along, across] = HEAD.wing;
  const corners = [corner(along, across), corner(...HEAD.notch), corner(along, -across)];
  return `M${tip.x} ${tip.y}L${corners.join("L")}z`;
};

const lineOf = (mark, pen) => {
  const [, paint, headPaint, at, hasHead, casing, line] = LINE.exec(mark);
  return { paint, headPaint, at, casing, line, head: hasHead ? headOf(line, pen) : "" };
};

const lineText = ({ paint, headPaint, at, line, head }, paints) => {
  if (!headPaint) return `<path d="${line}${head}"${paints[paint]}${order(at)}/>`;
  return `<g${order(at)}><path d="${line}"${paints[paint]}/><path d="${head}"${paints[headPaint]}/></g>`;
};

const casingOf = ({ casing, line, head }) => (casing === "=" ? line + head : casing ? head : "");

const tintsText = (marks, tints) => {
  const byTint = new Map();
  for (const mark of marks) {
    const [code, number] = mark.split(" ");
    byTint.set(number, `${byTint.get(number) ?? ""}<rect class="s-${code}"/>`);
  }
  return [...byTint].map(([number, rects]) => `<g fill="${tints[number]}">${rects}</g>`).join("");
};

/* A band has two strokes of one order. */
const bandsText = (lines, paints) => {
  const byOrder = new Map();
  for (const line of lines)
    byOrder.set(line.at, `${byOrder.get(line.at) ?? ""}<path d="${line.line}"${paints[line.paint]}/>`);
  return [...byOrder].map(([at, paths]) => `<g${order(at)}>${paths}</g>`).join("");
};

/* A function that draws a phase, given by its number, as SVG; the end has the number behind the last. */
export const drawer = table => {
  const phases = unpacked(table);
  const { pen, paints, tints } = table;
  return at => {
    const drawn = phases[at];
    const signs = layer => drawn[layer].map(signText).join("");
    const lines = drawn.paths.map(mark => lineOf(mark, pen));
    const bands = drawn.bands.map(mark => lineOf(mark, pen));
    const casing = lines.map(casingOf).join("");
    const under = [
      group("owners", signs("owners")),
      group("bands", bandsText(bands, paints)),
      group("casing", casing && `<path d="${casing}"${table.casing}/>`),
      group("paths", lines.map(line => lineText(line, paints)).join("")),
      group("rings", signs("rings")),
    ];
    const over = [group("units", signs("units")), group("signs", signs("signs"))];
    return `<svg><g class="tints">${tintsText(drawn.tints, tints)}</g><g class="lines">${under.join("")}</g>`
      + `<g class="counters">${over.join("")}</g></svg>`;
  };
};
