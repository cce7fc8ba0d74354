//! Templates: files in which `{{name}}` stands for a value.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Values of the placeholders.
pub(crate) type Values = BTreeMap<&'static str, String>;

const OPEN: &str = "{{";
const CLOSE: &str = "}}";

/// Returns the text of a template with all placeholders replaced.
///
/// # Errors
///
/// A placeholder has no value, or no end in its line.
pub(crate) fn render(template: &str, values: &Values) -> anyhow::Result<String> {
    let mut rendered = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once(OPEN) {
        rendered.push_str(before);
        let line = after.lines().next().unwrap_or_default();
        let number = 1 + template[..template.len() - after.len()].matches('\n').count();
        let Some((name, _)) = line.split_once(CLOSE) else {
            bail!("line {number}: `{OPEN}` without `{CLOSE}`");
        };
        let value = values.get(name);
        let known = || values.keys().copied().collect::<Vec<_>>().join(", ");
        let unknown = || format!("line {number}: no placeholder is called `{name}`: {}", known());
        rendered.push_str(value.with_context(unknown)?);
        rest = &after[name.len() + CLOSE.len()..];
    }
    rendered.push_str(rest);
    Ok(rendered)
}

/// End of the name of a template whose file does not have it. Cargo reads each `Cargo.toml` of a
/// git repository on which a workspace depends, and complains about placeholders.
const SUFFIX: &str = "template";

/// Renders all files of a folder of templates, and returns them by their paths within the folder.
///
/// # Errors
///
/// A file cannot be read or rendered.
pub(crate) fn render_folder(
    folder: &Path,
    values: &Values,
) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let mut rendered = Vec::new();
    for path in files(folder)? {
        let shown = || format!("template {}", path.display());
        let text = fs::read_to_string(&path).with_context(shown)?;
        let text = render(&text, values).with_context(shown)?;
        let place = path.strip_prefix(folder)?;
        let is_plain = place.extension().is_none_or(|extension| extension != SUFFIX);
        let place = if is_plain { place.to_owned() } else { place.with_extension("") };
        rendered.push((place, text));
    }
    Ok(rendered)
}

/// Returns the files of a folder and of the folders in it, in the order of their paths.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder);
    for entry in entries.with_context(|| format!("templates {}", folder.display()))? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.append(&mut files(&path)?),
            false => found.push(path),
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use super::*;

    fn rendered(template: &str) -> Result<String, String> {
        let values = Values::from([("game", "chess".to_owned()), ("width", "8".to_owned())]);
        render(template, &values).map_err(|error| error.to_string())
    }

    #[test]
    fn placeholders_are_replaced_and_other_braces_stay() {
        let expected = Ok("chess: { 8 } {x}".to_owned());
        assert_eq!(rendered("{{game}}: { {{width}} } {x}"), expected);
    }

    #[test]
    fn a_broken_template_is_refused_with_the_line() {
        let unknown = "line 2: no placeholder is called `gaem`: game, width";
        assert_eq!(rendered("{{game}}\n{{gaem}}"), Err(unknown.to_owned()));
        let open = "line 1: `{{` without `}}`";
        assert_eq!(rendered("{{game\n}}"), Err(open.to_owned()));
    }
}
