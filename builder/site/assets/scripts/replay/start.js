import { watchMoments } from "./film.js";
import { G, R, one } from "./state.js";
import { go, visitAddress } from "./steps.js";

/* Without a script the chart's columns are links; with it the slider lies over them. */
one(".years").inert = true;
if (!visitAddress()) go(0, { quiet: true });
else if (G.file) R.scrollIntoView(); // a browser without scripts goes to the text of the phase
if (location.hash === "#minute") watchMoments();
if (self !== top) document.querySelector(".ch-game").classList.add("framed");
