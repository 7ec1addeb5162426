import { loadData } from "../common/data_files.js";
import { hasPage, ownersFile } from "../common/game_addresses.js";
import { ROOT, load } from "./tables.js";

/* Small maps: the ground of a board with the owners of its centres, or with lines. */
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SVG = "http://www.w3.org/2000/svg";

const ownedDots = (map, owners) => {
  const dots = {};
  if (owners.length !== map.centres.length) return [];
  [...owners].forEach((letter, at) => {
    const power = map.powers[LETTERS.indexOf(letter)];
    if (power && map.centres[at].length) dots[power] = `${dots[power] ?? ""}M${map.centres[at].join(" ")}h0`;
  });
  return Object.entries(dots);
};

/* Fills a frame with the map of a picture: a variant with owners, or with pairs of a power and a line. */
export const drawMap = async (frame, [variant, drawn]) => {
  const map = await load(`map-${variant}`);
  if (!map) return;
  const [width, height] = map.size;
  const ground = new Image(width, height);
  ground.alt = "";
  ground.src = new URL(`boards/${variant}/ground.svg`, ROOT).href;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${map.high}`);
  for (const [power, line] of typeof drawn === "string" ? ownedDots(map, drawn) : drawn) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", power ? `p-${power}` : "spot");
    path.setAttribute("d", line);
    svg.append(path);
  }
  frame.classList.add(`v-${variant}`, typeof drawn === "string" ? "owned" : "drawn");
  frame.replaceChildren(ground, svg);
};

/* The owners at the beginning of a phase, from the file of its game. */
export const ownersIn = async (game, where, slug) => {
  if (!hasPage(where)) return "";
  const rows = await loadData(`seasons/${game}`, new URL(ownersFile(game, where), ROOT).href);
  let owners = "";
  for (const [phase, changed] of rows ?? []) {
    owners = changed ?? owners;
    if (phase === slug) return owners;
  }
  return "";
};
