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

/* The theme's index holds no games: the list of games finds them, and who played them. */
const games = document.createElement("a");
const offerGames = () => {
  const asked = question.value.trim();
  games.href = new URL(`games/${location.protocol === "file:" ? "index.html" : ""}#q=${encodeURIComponent(asked)}`, later.dataset.src.replace(/assets\/javascripts\/.*$/, "")).href;
  games.textContent = asked ? `Games and people with “${asked}”` : "All games and people";
};

if (question) {
  games.className = "search-games";
  document.querySelector("[data-md-component=search-result]").before(games);
  offerGames();
  question.addEventListener("input", offerGames);
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
