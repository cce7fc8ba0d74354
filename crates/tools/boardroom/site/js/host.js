/**
 * Host of the page: a folder of files without a server, at any path. It has one document, and the
 * query names the page.
 */

/** True if the host has matches, pictures of games and an interface for other programs. */
export const HAS_SERVER = false;

/** Returns the address of a page: `page` is its path, with values behind `#`. */
export function addressOf(page) {
  return page === "/" ? "./" : `./?${page}`;
}

/** Returns the path of the page that the browser shows. */
export function currentPage() {
  return location.search.slice(1) || "/";
}
