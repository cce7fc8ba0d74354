//! Command `cargo cg verify`: a check of recorded games.

use std::io::{self, Write};

use serde_json::json;

use arena::{Verified, verify_file};

use crate::json_report::print_table;
use options::Reply;
use options::verify::Arguments;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let (mut files, mut games, mut plies) = (Vec::new(), 0, 0);
    for path in &arguments.files {
        let verified = verify_file(path)?;
        let name = path.display().to_string();
        if arguments.format.is_text() {
            let Verified { games, plies, foreign } = verified;
            writeln!(io::stdout(), "{name}: {games} games, {plies} plies, ok")?;
            if foreign > 0 {
                eprintln!("note: {name}: {foreign} games of foreign referees are not verified");
            }
        }
        files.push(json!({ "file": name, "games": verified.games, "plies": verified.plies }));
        games += verified.games;
        plies += verified.plies;
    }
    if !arguments.format.is_text() {
        let object = json!({ "ok": true, "games": games, "plies": plies, "files": files });
        print_table(arguments.format, &object, "files")?;
    }
    Ok(Reply::Yes)
}
