/* The list of games: sorted by its headings, filtered by its form, both kept in the address. */
const table = document.getElementById("games"), form = document.getElementById("filters");
const rows = [...table.tBodies[0].rows];
const heads = [...table.tHead.rows[0].cells];
const names = ["q", "variant", "result", "edition", "checked"];
let sort = "", down = false;

const plain = text => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const cell = (row, key) => row.cells[heads.findIndex(head => head.dataset.sort === key)].textContent.trim();
const value = name => form.elements[name]?.value || "";

const fits = row => {
  const words = plain(value("q")).split(/\s+/).filter(Boolean);
  const text = plain(`${row.textContent} ${row.dataset.words}`);
  return words.every(word => text.includes(word)) && names.slice(1).every(name => !value(name) || row.dataset[name] === value(name));
};

const compare = (a, b) => cell(a, sort).localeCompare(cell(b, sort), "en", { numeric: true }) * (down ? -1 : 1);

const show = () => {
  let count = 0;
  for (const row of rows) { row.hidden = !fits(row); count += !row.hidden; }
  form.querySelector("output").textContent = count === rows.length ? `${count} game${count === 1 ? "" : "s"}` : `${count} of ${rows.length} games`;
  if (sort && heads.some(head => head.dataset.sort === sort)) table.tBodies[0].append(...[...rows].sort(compare));
  for (const head of heads) {
    if (head.dataset.sort === sort) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
};

const write = () => {
  const said = new URLSearchParams(names.map(name => [name, value(name)]).filter(pair => pair[1]));
  if (sort) said.set("sort", (down ? "-" : "") + sort);
  try { history.replaceState(null, "", `#${said}`); } catch { /* a page from disk */ }
};

const read = () => {
  const said = new URLSearchParams(location.hash.slice(1));
  for (const name of names) if (form.elements[name]) form.elements[name].value = said.get(name) || "";
  const wanted = said.get("sort") || "";
  down = wanted.startsWith("-");
  sort = wanted.replace(/^-/, "");
  show();
};

for (const head of heads) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    down = sort === head.dataset.sort && !down;
    sort = head.dataset.sort;
    show();
    write();
  });
}
form.addEventListener("submit", e => e.preventDefault());
form.addEventListener("input", () => { show(); write(); });
addEventListener("hashchange", read);
read();
