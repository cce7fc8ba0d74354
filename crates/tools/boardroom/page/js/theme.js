/** Theme: light, dark, or the setting of the system. The choice is stored in the browser. */

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

/**
 * Sets up the button that cycles through the themes. Every change, also one of the system, sends
 * the event `theme`.
 */
export function setUpTheme(button) {
  let name = stored();
  apply(name, button);
  const tell = () => document.dispatchEvent(new Event("theme"));
  button.addEventListener("click", () => {
    name = NAMES[(NAMES.indexOf(name) + 1) % NAMES.length];
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // A page from disk may have no storage; the choice then lasts until the page is closed.
    }
    apply(name, button);
    tell();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
}

/** Returns whether the page has the dark theme. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Returns a colour of the style sheet in the format for a canvas. */
export function colour(name, place = document.body) {
  const probe = document.createElement("span");
  probe.className = `probe ${name}`;
  place.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
