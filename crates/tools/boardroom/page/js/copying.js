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

/** A button that copies what `text()` gives, and says so. */
export function copyButton(id, label, text) {
  const button = h("button", { type: "button", id, class: "quiet" }, label);
  button.addEventListener("click", async () => {
    const value = text();
    if (!value) return announce("There is nothing to copy here.", true);
    button.dataset.copied = value;
    await write(value);
    announce(`${label}: copied.`, true);
  });
  return button;
}
