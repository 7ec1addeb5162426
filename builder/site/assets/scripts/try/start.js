import { choose, closeChoices, offer, press } from "./choosing.js";
import { beginGuess, isGuess, leaveGuess } from "./guessing.js";
import { T, WORDS, one, stop } from "./judge.js";
import { judgeOwn, later, load } from "./judging.js";
import { say } from "./painting.js";
import { playResult } from "./playing.js";
import { composed, fromLink, now } from "./position.js";
import { rescue } from "./rescues.js";
import { copied, picture, resultText } from "./sharing.js";

/* Begins the page: what its fields, buttons and addresses do. */
const goOn = () => {
  now.past.push(composed());
  return load(now.seen.next);
};

const fieldOf = input => now.fields.find(field => field.input === input);

const listen = () => {
  T.classList.add("live");
  one("[data-on]").addEventListener("click", goOn);
  one("[data-stop]").addEventListener("click", () => stop(WORDS.stopped));
  one("[data-back]").addEventListener("click", () => load(now.past.pop()));
  one("[data-clear]").addEventListener("click", () => {
    for (const { input } of now.fields) input.value = "";
    judgeOwn();
  });
  one("[data-edition]").addEventListener("change", e => {
    now.head = now.head.replace(/^edition: .*$/m, `edition: "${e.target.value}"`);
    judgeOwn();
  });
  one("[data-use]").addEventListener("click", () => load(one("[data-text]").value));
  one("[data-link]").addEventListener("click", e => copied(e.currentTarget, location.href));
  one("[data-case]").addEventListener("click", e => copied(e.currentTarget, composed()));
  one("[data-result]").addEventListener("click", e => copied(e.currentTarget, resultText()));
  one("[data-play]")?.addEventListener("click", playResult);
  one("[data-picture]")?.addEventListener("click", e => picture(e.currentTarget));
  one("[data-report]")?.addEventListener("click", e => {
    const { report } = e.currentTarget.dataset;
    e.currentTarget.href = report.replace("THIS-PAGE", encodeURIComponent(location.href));
  });
  one(".board")?.addEventListener("click", press);
  T.addEventListener("focusin", e => {
    const field = fieldOf(e.target);
    if (field) choose(field);
  });
  T.addEventListener("input", e => {
    const field = fieldOf(e.target);
    if (!field) return;
    offer(field);
    later();
  });
  T.addEventListener("click", e => {
    const button = e.target.closest("[data-rescue]");
    if (button) rescue(button, button.dataset.rescue);
  });
  T.addEventListener("keydown", e => {
    if (e.key === "Enter" && e.target.matches("input")) judgeOwn();
    if (e.key === "Escape") closeChoices();
  });
  addEventListener("hashchange", open);
};

/* `#1…` is a position, `#game/phase` the page of a phase that leads to one, `#guess/game/phase` asks for the orders of
   a season, nothing is the start. */
const open = async () => {
  try {
    let link = decodeURIComponent(location.hash.slice(1));
    leaveGuess();
    if (isGuess(link)) return void await beginGuess(link);
    if (/^[a-z0-9-]+\/[a-z0-9-]+$/.test(link)) {
      const answer = await fetch(`../../games/${link}/`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      link = page.querySelector("a[data-try]").getAttribute("href").split("#")[1];
    }
    await load(link ? await fromLink(link) : one("[data-text]").value);
  } catch (error) {
    say(error.message);
  }
};

one("[data-command]").hidden = location.protocol !== "file:";
if (location.protocol !== "file:") {
  listen();
  open();
} else if (location.hash) {
  fromLink(location.hash.slice(1)).then(text => (one("[data-text]").value = text), () => { /* no position */ });
}
