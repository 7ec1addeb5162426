import { make } from "../common/elements.js";
import { drawMap } from "./pictures.js";
import { ROOT } from "./tables.js";

/* A hit as elements. What people typed may run from right to left, so each part is isolated. */
const hitLine = hit => {
  const line = make("span", "", { className: "hit-line" });
  if (hit.order) {
    const order = make(hit.failed ? "u" : "span", hit.order, { className: hit.failed ? "fail" : "" });
    line.append(make("bdi", `${hit.power}: `), order, ". ");
  }
  line.append(make("bdi", hit.line));
  if (hit.ending) line.append(" ", make("bdi", hit.ending, { className: "spoiler" }));
  return line;
};

/* Maps are drawn when they come into view. */
const seen = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    target.picture().then(picture => picture?.[1] && drawMap(target, picture));
  }
}, { rootMargin: "100px" });

const hitMap = hit => {
  const frame = make("span", "", { className: "final" });
  if (hit.ending) frame.classList.add("spoiler");
  frame.setAttribute("aria-hidden", "true");
  if (hit.picture) {
    frame.picture = hit.picture;
    seen.observe(frame);
  }
  return frame;
};

const hitTitle = hit => {
  const title = make("span", "", { className: "hit-title" });
  title.append(make("bdi", hit.title), hit.after, " ", make("small", hit.kind));
  return title;
};

/* A hit as a link; `more` are its other properties. */
export const hitLink = (hit, more = {}) => {
  const className = hit.picture ? "hit" : "hit bare";
  const link = make("a", "", { className, ...more });
  if (hit.address) link.href = new URL(hit.address, ROOT).href;
  const text = make("span", "", { className: "hit-text" });
  text.append(hitTitle(hit), hitLine(hit));
  link.append(hitMap(hit), text);
  return link;
};
