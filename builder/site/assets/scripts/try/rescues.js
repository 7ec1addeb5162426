import { ask } from "./judge.js";
import { make } from "./painting.js";
import { composed } from "./position.js";

/* The orders that would have changed a result, in place of the button that asks for them. */
export const rescue = async (button, at, pairs = false) => {
  const [found] = await ask("rescue", composed(), at, pairs);
  const none = `No ${pairs ? "pair of orders" : "single order"} of its own power, or of a power that was `
    + "not against it, would have changed it.";
  const words = found.length ? found.slice(0, 5) : [none];
  const list = make("ul", { className: "rescues" }, ...words.map(text => make("li", { textContent: text })));
  if (!found.length && !pairs) {
    const more = make("button", { type: "button", className: "rescue", textContent: "Try pairs of orders" });
    more.addEventListener("click", () => {
      more.disabled = true;
      rescue(list, at, true);
    });
    list.append(make("li", {}, more));
  }
  button.replaceWith(list);
};
