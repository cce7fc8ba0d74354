/** Buttons that put texts onto the clipboard. */

import { announce, h } from "./dom.js";

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from disk, and old browsers, have no clipboard to ask; a selection can still be copied.
    const field = h("textarea", { class: "probe", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Buttons in a row, each `[id, what, text]`. */
export function copyButtons(...entries) {
  return h(
    "div",
    { class: "copies", role: "group", "aria-label": "Copy" },
    "Copy",
    entries.map((entry) => copyButton(...entry)),
  );
}

/** A button that copies what `text()` gives, and says so. */
function copyButton(id, what, text) {
  const button = h(
    "button",
    { type: "button", id, class: "quiet", "aria-label": `Copy the ${what}` },
    what,
  );
  button.addEventListener("click", async () => {
    const value = text();
    if (!value) return announce("There is nothing to copy here.", true);
    button.dataset.copied = value;
    await write(value);
    announce(`The ${what} is on the clipboard.`, true);
  });
  return button;
}
