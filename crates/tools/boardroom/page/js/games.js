/** The games that the server knows, and variants of them. */

import { get } from "./api.js";

/** The name of the game of which `name` is a variant, or the name itself. */
export function familyOf(name) {
  return name.replace(/-two-squares$/, "");
}

/** What the server says about a game; a variant differs from it by its name only. */
export async function gameInfo(name) {
  const games = await get("/games");
  const info = games.find((game) => game.name === familyOf(name));
  if (!info) throw new Error(`There is no game called ${name}.`);
  return { ...info, name };
}
