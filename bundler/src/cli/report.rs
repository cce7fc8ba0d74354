//! The subcommand `report`: breakdown of a bundle's length, and advice on what to cut.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use serde_json::json;

use crate::budget::{Kind, Part, budget};
use crate::bundle::{Bundle, bundle};
use crate::judge::{Judge, Size};
use crate::level::Level;
use crate::request::Request;
use crate::treemap::treemap;
use crate::write::{check_writable, write_atomically};

use super::{Reply, selection};

/// Number of items in the list of the largest ones without `--all`.
const LARGEST: usize = 20;

const EXAMPLES: &str = "\
Examples:
  bundler report --bin tictactoe
  bundler report --minify=names --all
  bundler report --json
  bundler report --svg report.svg

Lengths are in the judge's unit and add up: the text between two items belongs to the second one.
Names and places are those of the sources at every level. Exit code 1: the bundle is longer than
the judge takes.";

/// Show how much of the judge's limit each crate, module and item takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    selection: selection::Arguments,
    /// List all items below their modules
    #[arg(long)]
    all: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Draw a treemap as well
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let cannot_write = |path: &PathBuf| format!("cannot write {}", path.display());
    if let Some(path) = &arguments.svg {
        check_writable(path).with_context(|| cannot_write(path))?;
    }
    let request = arguments.selection.request(true)?;
    let judge = &request.judge;
    let bundle = bundle(&request)?;
    let budget = budget(&bundle, judge);
    if let Some(path) = &arguments.svg {
        write_atomically(path, &treemap(&budget, judge.unit))
            .with_context(|| cannot_write(path))?;
    }
    let is_too_long = judge.verdict(budget.length) == Size::TooLarge;
    let mut output = io::stdout().lock();
    if arguments.json {
        let advice = advice(&bundle, &budget, judge);
        let level = bundle.level.to_string();
        let object = json!({
            "ok": !is_too_long, "judge": judge.name, "unit": judge.unit.to_string(), "level": level,
            "length": budget.length, "limit": limit(judge), "budget": budget, "advice": advice,
        });
        writeln!(output, "{object}")?;
    } else {
        print(&mut output, arguments, &bundle, &budget, &request)?;
    }
    Ok(if is_too_long { Reply::No } else { Reply::Yes })
}

fn limit(judge: &Judge) -> Option<usize> {
    Some(judge.source_limit).filter(|limit| *limit < usize::MAX)
}

fn print(
    output: &mut impl Write,
    arguments: &Arguments,
    bundle: &Bundle,
    budget: &Part,
    request: &Request,
) -> io::Result<()> {
    writeln!(output, "{}", super::make::status(bundle, request, None))?;
    writeln!(output, "\n{:>9} {:>6}  ", request.judge.unit.to_string(), "%")?;
    for part in &budget.parts {
        print_tree(output, part, budget.length, 0, arguments.all)?;
    }
    if !arguments.all {
        writeln!(output, "\nThe largest items:")?;
        let leaves = largest(budget);
        for (part, within) in leaves.iter().take(LARGEST) {
            print_line(output, part, &format!("{within}{}", part.name), budget.length)?;
        }
    }
    for line in advice(bundle, budget, &request.judge) {
        writeln!(output, "\n{line}")?;
    }
    Ok(())
}

fn print_tree(
    output: &mut impl Write,
    part: &Part,
    total: usize,
    depth: usize,
    with_items: bool,
) -> io::Result<()> {
    if matches!(part.kind, Kind::Item | Kind::Data) && !with_items {
        return Ok(());
    }
    let word = match part.kind {
        Kind::Crate => "crate ",
        Kind::Module => "mod ",
        _ => "",
    };
    print_line(output, part, &format!("{}{word}{}", "  ".repeat(depth), part.name), total)?;
    let mut parts: Vec<&Part> = part.parts.iter().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.length));
    parts.into_iter().try_for_each(|part| print_tree(output, part, total, depth + 1, with_items))
}

fn print_line(output: &mut impl Write, part: &Part, name: &str, total: usize) -> io::Result<()> {
    let percent = 100.0 * part.length as f64 / total.max(1) as f64;
    let place = part.place.as_ref().filter(|_| part.kind != Kind::Module);
    let place = place.map(|place| format!("  {}:{}", place.file, place.line)).unwrap_or_default();
    writeln!(output, "{:>9} {percent:>6.1}  {name}{place}", part.length)
}

/// Returns the items that contain no other items, and data, the largest first, each with the name
/// of the item around it.
fn largest(budget: &Part) -> Vec<(&Part, String)> {
    fn collect<'a>(part: &'a Part, within: &str, list: &mut Vec<(&'a Part, String)>) {
        let is_leaf = part.parts.iter().all(|inner| inner.kind == Kind::Data);
        if part.kind == Kind::Item && is_leaf || part.kind == Kind::Data {
            list.push((part, within.to_owned()));
        }
        let within =
            if part.kind == Kind::Item { format!("{} ", part.name) } else { String::new() };
        part.parts.iter().for_each(|inner| collect(inner, &within, list));
    }
    let mut list = Vec::new();
    collect(budget, "", &mut list);
    list.sort_by_key(|(part, _)| std::cmp::Reverse(part.length));
    list
}

/// Returns advice for a bundle that is too long, or close to the limit.
fn advice(bundle: &Bundle, budget: &Part, judge: &Judge) -> Vec<String> {
    let mut advice = Vec::new();
    let unit = judge.unit;
    match judge.verdict(budget.length) {
        Size::Fits => return advice,
        Size::Tight => {
            advice.push(format!("{} {unit} are left.", judge.source_limit - budget.length));
        }
        Size::TooLarge => {
            advice.push(format!("{} {unit} too many.", budget.length - judge.source_limit));
        }
    }
    if bundle.level < Level::Module {
        advice.push(
            "Without --minify=never the bundle loses its white space, its names and its modules, \
             as far as the limit demands it."
                .to_owned(),
        );
    }
    let foreign = bundle.inlined.iter().filter(|krate| !krate.own);
    let sizes = foreign.filter_map(|krate| {
        let name = format!("{} {}", krate.name, krate.version);
        let part = budget.parts.iter().find(|part| part.name == name)?;
        Some(format!("{name} ({})", part.length))
    });
    let sizes: Vec<String> = sizes.collect();
    if !sizes.is_empty() {
        advice.push(format!("Crates of others, which you may do without: {}.", sizes.join(", ")));
    }
    let data: usize =
        budget.all().iter().filter(|part| part.kind == Kind::Data).map(|part| part.length).sum();
    if data > 0 {
        advice.push(format!("Data in literals: {data} {unit}; the longest are in the list above."));
    }
    if let Some(excess) = budget.length.checked_sub(judge.source_limit).filter(|more| *more > 0) {
        let mut sum = 0;
        let enough = largest(budget).into_iter().take_while(|(part, _)| {
            let is_needed = sum < excess;
            sum += part.length;
            is_needed
        });
        let names: Vec<String> = enough
            .map(|(part, within)| format!("{within}{} ({})", part.name, part.length))
            .collect();
        advice.push(format!("The fewest items that make up for it: {}.", names.join(", ")));
    }
    advice
}
