import { watchMoments } from "./moments.js";
import { one } from "./state.js";
import { go, visitAddress } from "./steps.js";

/* Without a script the chart's columns are links; with it the slider lies over them. */
one(".years").inert = true;
if (!visitAddress()) go(0, { quiet: true });
if (location.hash === "#minute") watchMoments();
if (self !== top) document.querySelector(".ch-game").classList.add("framed");
