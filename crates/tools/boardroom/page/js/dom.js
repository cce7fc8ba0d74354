/**
 * Elements in one expression: what a page shows is written as a tree, not as a list of calls.
 *
 * Styles are set by classes and SVG attributes only, because the content security policy refuses
 * style attributes.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Builds an HTML element; see `fill` for properties and children. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Builds an SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * Sets attributes (`true` is an empty one, `null`, `undefined` and `false` are none), listeners
 * (`onclick`) and data attributes (`data: {ply: 3}`), and appends children, nested lists of them too.
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name === "data") setData(element, value);
    else if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return element;
}

/** Sets an attribute, or takes it away where there is nothing to set. */
export function setAttribute(element, name, value) {
  if (value == null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Sets several data attributes in the same way. */
export function setData(element, values) {
  for (const [name, value] of Object.entries(values)) {
    setAttribute(element, `data-${name}`, value);
  }
}

/** Replaces what an element holds. */
export function put(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child != null && child !== false),
  );
  return element;
}

/** A bar that is filled to a share of 0 to 1; `label` says so in words. */
export function shareBar(share, label, isHigh = false) {
  return s(
    "svg",
    {
      class: isHigh ? "share is-high" : "share",
      viewBox: "0 0 1 1",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    s("rect", { width: share, height: 1 }),
  );
}

/** Says something to whoever cannot see it, and shows it for a while if `isLoud`. */
export function announce(text, isLoud = false) {
  const place = document.getElementById("message");
  place.textContent = text;
  place.classList.toggle("is-loud", isLoud);
}

/** Tells tests and style sheets that what the URL asks for is drawn. */
export function markReady() {
  if (document.body.dataset.ready) return;
  performance.mark("ready");
  document.body.dataset.ready = "true";
}
