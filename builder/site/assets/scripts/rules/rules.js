/* The board beside the rules lights up the provinces that the rule being read names. */
const rules = [...document.querySelectorAll(".rule[data-named]")];
const lights = [...document.querySelectorAll(".lights [data-lit]")];

const light = rule => {
  const named = rule ? rule.dataset.named.split(" ") : [];
  for (const shape of lights) shape.classList.toggle("lit", named.includes(shape.dataset.lit));
  for (const other of rules) other.classList.toggle("read", other === rule && named[0] !== "");
};

/* The rule that is being read: the last one that begins above the upper third of the window. */
const beingRead = () => {
  const begun = rules.filter(rule => rule.getBoundingClientRect().top < innerHeight / 3);
  return begun.at(-1);
};

if (lights.length) {
  addEventListener("scroll", () => light(beingRead()), { passive: true });
  for (const rule of rules) {
    rule.addEventListener("pointerenter", () => light(rule));
    rule.addEventListener("focusin", () => light(rule));
    rule.addEventListener("pointerleave", () => light(beingRead()));
  }
  light(beingRead());
}
