import { ownScript } from "../common/own_script.js";
import { pageText } from "../common/page_text.js";

/* The player alone, for frames on other pages: it is taken out of the page of its game, one folder
   above, so that nothing is published twice. */
const ASSETS = new URL(".", ownScript().src);
const main = document.querySelector("main");
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|[/#?])/i;

/* Addresses are seen from the page of the game. */
const movedDown = part => {
  for (const node of part.querySelectorAll("[href], [src]")) {
    for (const name of ["href", "src"]) {
      const address = node.getAttribute(name);
      if (address && RELATIVE.test(address)) node.setAttribute(name, `../${address}`);
    }
    if (node.localName === "a" && !node.dataset.go) node.target = "_blank";
  }
  return part;
};

const addScript = name => new Promise((done, fail) => {
  const script = document.createElement("script");
  script.src = new URL(name, ASSETS).href;
  script.onload = done;
  script.onerror = fail;
  document.head.append(script);
});

const showPlayer = async () => {
  const page = new DOMParser().parseFromString(await pageText("../"), "text/html");
  const game = page.querySelector(".ch-game");
  const moments = game.querySelector(".moments"); // the player reads there what happened
  if (moments) {
    moments.hidden = true;
    game.querySelector(".replay").append(moments);
  }
  for (const part of game.querySelectorAll(":scope > :not(.replay, [data-strips])")) part.remove();
  game.classList.add("framed");
  main.prepend(document.importNode(movedDown(game), true));
  await addScript("zoom.js");
  await addScript("replay.js");
};

showPlayer().catch(() => { /* the link to the game is there */ });
