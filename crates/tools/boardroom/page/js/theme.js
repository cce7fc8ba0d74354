/** Light or dark: the system's choice, or the reader's own, which is kept. */

const KEY = "board-room-theme";
const NAMES = ["auto", "light", "dark"];

function stored() {
  try {
    return localStorage.getItem(KEY) ?? "auto";
  } catch {
    return "auto";
  }
}

function apply(name, button) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  button.textContent = { auto: "◐", light: "○", dark: "●" }[name];
  button.setAttribute("aria-label", `Colours: ${name}`);
  button.title = `Colours: ${name}`;
}

/** Makes the button go round through the three, and tells `changed`, also when the system changes. */
export function setUpTheme(button) {
  let name = stored();
  apply(name, button);
  const tell = () => document.dispatchEvent(new Event("theme"));
  button.addEventListener("click", () => {
    name = NAMES[(NAMES.indexOf(name) + 1) % NAMES.length];
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // A page from disk may not be allowed to keep anything; the choice then lasts as long as it.
    }
    apply(name, button);
    tell();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
}

/** A colour of the style sheet as canvases want it. */
export function colour(name, place = document.body) {
  const probe = document.createElement("span");
  probe.className = `probe ${name}`;
  place.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
