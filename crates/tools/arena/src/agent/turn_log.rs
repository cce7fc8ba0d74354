use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Report;

/// What is known of one turn of a program, beside its answer. Players inside this process leave it
/// empty.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnLog {
    /// The processor time that the program has used since its previous answer, in all its threads;
    /// in nanoseconds on file. What it spends on its opponent's turn counts, so this may exceed the
    /// time that the answer took. What its child processes spend does not count.
    #[serde(
        rename = "cpu_ns",
        default,
        skip_serializing_if = "Option::is_none",
        with = "nanoseconds"
    )]
    pub cpu: Option<Duration>,
    /// What it has written on standard error since its previous answer, up to the judge's caps.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// What it said of its own search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

/// A time as a whole number of nanoseconds: no turn comes near the 584 years that fit.
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
    fn only_what_is_known_stands_on_file() {
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
