/* `mkdocs serve` puts a script into each page that loads it again after a change. The page's policy forbids it, so that
   our plugin makes data of it; what it would ask is asked here. */
const SECONDS = 3;

addEventListener("DOMContentLoaded", async () => {
  const within = [...document.scripts].map(script => /\blivereload\((\d+), ?(\d+)\);?\s*$/.exec(script.textContent));
  const [, epoch, request] = within.find(Boolean) ?? [];
  while (epoch) {
    try {
      const answer = await fetch(`/livereload/${epoch}/${request}`);
      if (answer.ok && Number(await answer.text()) > Number(epoch)) return location.reload();
    } catch {
      await new Promise(done => setTimeout(done, SECONDS * 1000));
    }
  }
});
