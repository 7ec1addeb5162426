/* The list of puzzles: filters, and one puzzle for each day, which is the same for all readers. */
const DAY = 86400000; // milliseconds
const filters = document.querySelector("#puzzle-filters");
const puzzlesListed = [...document.querySelectorAll(".puzzle-list > li")];

const filterPuzzles = () => {
  const wanted = [...new FormData(filters)].filter(([, value]) => value);
  let count = 0;
  for (const item of puzzlesListed) {
    item.hidden = !wanted.every(([name, value]) => item.dataset[name] === value);
    if (!item.hidden) count += 1;
  }
  filters.querySelector("output").textContent = `${count} puzzle${count === 1 ? "" : "s"}`;
};

/* The day counts where the reader is. A puzzle of the last season would tell the ending; one from a game that people
   played is preferred. */
const puzzleOfTheDay = () => {
  const safe = puzzlesListed.filter(item => !item.classList.contains("ends-game"));
  const played = safe.filter(item => !item.classList.contains("by-programs"));
  const open = played.length ? played : safe;
  const today = new Date();
  const day = Math.floor((today.getTime() - today.getTimezoneOffset() * 60000) / DAY);
  return (open.length ? open : puzzlesListed)[day % (open.length || puzzlesListed.length)];
};

if (filters) {
  filters.addEventListener("change", filterPuzzles);
  filters.addEventListener("submit", e => e.preventDefault());
  filterPuzzles();
  const place = document.querySelector("[data-of-the-day]");
  const label = Object.assign(document.createElement("b"), { textContent: "Today: " });
  place.append(label, ...[...puzzleOfTheDay().childNodes].map(node => node.cloneNode(true)));
}
