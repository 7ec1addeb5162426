/* An order and its arrow light up together, and with them the units that its reason names. */
const drawn = at => (board ? all(`.board [data-order="${CSS.escape(at)}"]`) : []);
const rows = at => all(`.orders li[data-o="${CSS.escape(at)}"]`);

const clear = () => {
  R.classList.remove("has-lit");
  all(".lit, .blame").forEach(e => e.classList.remove("lit", "blame"));
};

const light = row => {
  clear();
  if (!row || !row.dataset.o) return;
  R.classList.add("has-lit");
  row.classList.add("lit");
  drawn(row.dataset.o).forEach(e => e.classList.add("lit"));
  for (const named of all(".ref", row)) {
    drawn(named.dataset.o).forEach(e => e.classList.add("blame"));
    rows(named.dataset.o).forEach(e => e !== row && e.classList.add("blame"));
  }
};

const held = () => (now.power ? null : one(".orders details[open]")?.closest("li") || null);

const rove = row => {
  all(".orders :is(summary, .plain)").forEach(e => (e.tabIndex = -1));
  const stop = row && one("summary, .plain", row);
  if (stop) stop.tabIndex = 0;
};

const visit = row => {
  if (!row) return;
  rove(row);
  one("summary, .plain", row).focus();
};

const openRow = row => {
  if (!row) return;
  const reason = one("details", row);
  if (reason) reason.open = true;
  visit(row);
};

const choosePower = name => {
  now.power = name;
  R.classList.toggle("one-power", !!name);
  all(".mine").forEach(e => e.classList.remove("mine"));
  if (!name) return;
  const part = one(`.pw[data-p="${CSS.escape(name)}"]`);
  part.classList.add("mine");
  const marks = new Set(all("li", part).map(row => row.dataset.o));
  for (const row of all("li:has(.fail)", part)) {
    const reason = one("details", row);
    if (reason) reason.open = true;
    all(".ref", row).forEach(named => marks.add(named.dataset.o));
  }
  marks.forEach(at => at && drawn(at).forEach(e => e.classList.add("mine")));
};

one(".orders").addEventListener("pointerover", e => e.pointerType === "mouse" && light(e.target.closest("li")));
one(".orders").addEventListener("pointerleave", () => light(held()));
one(".orders").addEventListener("focusin", e => { const row = e.target.closest("li"); rove(row); light(row); });
one(".orders").addEventListener("focusout", () => light(held()));
one(".orders").addEventListener("toggle", e => {
  if (now.power) return;
  if (e.target.open) all(".orders details[open]").forEach(other => other !== e.target && (other.open = false));
  light(held());
}, true);
one(".orders").addEventListener("click", e => {
  const named = e.target.closest(".ref");
  if (!named) return;
  e.preventDefault();
  openRow(rows(named.dataset.o)[0]);
});
board?.addEventListener("click", e => {
  const mark = e.target.closest("[data-order]");
  if (mark) openRow(rows(mark.dataset.order)[0]);
});
