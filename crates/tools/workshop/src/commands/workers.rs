//! Command `cargo cg workers`: the workers and plans of a queue.

use anyhow::Context as _;
use options::Reply;
use options::workers::Arguments;
use queue::{Distrusted, Queue, SeenPlan, SeenWorker, WorkerStatus};
use serde_json::json;

use crate::json_report::print_table;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let queue = distributed::connect(&arguments.queue, "workers")?;
    let queue = queue.context("name the queue with --queue")?;
    let (workers, plans) = (queue.seen_workers()?, queue.seen_plans()?);
    if !arguments.format.is_text() {
        print_table(arguments.format, &to_json(&queue, &workers, &plans)?, "workers")?;
        return Ok(Reply::Yes);
    }
    println!(
        "{:24} {:>8} {:>5} {:>9} {:>8} {:>7} {:>8} {:>10}",
        "worker", "version", "jobs", "in flight", "done", "failed", "units/s", "last seen"
    );
    for SeenWorker { status, age } in &workers {
        let WorkerStatus { name, version, jobs, done, in_flight, failed, units_per_second } =
            status;
        println!(
            "{name:24} {version:>8} {jobs:>5} {in_flight:>9} {done:>8} {failed:>7} \
             {units_per_second:>8.2} {:>8} s",
            age.as_secs()
        );
    }
    println!("\n{:10} {:>8} {:>9}  plan", "id", "waiting", "in flight");
    for SeenPlan { id, title, waiting, in_flight, .. } in &plans {
        println!("{id:10} {waiting:>8} {in_flight:>9}  {title}");
    }
    for (plan, units) in queue.seen_given_up()? {
        println!("{units} units of plan {plan} were given up: no worker survived them");
    }
    for Distrusted { distrusted, plan, unit } in queue.seen_distrusted()? {
        println!(
            "worker {distrusted} is not trusted by plan {}: its result of unit {unit} was wrong",
            plan.get(..8).unwrap_or(&plan)
        );
    }
    Ok(Reply::Yes)
}

fn to_json(
    queue: &Queue,
    workers: &[SeenWorker],
    plans: &[SeenPlan],
) -> anyhow::Result<serde_json::Value> {
    let workers: Vec<_> = workers
        .iter()
        .map(|SeenWorker { status, age }| {
            json!({
                "worker": status.name,
                "version": status.version,
                "jobs": status.jobs,
                "in_flight": status.in_flight,
                "done": status.done,
                "failed": status.failed,
                "units_per_second": status.units_per_second,
                "last_seen_s": age.as_secs(),
            })
        })
        .collect();
    let plans: Vec<_> = plans
        .iter()
        .map(|plan| {
            json!({
                "id": plan.id,
                "title": plan.title,
                "waiting": plan.waiting,
                "in_flight": plan.in_flight,
            })
        })
        .collect();
    Ok(json!({
        "workers": workers,
        "plans": plans,
        "given_up": queue.seen_given_up()?,
        "distrusted": queue.seen_distrusted()?,
    }))
}
