import { photograph } from "../common/board_picture.js";
import { all, one } from "./judge.js";
import { make, say } from "./painting.js";
import { stopPlaying } from "./playing.js";

/* What is on the page as a link, as text, as a picture, to be pasted elsewhere. */
export const copied = async (button, text) => {
  await navigator.clipboard.writeText(text);
  say(`${button.textContent}: copied.`);
};

/* The orders with their results, as text. */
export const resultText = () => {
  const lines = [one("#phase").textContent, ""];
  for (const part of all("[data-power]:not([hidden])")) {
    const texts = all("ol > li", part).map(row => one(".said", row)?.textContent.trim().replace(/\s+/g, " "));
    const rows = texts.filter(Boolean);
    if (rows.length) lines.push(`${part.dataset.power}: ${rows.join("; ")}.`);
  }
  return [...lines, "", location.href, ""].join("\n");
};

export const picture = async button => {
  stopPlaying();
  const made = photograph(one(".board"), one("#phase").textContent);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": made })]);
    say(`${button.textContent}: copied.`);
  } catch {
    make("a", { href: URL.createObjectURL(await made), download: "position.png" }).click();
    say(`${button.textContent}: saved.`);
  }
};
