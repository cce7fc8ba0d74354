/** Files of game records, dropped anywhere on the page or chosen in a dialog. */

import { postFile } from "./api.js";
import { announce } from "./dom.js";

/** Sends a file to the server, and goes to its first game. */
export async function openFile(file) {
  try {
    const { id } = await postFile("/replays", file);
    location.assign(`/replay/${id}/0`);
  } catch (error) {
    announce(error.message, true);
  }
}

/** Takes files that are dropped on the page. */
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
