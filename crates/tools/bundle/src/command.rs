//! Command `cargo cg bundle`: bundles a bot, compiles the bundle and writes the file.

use std::path::Path;

use anyhow::{Context, bail};
use bundler::{Depth, Entry, Progress, Request, Size, VerifyOptions, bundle, verify};
use options::Reply;
use options::bundle::Arguments;
use serde_json::json;
use workspace::{Workspace, check_output};

use crate::bots::{Bot, PROBE, bots};
use crate::outcome::{Bundled, Refused};
use crate::report::{explain, print, print_json, to_json, warn};

/// Folder of bundles in the build output.
const FOLDER: &str = "bundles";

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    arguments.output.as_deref().map_or(Ok(()), check_output)?;
    let metadata = Workspace::metadata()?;
    let workspace = Workspace::of(&metadata);
    let mut reply = Reply::Yes;
    let mut bundles = Vec::new();
    for bot in bots(&metadata, arguments.game.as_deref())? {
        let program = program_of(&bot, arguments.probe)?;
        let suffix = if arguments.probe { PROBE } else { "" };
        let default = || workspace.target.join(FOLDER).join(format!("{}{suffix}.rs", bot.game));
        let path = arguments.output.clone().unwrap_or_else(default);
        let outcome = write(&workspace, &bot, program, &path)?;
        match &outcome {
            Ok(bundled) => {
                warn(bundled, &bot.judge);
                if !arguments.json {
                    print(bundled, &bot.judge)?;
                }
            }
            Err(refused) => {
                eprintln!("error: {}: {}", bot.game, explain(refused, &bot.judge));
                reply = Reply::No;
            }
        }
        bundles.push(to_json(&bot, &path, &outcome));
    }
    if arguments.json {
        print_json(&json!({ "ok": reply == Reply::Yes, "bundles": bundles }))?;
    }
    Ok(reply)
}

/// Returns the name of the bot's program, or of its probe.
fn program_of(bot: &Bot, probe: bool) -> anyhow::Result<String> {
    match &bot.probe {
        _ if !probe => Ok(bot.package.clone()),
        Some(probe) => Ok(probe.clone()),
        None => {
            bail!("{} has no probe: its package has no program `{}{PROBE}`", bot.game, bot.package)
        }
    }
}

/// Bundles a program of a bot's package, compiles the text as a single file and writes it.
fn write(
    workspace: &Workspace,
    bot: &Bot,
    program: String,
    path: &Path,
) -> anyhow::Result<Result<Bundled, Refused>> {
    let request = Request {
        package: Some(bot.package.clone()),
        entry: Entry::Bin(Some(program)),
        judge: bot.judge.clone(),
        names_commit: true,
        progress: Progress::new(|step| eprintln!("{step}")),
        ..Request::new(workspace.manifest())
    };
    let bundle = bundle(&request)?;
    let utf16_units = bundle.utf16_units();
    if bot.judge.verdict(utf16_units) == Size::TooLarge {
        return Ok(Err(Refused::TooLarge { utf16_units }));
    }
    let options = VerifyOptions { depth: Depth::Types, ..VerifyOptions::default() };
    let verified = match verify(&bundle, &request, &options) {
        Ok(verified) => verified,
        Err(error) if error.is_verdict() => return Ok(Err(Refused::Rejected(error))),
        Err(error) => return Err(error.into()),
    };
    bundle.write(path).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(Ok(Bundled { path: path.to_owned(), bundle, verified }))
}
