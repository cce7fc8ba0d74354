//! Options for the format of a command's table on standard output.

/// Format of a table for other programs, in place of text for people.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Format {
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print the table as CSV: the rows of --json, with a header line
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

impl Format {
    /// Returns whether the output is for people.
    #[must_use]
    pub fn is_text(self) -> bool {
        !self.json && !self.csv
    }
}
