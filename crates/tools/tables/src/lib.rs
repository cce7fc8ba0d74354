//! Results of commands for other programs: a JSON object, or its table as CSV.
//!
//! A table is an array of objects. Its columns have the names of their values; a value within
//! another has both names with a point between them, and the number of its place in an array.

use std::io::{self, Write};

use csv::Writer;
use options::Format;
use serde_json::Value;

/// Writes the object, or its array `rows` as CSV.
///
/// # Errors
///
/// The output cannot be written.
pub fn write(out: &mut dyn Write, format: Format, object: &Value, rows: &str) -> io::Result<()> {
    if format.csv {
        let rows = object[rows].as_array().map_or(&[][..], Vec::as_slice);
        return write_csv(out, rows);
    }
    writeln!(out, "{object}")
}

/// Writes objects as lines of CSV below their names. A row without a value has an empty field.
fn write_csv(output: &mut dyn Write, rows: &[Value]) -> io::Result<()> {
    let rows: Vec<Vec<(String, String)>> = rows.iter().map(fields).collect();
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let mut lines = Writer::from_writer(&mut *output);
    if !names.is_empty() {
        lines.write_record(&names)?;
    }
    for row in &rows {
        let field = |name: &&str| row.iter().find(|(own, _)| own == name);
        lines.write_record(names.iter().map(|name| field(name).map_or("", |(_, text)| text)))?;
    }
    lines.flush()
}

/// Returns the names and texts of the values in an object.
fn fields(row: &Value) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    add_fields(&mut fields, "", row);
    fields
}

fn add_fields(fields: &mut Vec<(String, String)>, name: &str, value: &Value) {
    let within = |key: &str| match name {
        "" => key.to_owned(),
        name => format!("{name}.{key}"),
    };
    match value {
        Value::Object(values) => {
            for (key, value) in values {
                add_fields(fields, &within(key), value);
            }
        }
        Value::Array(values)
            if values.iter().any(|value| value.is_object() || value.is_array()) =>
        {
            for (index, value) in values.iter().enumerate() {
                add_fields(fields, &within(&index.to_string()), value);
            }
        }
        Value::Array(values) => {
            let texts: Vec<String> = values.iter().map(text).collect();
            fields.push((name.to_owned(), texts.join(" ")));
        }
        value => fields.push((name.to_owned(), text(value))),
    }
}

/// Returns a single value as text; `null` is empty.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(rows: &Value, expected: &str) {
        let mut output = Vec::new();
        let format = Format { json: false, csv: true };
        write(&mut output, format, &json!({ "rows": rows, "more": 1 }), "rows").unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }

    #[test]
    fn rows_stand_below_the_names_of_their_values() {
        check(&json!([{ "a": 1, "b": "x" }, { "a": 0.5, "b": null }]), "a,b\n1,x\n0.5,\n");
    }

    #[test]
    fn values_within_values_have_both_names() {
        let row =
            json!({ "wins": { "as": [1, 2] }, "players": [{ "name": "p" }, { "name": "q" }] });
        check(&json!([row]), "wins.as,players.0.name,players.1.name\n1 2,p,q\n");
    }

    #[test]
    fn a_row_lacks_values_that_others_have() {
        check(&json!([{ "a": 1 }, { "b": 2 }]), "a,b\n1,\n,2\n");
    }

    #[test]
    fn commas_quotes_and_line_ends_stay_in_their_field() {
        check(&json!([{ "a": "x, \"y\"\nz" }]), "a\n\"x, \"\"y\"\"\nz\"\n");
    }

    #[test]
    fn a_table_without_rows_is_empty() {
        check(&json!([]), "");
    }

    #[test]
    fn json_is_the_whole_object() {
        let mut output = Vec::new();
        let format = Format { json: true, csv: false };
        write(&mut output, format, &json!({ "rows": [] }), "rows").unwrap();
        assert_eq!(output, b"{\"rows\":[]}\n");
    }
}
