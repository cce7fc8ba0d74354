//! Options of `cargo cg completions`: completion script of a shell.

use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  cargo cg completions bash > ~/.local/share/cg/cg.bash
  echo 'source ~/.local/share/cg/cg.bash' >> ~/.bashrc
  cargo cg completions zsh > ~/.zfunc/_cg
  cargo cg completions fish > ~/.config/fish/completions/cg.fish

The scripts complete commands, options, games and files behind `cg`, which `cargo install --path \
crates/tools/cg` installs. Those of bash and zsh also complete them behind `cargo cg`.";

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Shell that reads the script
    pub shell: Shell,
}
