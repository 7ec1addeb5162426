/* An order and its arrow light up together. From disk the player of a game cannot read this page, so in its frame
   the page sends its own text. */
const page = document.querySelector(".ch-phase");
const spread = page.querySelector(".spread");
const rows = [...spread.querySelectorAll(".results li[data-o]")];
const said = row => row.querySelector(".said");

if (location.protocol === "file:" && parent !== self) parent.postMessage(page.outerHTML, "*");

const light = row => {
  spread.querySelectorAll(".lit").forEach(e => e.classList.remove("lit"));
  spread.classList.toggle("has-lit", !!row);
  if (row) spread.querySelectorAll(`[data-o="${CSS.escape(row.dataset.o)}"]`).forEach(e => e.classList.add("lit"));
};

const rove = row => rows.forEach(other => (said(other).tabIndex = other === row ? 0 : -1));
const rowAt = e => {
  const drawn = e.target.closest(".board [data-o]");
  return e.target.closest(".results li[data-o]") || rows.find(row => row.dataset.o === drawn?.dataset.o);
};

spread.addEventListener("pointerover", e => e.pointerType === "mouse" && light(rowAt(e)));
spread.addEventListener("pointerleave", () => light());
spread.addEventListener("focusin", e => {
  const row = rowAt(e);
  if (!row) return;
  rove(row);
  light(row);
});
spread.addEventListener("focusout", () => light());
spread.addEventListener("click", e => light(rowAt(e)));
spread.addEventListener("keydown", e => {
  const next = rows.indexOf(e.target.closest("li")) + { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (!e.target.matches(".said") || !rows[next]) return;
  e.preventDefault();
  said(rows[next]).focus();
});
rove(rows[0]);
