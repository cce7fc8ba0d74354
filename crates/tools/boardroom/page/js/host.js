/**
 * Host of the page: a server, which has a path for each page, a store of matches, and pictures of
 * games. A site without a server has a module of the same name in place of this one.
 */

/** True if the host has matches, pictures of games and an interface for other programs. */
export const HAS_SERVER = true;

/** Returns the address of a page: `page` is its path, with values behind `#`. */
export function addressOf(page) {
  return page;
}

/** Returns the path of the page that the browser shows. */
export function currentPage() {
  return location.pathname;
}
