/** Games of the server and their variants. */

import { get } from "./api.js";

/** Returns the name of the game of which `name` is a variant, or `name` itself. */
export function familyOf(name) {
  return name.replace(/-two-squares$/, "");
}

/** Returns the data of a game; a variant differs only by its name and its title. */
export async function gameInfo(name) {
  const games = await get("/games");
  const info = games.find((game) => game.name === familyOf(name));
  if (!info) throw new Error(`There is no game called ${name}.`);
  const variant = info.variants?.find((other) => other.name === name);
  return { ...info, name, title: variant?.title ?? info.title };
}
