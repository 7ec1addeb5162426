/* Daylight or lamplight: as the reader chose, or as the system has it. */
const lights = [...document.querySelectorAll("[data-md-component=palette] input")];

const colours = light => {
  const of = name => light.getAttribute(`data-md-color-${name}`);
  return { media: of("media"), scheme: of("scheme"), primary: of("primary"), accent: of("accent") };
};

const lightUp = at => {
  for (const [name, value] of Object.entries(colours(lights[at])))
    document.body.setAttribute(`data-md-color-${name}`, value);
  lights.forEach((light, other) => {
    light.checked = other === at;
    light.nextElementSibling.hidden = other !== at;
  });
};

const chosen = () => __md_get("__palette")?.index;
const usual = () => Math.max(0, lights.findIndex(light => matchMedia(light.dataset.mdColorMedia).matches));

if (lights.length) lightUp(chosen() ?? usual());
lights.forEach((light, at) => {
  light.addEventListener("change", () => {
    lightUp(at);
    __md_set("__palette", { index: at, color: colours(light) });
  });
  matchMedia(light.dataset.mdColorMedia).addEventListener("change", () => lightUp(chosen() ?? usual()));
});
