/** Buttons that copy texts to the clipboard. */

import { announce, h } from "./dom.js";

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from disk and old browsers have no clipboard API; a selection can still be copied.
    const field = h("textarea", { class: "probe", readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Returns a row of buttons, each from an entry `[id, name, text]`. */
export function copyButtons(...entries) {
  return h(
    "div",
    { class: "copies", role: "group", "aria-label": "Copy" },
    "Copy",
    entries.map((entry) => copyButton(...entry)),
  );
}

/** Returns a button that copies the result of `text()` and announces it. */
export function copyButton(id, name, text, label = name) {
  const button = h(
    "button",
    { type: "button", id, class: "quiet", "aria-label": `Copy the ${name}` },
    label,
  );
  button.addEventListener("click", async () => {
    const value = text();
    if (!value) return announce("There is nothing to copy here.", true);
    button.dataset.copied = value;
    await write(value);
    announce(`Copied the ${name}.`, true);
  });
  return button;
}
