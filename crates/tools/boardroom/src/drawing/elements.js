/**
 * Elements outside of a browser: as much of the DOM as the modules of the board need, and SVG text.
 *
 * Styles become attributes, so that the text needs no style sheet.
 */

/** Attributes of shapes; all others are for the page alone. */
const SHAPES = new Set(
  "cx cy d height r rx transform viewBox width x x1 x2 y y1 y2 xmlns".split(" "),
);

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text) {
  return String(text).replace(/[&<>"]/g, (letter) => ESCAPES[letter]);
}

class Element {
  constructor(tag) {
    this.tag = tag;
    this.attributes = new Map();
    this.children = [];
    this.isConnected = false;
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }

  querySelector() {
    return null;
  }
}

globalThis.document = { createElementNS: (_, tag) => new Element(tag) };

/** Returns an element as SVG text; `styles` computes the style of an element below its parents. */
export function toSvg(element, styles, parent = null) {
  if (!(element instanceof Element)) return escaped(element);
  const style = styles.of(element, parent);
  if (style.isInvisible) return "";
  const own = [...element.attributes].filter(([name]) => SHAPES.has(name));
  const attributes = [...own, ...style.properties]
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
  const children = element.children.map((child) => toSvg(child, styles, style)).join("");
  if (element.tag === "g" && !children) return "";
  const { tag } = element;
  return children ? `<${tag}${attributes}>${children}</${tag}>` : `<${tag}${attributes}/>`;
}
