/** Page of the queue: its workers, and the plans in progress. It is refreshed every few seconds. */

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { drawTable } from "./table.js";

/** Milliseconds between two requests. */
const INTERVAL = 3_000;

/** Shows the workers and plans, and refreshes them while the page is open. */
export async function showWorkers(place) {
  const lists = h("div", { id: "queue" });
  put(place, h("div", { class: "home" }, h("h1", null, "Workers"), lists));
  const refresh = async () => {
    try {
      put(lists, drawLists(await get("/workers")));
    } catch (error) {
      const { message, status } = error;
      put(lists, h("section", { class: "panel problem" }, h("p", null, message)));
      // Without a queue there will be none later.
      if (status === 404) return;
    }
    setTimeout(refresh, INTERVAL);
  };
  await refresh();
}

function drawLists({ workers, plans, warnings }) {
  return [
    h(
      "section",
      { id: "workers", class: "panel", "aria-label": "Workers" },
      h("h2", null, "Workers"),
      workers.length ? workerTable(workers) : none("cargo cg work --queue ADDRESS"),
    ),
    h(
      "section",
      { id: "plans", class: "panel", "aria-label": "Plans in progress" },
      h("h2", null, "Plans in progress"),
      plans.length ? plans.map(drawPlan) : none("cargo cg match GAME … --queue ADDRESS"),
      warnings.map((text) => h("p", { class: "problem" }, text)),
    ),
  ];
}

function none(command) {
  return h("p", { class: "fine" }, "None: start one by ", h("code", null, command), ".");
}

function workerTable(workers) {
  const figures = ["Jobs", "In flight", "Done", "Failed", "Units/s", "Last seen"];
  const rows = workers.map((worker) =>
    h(
      "tr",
      { data: { worker: worker.name } },
      h("td", null, worker.name),
      h("td", null, worker.version),
      [worker.jobs, worker.inFlight, worker.done, worker.failed]
        .concat([worker.unitsPerSecond.toFixed(2), `${worker.lastSeen} s`])
        .map((value) => h("td", { class: "number" }, value)),
    ),
  );
  return drawTable("Workers", ["Worker", "Version", ...figures], figures, h("tbody", null, rows));
}

function drawPlan(plan) {
  const counted = plan.counted ?? 0;
  const all = plan.units == null ? "" : ` of ${plan.units}`;
  const left = plan.secondsLeft == null ? "" : `, about ${duration(plan.secondsLeft)} left`;
  const waiting = `${plan.waiting} wait, ${plan.inFlight} in flight`;
  return h(
    "article",
    { data: { plan: plan.id } },
    h("h3", null, plan.title),
    h("p", null, `${counted}${all} units counted${left}; ${waiting}`),
    plan.results.map((line) => h("p", { class: "fine" }, line)),
  );
}

function duration(seconds) {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 6_000) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}
