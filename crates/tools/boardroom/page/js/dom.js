/**
 * Functions that build trees of DOM elements in one expression.
 *
 * Styles are set only by classes and SVG attributes, because the content security policy refuses
 * style attributes.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Builds an HTML element; see `fill` for attributes and children. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Builds an SVG element. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * Sets attributes (`true` sets an empty attribute; `null`, `undefined` and `false` set none),
 * listeners (`onclick`) and data attributes (`data: {ply: 3}`), and appends children or nested lists
 * of children.
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

/** Sets an attribute, or removes it for `null`, `undefined` and `false`. */
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

/** Replaces the children of an element. */
export function put(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child != null && child !== false),
  );
  return element;
}

/** Returns a bar that is filled to a share of 0 to 1; `label` is for screen readers. */
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

/** Announces a message to screen readers; also shows it for some seconds if `isLoud`. */
export function announce(text, isLoud = false) {
  const place = document.getElementById("message");
  place.textContent = text;
  place.classList.toggle("is-loud", isLoud);
}

/** Marks the page as drawn, for tests and style sheets. */
export function markReady() {
  if (document.body.dataset.ready) return;
  performance.mark("ready");
  document.body.dataset.ready = "true";
}
