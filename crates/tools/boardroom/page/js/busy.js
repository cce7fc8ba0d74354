/** Marks the page as busy while requests are pending, for tests and style sheets. */

let pending = 0;

function count(change) {
  pending += change;
  if (pending > 0) document.body.dataset.busy = "true";
  else delete document.body.dataset.busy;
}

/** Waits for a response, and marks the page as busy until then. */
export async function whileBusy(response) {
  count(1);
  try {
    return await response;
  } finally {
    count(-1);
  }
}
