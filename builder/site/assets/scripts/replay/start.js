/* Without a script the chart's columns are links; with it the slider lies over them. */
one(".years").inert = true;
const wanted = decodeURIComponent(location.hash.slice(1));
if (phaseAt(wanted) >= 0) now.at = phaseAt(wanted);
go(now.at, { quiet: true });
if (self !== top) document.querySelector(".ch-game").classList.add("framed");
