/* "Hide the ending": a switch in the header. The browser remembers it, and every page obeys it. */
const HIDDEN = "chancery-ending";
const EYE = "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10-3.2a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z";

const hideEnding = hidden => {
  document.documentElement.classList.toggle("covered", hidden);
  try {
    if (hidden) localStorage.setItem(HIDDEN, "hidden");
    else localStorage.removeItem(HIDDEN);
  } catch { /* a browser that remembers nothing */ }
};

const endingSwitch = () => {
  const button = document.createElement("button");
  const words = Object.assign(document.createElement("span"), { textContent: "Hide the ending" });
  button.type = "button";
  button.className = "ending-switch";
  button.title = "Hide how games end, on all pages";
  const bar = '<path class="bar-across" d="M4 21L20 3"/>';
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${EYE}"/>${bar}</svg>`;
  button.append(words);
  const show = () => button.setAttribute("aria-pressed", `${document.documentElement.classList.contains("covered")}`);
  button.addEventListener("click", () => {
    hideEnding(!document.documentElement.classList.contains("covered"));
    show();
  });
  show();
  return button;
};

const palette = document.querySelector("[data-md-component=palette]");
const plainSearch = document.querySelector(".plain-head .seek");
(palette ?? plainSearch)?.before(endingSwitch());
