//! Command `site`: writes the board room as files for a static host.

mod folder;
mod module;

use options::Reply;
use options::site::Arguments;
use workspace::check_output_folder;

use crate::site::{MODULE, site_files};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let output = &arguments.output;
    check_output_folder(output)?;
    folder::check(output)?;
    let mut files = site_files()?;
    let module = module::build(&arguments.profile)?;
    let size = module.len();
    files.push((MODULE.to_owned(), module));
    folder::write(output, &files)?;
    let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    eprintln!(
        "{} files, {}; the rules and bots in {MODULE} are {} of it",
        files.len(),
        mebibytes(total),
        mebibytes(size)
    );
    eprintln!("view it: python3 -m http.server --directory {}", output.display());
    println!("{}", output.display());
    Ok(Reply::Yes)
}

fn mebibytes(bytes: usize) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
