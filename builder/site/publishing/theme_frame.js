const ROOT = new URL("../", document.currentScript.src);
$scope;
customElements.define("page-tools", class extends HTMLElement {
  connectedCallback() {
    $classes
    this.outerHTML = $markup;
    $palette
    const settings = $settings;
    settings.base = ROOT.href;
    settings.search = new URL(settings.search, ROOT).href;
    const kept = Object.assign(document.createElement("script"), {
      id: "__config", type: "application/json", textContent: JSON.stringify(settings),
    });
    const later = Object.assign(document.createElement("script"), { type: "text/later" });
    later.dataset.src = new URL($later, ROOT).href;
    document.head.append(kept, later);
  }
});
