//! Completion scripts of shells, from the options of all commands.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _, ValueHint};
use clap_complete::Shell;

use crate::command_line::Cli;
use crate::games_in_help::is_game;

/// Name of the program whose arguments are completed.
const PROGRAM: &str = "cg";

/// Words behind `cargo cg` in bash: those of `cg`. All others are left to the completion of cargo,
/// which is loaded first where it is loaded by need.
const BASH_AFTER_CARGO: &str = r#"
if declare -F _comp_load >/dev/null; then
    _comp_load cargo
elif declare -F _completion_loader >/dev/null; then
    _completion_loader cargo
fi
if [[ $(complete -p cargo 2>/dev/null) =~ \ -F\ ([^\ ]+)\  ]]; then
    [[ ${BASH_REMATCH[1]} == _cargo_or_cg ]] || _cg_function_of_cargo=${BASH_REMATCH[1]}
fi
_cargo_or_cg() {
    if [[ ${COMP_CWORD} -ge 2 && ${COMP_WORDS[1]} == cg ]]; then
        COMP_WORDS=("${COMP_WORDS[@]:1}")
        COMP_CWORD=$((COMP_CWORD - 1))
        _cg cg "$2" "$3"
    elif [[ -n ${_cg_function_of_cargo:-} ]]; then
        "${_cg_function_of_cargo}" "$@"
    fi
}
complete -F _cargo_or_cg -o bashdefault -o default cargo
"#;

/// Function that the completion of cargo in zsh calls behind `cargo cg`.
const ZSH_AFTER_CARGO: &str = "
_cargo-cg() {
    _cg \"$@\"
}
";

/// Returns the completion script of a shell, with these names of games.
#[must_use]
pub fn completion_script(shell: Shell, games: &[&'static str]) -> String {
    let mut command = with_games(Cli::command(), games);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, PROGRAM, &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    script += match shell {
        Shell::Bash => BASH_AFTER_CARGO,
        Shell::Zsh => ZSH_AFTER_CARGO,
        _ => "",
    };
    script
}

/// Gives the arguments of a command and of its subcommands the values that are completed.
fn with_games(command: Command, games: &[&'static str]) -> Command {
    let command = command.mut_args(|arg| {
        if is_game(&arg) {
            arg.value_parser(PossibleValuesParser::new(games.to_vec()))
        } else if arg.get_value_hint() == ValueHint::AnyPath {
            arg.value_hint(ValueHint::FilePath)
        } else {
            arg
        }
    });
    command.mut_subcommands(|subcommand| with_games(subcommand, games))
}
