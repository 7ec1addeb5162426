/* The theme's own script is there to find things; it comes, with its index, when somebody looks. */
const later = document.querySelector("script[data-src]");
const looking = document.querySelector("[data-md-toggle=search]");
const question = document.querySelector("[data-md-component=search-query]");

const bringTheme = () => {
  if (!later.isConnected) return;
  const script = document.createElement("script");
  script.src = later.dataset.src;
  later.replaceWith(script);
};

if (question) {
  question.addEventListener("focus", bringTheme);
  looking.addEventListener("change", () => {
    bringTheme();
    if (looking.checked) question.focus();
  });
  addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || !later.isConnected) return;
    if (!["/", "s", "f"].includes(e.key) || e.target.closest("input, textarea, select, [contenteditable], .replay")) return;
    e.preventDefault();
    looking.checked = true;
    question.focus();
  });
}
