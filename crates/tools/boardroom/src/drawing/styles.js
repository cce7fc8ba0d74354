/**
 * Style sheets of the page outside of a browser: the cascade of the selectors, custom properties and
 * colour pairs that the board's sheet uses.
 */

/** Properties that SVG has as attributes. */
const PROPERTIES = new Set(
  (
    "fill fill-opacity font-family font-size font-weight letter-spacing opacity stroke " +
    "stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor"
  ).split(" "),
);

/** Elements that are invisible without colours. */
const SHAPES = ["circle", "line", "path", "rect"];

/** Splits a text at a separator outside of parentheses. */
function split(text, isSeparator) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (depth === 0 && isSeparator(letter)) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

const isComma = (letter) => letter === ",";
const isSpace = (letter) => /\s/.test(letter);

/** Parses one element of a selector: tag, classes, attributes and `:is()`. */
function parseCompound(text) {
  const compound = { tag: null, tests: [], weight: 0 };
  let rest = text;
  const take = (pattern) => {
    const found = rest.match(pattern);
    if (found) rest = rest.slice(found[0].length);
    return found;
  };
  compound.tag = take(/^[a-z]+/)?.[0] ?? null;
  while (rest) {
    let found;
    if ((found = take(/^\.([\w-]+)/))) {
      const [, name] = found;
      compound.tests.push((element) => element.classes.has(name));
    } else if ((found = take(/^\[([\w-]+)(?:="([^"]*)")?\]/))) {
      const [, name, value] = found;
      compound.tests.push(({ attributes }) =>
        value === undefined ? attributes.has(name) : attributes.get(name) === value,
      );
    } else if ((found = take(/^:is\(([^()]*)\)/))) {
      const choices = split(found[1], isComma).map(parseCompound);
      compound.tests.push((element) => choices.some((choice) => isMatch(element, choice)));
    } else {
      // States of the page, such as `:hover`, which a picture has not.
      return { tag: null, tests: [() => false], weight: 0 };
    }
  }
  compound.weight = 100 * compound.tests.length + (compound.tag ? 1 : 0);
  return compound;
}

function isMatch(element, { tag, tests }) {
  return (!tag || element.tag === tag) && tests.every((test) => test(element));
}

/** Returns whether the parents of an element match the compounds before the last one. */
function haveParents(element, compounds) {
  let place = compounds.length - 1;
  for (let parent = element.parent; parent && place >= 0; parent = parent.parent) {
    if (isMatch(parent, compounds[place])) place--;
  }
  return place < 0;
}

/** Returns the inside of the function `name` from a place on, and the place behind it. */
function argumentsOf(text, name) {
  const start = text.indexOf(`${name}(`);
  if (start < 0) return null;
  let depth = 0;
  for (let end = start + name.length; end < text.length; end++) {
    if (text[end] === "(") depth++;
    if (text[end] === ")" && --depth === 0) {
      const inside = text.slice(start + name.length + 1, end);
      return { before: text.slice(0, start), inside, after: text.slice(end + 1) };
    }
  }
  return null;
}

export class Styles {
  /** Parses style sheets; `theme` chooses one colour of each pair. */
  constructor(sheets, theme) {
    this.side = theme === "dark" ? 1 : 0;
    this.rules = [];
    this.known = new Map();
    const text = sheets.join("\n").replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, selectors, body] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const declarations = body.split(";").flatMap((line) => {
        const at = line.indexOf(":");
        return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
      });
      for (const selector of split(selectors, isComma)) {
        const compounds = selector === ":root" ? [] : split(selector, isSpace).map(parseCompound);
        const weight = compounds.reduce((sum, compound) => sum + compound.weight, 0);
        this.rules.push({ compounds, weight, declarations, isRoot: selector === ":root" });
      }
    }
  }

  /** Returns the computed style of an element. Elements alike in alike places share theirs. */
  of(element, parent) {
    const { tag, attributes } = element;
    const marks = [...attributes].filter(([name]) => name === "class" || name.startsWith("data-"));
    const key = [parent?.number ?? 0, tag, ...marks.flat()].join("\n");
    let style = this.known.get(key);
    if (!style) {
      const classes = new Set((attributes.get("class") ?? "").split(" "));
      style = this.compute({ tag, classes, attributes: new Map(marks), parent });
      style.number = this.known.size + 1;
      this.known.set(key, style);
    }
    return style;
  }

  /** Computes the style of an element, which is the parent of the styles below it. */
  compute(element) {
    const { parent } = element;
    const matching = this.rules.filter(({ compounds, isRoot }) => {
      if (isRoot) return !parent;
      return isMatch(element, compounds.at(-1)) && haveParents(element, compounds.slice(0, -1));
    });
    matching.sort((one, other) => one.weight - other.weight);
    const declared = new Map(matching.flatMap(({ declarations }) => declarations));
    const custom = new Map(parent?.custom);
    for (const [name, value] of declared) {
      if (name.startsWith("--")) custom.set(name, this.resolve(value, custom));
    }
    const own = [...declared].filter(([name]) => PROPERTIES.has(name));
    const properties = own.map(([name, value]) => [name, this.resolve(value, custom)]);
    const values = new Map([...(parent?.values ?? []), ...properties]);
    const isUnpainted = (name, start) =>
      ["none", "transparent"].includes(values.get(name) ?? start);
    const isInvisible =
      SHAPES.includes(element.tag) && isUnpainted("fill", "black") && isUnpainted("stroke", "none");
    return { ...element, custom, values, properties, isInvisible };
  }

  /** Replaces custom properties by their values, and pairs of colours by one of them. */
  resolve(value, custom) {
    let text = value;
    for (let found; (found = argumentsOf(text, "var")); ) {
      text = found.before + (custom.get(found.inside.trim()) ?? "none") + found.after;
    }
    for (let found; (found = argumentsOf(text, "light-dark")); ) {
      text = found.before + split(found.inside, isComma)[this.side] + found.after;
    }
    return text;
  }
}
