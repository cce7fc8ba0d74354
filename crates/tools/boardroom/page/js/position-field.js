/** Field with the notation of the shown position, which the visitor can edit and set up. */

import { copyButton } from "./copying.js";
import { h } from "./dom.js";

export class PositionField {
  /**
   * `setUp(text)` shows a position, and its notation here; the message of its error is shown at the
   * field.
   */
  constructor(setUp) {
    this.setUp = setUp;
    this.shown = "";
    this.field = h("input", {
      type: "text",
      id: "position",
      spellcheck: "false",
      autocomplete: "off",
      "aria-describedby": "position-error",
      onkeydown: (event) => event.key === "Escape" && this.reset(),
    });
    this.error = h("p", { id: "position-error", class: "danger", role: "alert" });
    this.element = h(
      "form",
      { class: "position-form", onsubmit: (event) => this.submit(event) },
      h("label", { for: "position" }, "Position"),
      this.field,
      h("button", { type: "submit", id: "set-up", class: "quiet" }, "Set up"),
      copyButton("copy-notation", "position", () => this.field.value, "Copy"),
      this.error,
    );
  }

  /** Shows the notation of a position, unless the visitor is editing the field. */
  show(text) {
    const isEdited = this.field.value !== this.shown;
    this.shown = text ?? "";
    if (!isEdited) this.reset();
  }

  /** Shows the notation of the current position instead of the edited text. */
  reset() {
    this.field.value = this.shown;
    this.refuse("");
  }

  refuse(message) {
    this.error.textContent = message;
    this.field.setAttribute("aria-invalid", String(message !== ""));
  }

  async submit(event) {
    event.preventDefault();
    try {
      await this.setUp(this.field.value.trim());
      this.reset();
    } catch (error) {
      this.refuse(error.message);
    }
  }
}
