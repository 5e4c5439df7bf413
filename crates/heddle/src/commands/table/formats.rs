//! The table for programs: JSON, and the XML of JUnit.

use heddle_svcomp::{Rating, escaped};
use serde::Serialize;

use super::Row;
use super::expectation::Answer;
use super::summary::Summary;

/// The version of the JSON format.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Table<'a> {
    version: u32,
    rows: Vec<TableRow<'a>>,
    summary: &'a Summary,
}

/// A row: a check.
#[derive(Serialize)]
struct TableRow<'a> {
    /// The task, or the arguments in a list.
    check: &'a str,
    /// The property, of a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<&'a str>,
    /// The verdict, or `error`.
    verdict: String,
    /// The expected one.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    /// `correct`, `wrong`, `unknown`, `error` or `unrated`.
    result: &'static str,
    /// The message of an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    score: i64,
    seconds: f64,
    peak_memory_bytes: u64,
}

/// The table as JSON.
pub(super) fn json(rows: &[Row], summary: &Summary) -> String {
    let rows = rows.iter().map(|row| TableRow {
        check: &row.job.name,
        property: row.job.property.as_deref(),
        verdict: row.outcome.answer.to_string(),
        expected: row.job.expected.as_ref().map(ToString::to_string),
        result: result(row),
        message: match &row.outcome.answer {
            Answer::Error(message) => Some(message),
            Answer::Task(_) | Answer::Own(..) => None,
        },
        score: row.mark.score.0,
        seconds: row.outcome.seconds,
        peak_memory_bytes: row.outcome.peak_memory_bytes,
    });
    let table = Table { version: VERSION, rows: rows.collect(), summary };
    let text = serde_json::to_string_pretty(&table).expect("a table should be plain data");
    format!("{text}\n")
}

fn result(row: &Row) -> &'static str {
    match (row.mark.rating, &row.outcome.answer) {
        (Rating::Correct, _) => "correct",
        (Rating::Wrong, _) => "wrong",
        (Rating::Open, Answer::Error(_)) => "error",
        (Rating::Open, _) => "unknown",
        (Rating::Unrated, _) => "unrated",
    }
}

/// The table as JUnit XML: a test case for each row, which fails if it is not as expected.
pub(super) fn junit(rows: &[Row]) -> String {
    let count = |name: &str| rows.iter().filter(|row| result(row) == name).count();
    let failures = count("wrong") + count("unknown");
    let seconds: f64 = rows.iter().map(|row| row.outcome.seconds).sum();
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.push_str(&format!(
        "<testsuite name=\"heddle table\" tests=\"{}\" failures=\"{failures}\" errors=\"{}\" \
         time=\"{seconds:.3}\">\n",
        rows.len(),
        count("error"),
    ));
    for row in rows {
        let class = row.job.property.as_deref().unwrap_or("check");
        xml.push_str(&format!(
            "  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">",
            escaped(class),
            escaped(&row.job.name),
            row.outcome.seconds
        ));
        let expected = row.job.expected.as_ref().map(ToString::to_string).unwrap_or_default();
        let verdict = row.outcome.answer.to_string();
        match (result(row), &row.outcome.answer) {
            ("error", Answer::Error(message)) => {
                xml.push_str(&format!("<error message=\"{}\"/>", escaped(message)));
            }
            ("wrong" | "unknown", _) => {
                let message = format!("{verdict} where {expected} is expected");
                xml.push_str(&format!("<failure message=\"{}\"/>", escaped(&message)));
            }
            _ => {}
        }
        xml.push_str("</testcase>\n");
    }
    xml.push_str("</testsuite>\n");
    xml
}
