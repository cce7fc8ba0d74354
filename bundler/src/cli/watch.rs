//! The option `--watch`: bundles again whenever a source changes.
//!
//! A change during a build cancels the build and starts a new one, so a save never waits for the
//! build before it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use anyhow::Context;
use notify::{Event, EventKind, RecursiveMode, Watcher};

use crate::interrupt;
use crate::map::map_path;
use crate::process::folder_of;

use super::{
    Reply,
    make::{self, Arguments, Outcome},
};

/// Polling interval for the end of a build and for signals.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Time after which an editor has finished a save of several files, or of one file in several
/// steps.
const SAVE_DURATION: Duration = Duration::from_millis(60);

/// First character of the names of our own temporary files and those of most editors.
const HIDDEN: char = '.';

/// Default folder of cargo's build output.
const BUILD_OUTPUT: &str = "target";

type Events = Receiver<notify::Result<Event>>;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let (sender, events) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files")?;
    let mut watched = BTreeSet::new();
    let manifest = arguments.request()?.manifest_path;
    let mut folders = vec![folder_of(&manifest).to_owned()];
    loop {
        for folder in folders.iter().flat_map(|folder| folders_in(folder)) {
            if watched.insert(folder.clone()) {
                // A folder that has just been removed needs no watching.
                let _ = watcher.watch(&folder, RecursiveMode::NonRecursive);
            }
        }
        let (found, is_outdated) = bundle_until_change(arguments, &events);
        folders.extend(found);
        if interrupt::is_interrupted() {
            return Ok(Reply::Yes);
        }
        if !is_outdated && !wait_for_change(arguments, &events) {
            return Ok(Reply::Yes);
        }
        drain_events(&events);
    }
}

/// Discards the events that follow directly after a change. Reading files creates more events, so
/// the time is limited.
fn drain_events(events: &Events) {
    let end = Instant::now() + SAVE_DURATION;
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        // A timeout ends the loop as well.
        let _ = events.recv_timeout(left);
    }
}

/// Bundles once. Returns the folders of the crates, and true if a source changed during the build.
fn bundle_until_change(arguments: &Arguments, events: &Events) -> (Vec<PathBuf>, bool) {
    interrupt::resume();
    let mut is_outdated = false;
    // The parser keeps everything that it reads until its thread ends.
    let folders = thread::scope(|scope| {
        let build = scope.spawn(|| bundle_once(arguments));
        while !build.is_finished() {
            let event = events.recv_timeout(POLL_INTERVAL);
            if event.is_ok_and(|event| is_change(arguments, &event)) {
                is_outdated = true;
                interrupt::cancel();
            }
        }
        build.join().expect("bundling does not panic")
    });
    (folders, is_outdated)
}

/// Bundles once and reports the result. Returns the folders of the crates.
fn bundle_once(arguments: &Arguments) -> Vec<PathBuf> {
    let begin = Instant::now();
    let made = arguments.request().and_then(|request| {
        let outcome = make::make(arguments, &request)?;
        if let Outcome::Made { bundle, verified } = &outcome {
            make::warn(bundle, &request.judge, verified.as_ref());
            make::deliver(arguments, bundle, &request, verified.as_ref())?;
        }
        Ok(outcome)
    });
    let seconds = begin.elapsed().as_secs_f64();
    match made {
        Ok(Outcome::Made { bundle, .. }) => {
            eprintln!("{seconds:.1} s; watching");
            return bundle.folders;
        }
        Err(_) if interrupt::is_cancelled() => eprintln!("a source changed; bundling again"),
        Ok(Outcome::Refused(reason)) => eprintln!("bundler: {reason}\n{seconds:.1} s; watching"),
        Err(error) => eprintln!("bundler: {error:#}\n{seconds:.1} s; watching"),
    }
    Vec::new()
}

/// Waits until a source has changed; returns false if a signal came first.
fn wait_for_change(arguments: &Arguments, events: &Events) -> bool {
    loop {
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(event) if is_change(arguments, &event) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
            _ if interrupt::is_interrupted() => return false,
            _ => {}
        }
    }
}

/// Returns true if an event concerns a possible source, rather than the bundle.
fn is_change(arguments: &Arguments, event: &notify::Result<Event>) -> bool {
    let Ok(event) = event else { return false };
    let own = arguments.output.iter().flat_map(|path| [path.clone(), map_path(path)]);
    let own: Vec<PathBuf> = own.filter_map(|path| std::path::absolute(path).ok()).collect();
    let is_source = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let is_hidden = name.is_none_or(|name| name.starts_with(HIDDEN) || name.ends_with('~'));
        let is_own = std::path::absolute(path).is_ok_and(|path| own.contains(&path));
        !is_hidden && !is_own
    };
    let is_about_content = matches!(
        event.kind,
        EventKind::Create(_)
            | EventKind::Remove(_)
            | EventKind::Modify(
                notify::event::ModifyKind::Data(_) | notify::event::ModifyKind::Name(_)
            )
    );
    is_about_content && event.paths.iter().any(is_source)
}

/// Returns a folder and those below it, except hidden ones and build output.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !name.starts_with(HIDDEN) && name != BUILD_OUTPUT {
            folders.extend(folders_in(&entry.path()));
        }
    }
    folders
}
