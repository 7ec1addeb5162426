/* Tables whose headings sort their rows: by the text of a cell, numbers as numbers. */
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const text = (row, at) => row.cells[at].dataset.by || row.cells[at].textContent.trim();
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => text(a, at).localeCompare(text(b, at), "en", { numeric: true }) * (down ? -1 : 1));
      table.tBodies[0].append(...rows);
    });
  });
}
