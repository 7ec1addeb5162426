const ROOT = new URL("../", document.currentScript.src);
$scope;
customElements.define("page-tools", class extends HTMLElement {
  connectedCallback() {
    $classes
    this.outerHTML = $markup;
    $palette
  }
});
