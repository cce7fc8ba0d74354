/** Upload of record files that are dropped on the page or chosen in a dialog. */

import { postFile } from "./api.js";
import { announce } from "./dom.js";
import { addressOf } from "./host.js";

/** Uploads a file and opens its first game. */
export async function openFile(file) {
  try {
    const { id } = await postFile("/replays", file);
    location.assign(addressOf(`/replay/${id}/0`));
  } catch (error) {
    announce(error.message, true);
  }
}

/** Handles files that are dropped on the page. */
export function setUpDrop() {
  const { classList } = document.documentElement;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    classList.add("is-dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget ?? classList.remove("is-dropping"));
  addEventListener("drop", (event) => {
    classList.remove("is-dropping");
    if (!hasFiles(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
  });
}
