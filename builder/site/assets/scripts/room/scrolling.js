/* The head of the page says where one is; the list of contents marks what is being read. */
const head = document.querySelector(".md-header");
const heading = document.querySelector(".md-header__title");
const chapters = new Map(); // from a heading in the text to its link in the list of contents
for (const link of document.querySelectorAll(".md-nav--secondary .md-nav__link[href^='#']")) {
  const chapter = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (chapter) chapters.set(chapter, link);
}

const scrolled = () => {
  head.classList.toggle("md-header--shadow", scrollY > 0);
  heading.classList.toggle("md-header__title--active", scrollY > 160);
  const read = [...chapters.keys()].filter(chapter => chapter.getBoundingClientRect().top < 120).at(-1);
  for (const [chapter, link] of chapters) link.classList.toggle("md-nav__link--active", chapter === read);
};

if (head) {
  addEventListener("scroll", scrolled, { passive: true });
  scrolled();
}
