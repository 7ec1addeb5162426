import { pageText } from "./page_text.js";

/* The map of a phase, taken from the page of that phase; null if it has none. */
export const mapOfPhase = async folder => {
  const page = new DOMParser().parseFromString(await pageText(folder), "text/html");
  const map = page.querySelector(".plate-fig .board");
  if (!map) return null;
  const base = new URL(folder, location.href);
  for (const use of map.querySelectorAll("[href]")) {
    const address = use.getAttribute("href");
    if (!address.startsWith("#")) use.setAttribute("href", new URL(address, base).href);
  }
  return document.importNode(map, true);
};
