//! Command `cargo cg import`: game results of CodinGame as records.

use codingame::PlayerNames;
use options::Reply;
use options::import::Arguments;

use crate::game_import::Import;
use crate::programs::Programs;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let Arguments { files, options, me } = arguments;
    let mut import = Import::new(options, programs)?;
    for file in files {
        import.read(file)?;
    }
    let names = PlayerNames::new(me.clone(), options.names);
    import.finish(names)
}
