//! Further data about one turn of a program: processor time, standard error and search report.

mod report;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use report::Report;

/// Data about one turn of a program besides its answer. For players inside this process it is
/// empty.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnLog {
    /// Processor time that the program has used since its previous answer, in all its threads; in
    /// nanoseconds in a file. The time used during the opponent's turn counts, so this may exceed
    /// the time that the answer took. The time of child processes does not count.
    #[serde(
        rename = "cpu_ns",
        default,
        skip_serializing_if = "Option::is_none",
        with = "nanoseconds"
    )]
    pub cpu: Option<Duration>,
    /// Text that the program has written to standard error since its previous answer, up to the
    /// judge's caps.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The program's own report of its search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

/// Durations as whole nanoseconds: 64 bits hold 584 years.
mod nanoseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let nanoseconds = time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        nanoseconds.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let nanoseconds: Option<u64> = Option::deserialize(deserializer)?;
        Ok(nanoseconds.map(Duration::from_nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(log: &TurnLog, expected: &str) {
        let text = serde_json::to_string(log).unwrap();
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<TurnLog>(&text).unwrap(), *log);
    }

    #[test]
    fn unknown_values_are_left_out_of_the_json() {
        check(&TurnLog::default(), "{}");
        let report = Report { depth: Some(3), score: Some(-0.5), nodes: None };
        let log = TurnLog {
            cpu: Some(Duration::from_nanos(1_234_567_891)),
            stderr: "a\n".to_owned(),
            report: Some(report),
        };
        check(&log, r#"{"cpu_ns":1234567891,"stderr":"a\n","report":{"depth":3,"score":-0.5}}"#);
    }
}
