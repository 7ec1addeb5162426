import { bentLine } from "./bent_lines.js";

/* Draws the phases of a game from the one table of its data file, as `builder/draw/mark_table` writes it. */
const LAYERS = ["tints", "owners", "units", "bands", "paths", "rings", "signs"];
const STANDING = 3; // so many of them are told by what changed since the phase before
const HEAD = { back: 9, wing: [-8, 3.6], notch: [-5, 0] }; // of a line, in units of the standard board
const BETWEEN = "|";
const NOWHERE = "-";
const SIGN_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"; // of signs on lines
const PEN = /^(\d+)(?:,(\d+))?(>?)([=~]?)(.*)$/;
const OFFSET = /^(-?\d+) ?(-?\d+)/;
const measured = document.createElementNS("http://www.w3.org/2000/svg", "path");

/* The marks of each phase by layer. */
const unpacked = ({ marks, phases }) => {
  const lists = LAYERS.map(layer => marks[layer].split(BETWEEN));
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

const signAt = (sign, x, y, at, scale) => {
  const where = scale ? `transform="translate(${x} ${y})scale(${scale})"` : `x="${x}" y="${y}"`;
  return `<use href="#${sign}" ${where}${order(at)}/>`;
};

/* A sign at the place of its order, beside it, at another place, or of no order at a point. */
const signText = (mark, places) => {
  if (mark.startsWith("<")) return mark;
  const [sign, name, ...where] = mark.split(" ");
  const at = name === NOWHERE ? "" : name;
  const [x, y] = places.get(at) ?? [0, 0];
  const named = where.length ? places.get(where[0]) : [x, y];
  if (named) return signAt(sign, ...named, at, where[1]);
  return signAt(sign, x + Number(where[0]), y + Number(where[1]), at, where[2]);
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

/* A sign after a share of a line's length, and further ahead. */
const signOnLine = (line, at, { sign, share, ahead }) => {
  measured.setAttribute("d", line);
  const length = measured.getTotalLength();
  const { x, y } = measured.getPointAtLength(share * length);
  if (!ahead) return signAt(sign, Math.round(x), Math.round(y), at);
  const before = measured.getPointAtLength(Math.max(0, share * length - 1));
  const step = ahead / Math.max(Math.hypot(x - before.x, y - before.y), 0.1);
  return signAt(sign, Math.round(x + step * (x - before.x)), Math.round(y + step * (y - before.y)), at);
};

/* The data of a line, as it is or to be bent. `rest` are the last words of its mark. */
const lineData = ([x, y], goal, rest, { places, bows }) => {
  if (goal === NOWHERE)
    return rest.join(" ").replace(OFFSET, (_, right, down) => `M${x + Number(right)} ${y + Number(down)}`);
  const [bow, from = "0,0"] = rest;
  const beside = offset => {
    const [right, down] = offset.split(",");
    return [x + Number(right), y + Number(down)];
  };
  return bentLine(beside(from), places.get(goal) ?? beside(goal), bows[parseInt(bow, 36)]);
};

const lineOf = (mark, drawing) => {
  const [name, goal, pen, ...rest] = mark.split(" ");
  const at = name === NOWHERE ? "" : name;
  const line = lineData(drawing.places.get(at) ?? [0, 0], goal, rest, drawing);
  const [, paint, headPaint, hasHead, casing, signs] = PEN.exec(drawing.pens[parseInt(pen, 36)]);
  return { paint, headPaint, at, casing, signs, line, head: hasHead ? headOf(line, drawing.pen) : "" };
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

const unitPlaces = text => new Map((text ? text.split(BETWEEN) : []).map(row => {
  const [name, x, y] = row.split(" ");
  return [name, [Number(x), Number(y)]];
}));

const signsOnLines = rows => new Map(rows.map((row, number) => {
  const [layer, sign, share, ahead] = row.split(" ");
  return [SIGN_LETTERS[number], { layer, sign, share: Number(share), ahead: Number(ahead) }];
}));

/* A function that draws a phase, given by its number, as SVG; the end has the number behind the last. `places` are
   those of units on the board. */
export const drawer = (table, places) => {
  const phases = unpacked(table);
  const { tints } = table;
  const paints = table.paints.map(rest => table.paint + rest);
  const drawing = {
    pen: table.pen,
    places: new Map([...unitPlaces(places), ...unitPlaces(table.places)]),
    pens: table.pens.split(BETWEEN),
    bows: table.bows,
  };
  const onLines = signsOnLines(table.on_lines);
  return at => {
    const drawn = phases[at];
    const lines = drawn.paths.map(mark => lineOf(mark, drawing));
    const bands = drawn.bands.map(mark => lineOf(mark, drawing));
    const casing = lines.map(casingOf).join("");
    const ofLines = { rings: "", signs: "" };
    for (const { line, at: place, signs } of lines) {
      for (const letter of signs) {
        const sign = onLines.get(letter);
        ofLines[sign.layer] += signOnLine(line, place, sign);
      }
    }
    const signs = layer => drawn[layer].map(mark => signText(mark, drawing.places)).join("") + (ofLines[layer] ?? "");
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
