//! The table as text.

use std::io::{self, Write};

use heddle_svcomp::Rating;
use heddle_trace::render::{Highlight, Style};

use super::Row;
use super::expectation::Answer;
use super::summary::Summary;

/// The heads of columns.
const HEADS: [&str; 7] = ["check", "property", "verdict", "expected", "result", "time", "memory"];

/// Columns with numbers, which end at the same place.
const NUMBERS: [usize; 2] = [5, 6];

/// Most characters of the first column.
const MOST: usize = 60;

/// Writes rows and their sum; if it is quiet, only rows that are not as expected.
pub(super) fn write(
    rows: &[Row],
    summary: &Summary,
    style: Style,
    is_quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let shown = |row: &&Row| !is_quiet || matches!(row.mark.rating, Rating::Wrong | Rating::Open);
    let shown: Vec<&Row> = rows.iter().filter(shown).collect();
    let cells: Vec<[String; 7]> = shown.iter().map(|row| cells(row)).collect();
    let width = |column: usize| {
        let lengths = cells.iter().map(|row| row[column].chars().count());
        lengths.chain([HEADS[column].len()]).max().unwrap_or(0)
    };
    let widths: [usize; 7] = std::array::from_fn(width);
    if !shown.is_empty() {
        write_line(&HEADS.map(str::to_owned), &widths, |text| text, out)?;
    }
    for (row, cells) in shown.iter().zip(&cells) {
        let highlight = match row.mark.rating {
            Rating::Correct => Some(Highlight::Good),
            Rating::Wrong => Some(Highlight::Bad),
            Rating::Open => Some(Highlight::Doubt),
            Rating::Unrated => None,
        };
        let paint = |text: String| match highlight {
            Some(highlight) => style.paint(highlight, &text).to_string(),
            None => text,
        };
        write_line(cells, &widths, paint, out)?;
        if let Answer::Error(message) = &row.outcome.answer
            && !message.is_empty()
        {
            writeln!(out, "  {message}")?;
        }
    }
    if !shown.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}", sum(summary))
}

/// The sum in a line.
fn sum(summary: &Summary) -> String {
    let Summary {
        checks,
        correct_true,
        correct_false,
        correct_other,
        wrong,
        unknown,
        errors,
        unrated,
        skipped,
        score,
    } = *summary;
    let counts = [
        (correct_true, "correct true"),
        (correct_false, "correct false"),
        (correct_other, "other as expected"),
        (wrong, "wrong"),
        (unknown, "unknown"),
        (errors, "with an error"),
        (unrated, "without an expectation"),
        (skipped, "not run"),
    ];
    // What matters most is told in any case.
    let is_told = |(count, name): &&(usize, &str)| *count > 0 || *name == "wrong";
    let counts = counts.iter().filter(is_told).map(|(count, name)| format!("{count} {name}"));
    let counts: Vec<String> = counts.collect();
    let checks = if checks == 1 { "1 check".to_owned() } else { format!("{checks} checks") };
    format!("{checks}: {}; score {score}", counts.join(", "))
}

fn cells(row: &Row) -> [String; 7] {
    let result = match row.mark.rating {
        Rating::Correct => "ok",
        Rating::Wrong => "WRONG",
        Rating::Open if matches!(row.outcome.answer, Answer::Error(_)) => "error",
        Rating::Open => "unknown",
        Rating::Unrated => "-",
    };
    let expected = row.job.expected.as_ref();
    [
        shortened(&row.job.name),
        row.job.property.clone().unwrap_or_else(|| "-".to_owned()),
        row.outcome.answer.to_string(),
        expected.map_or_else(|| "-".to_owned(), ToString::to_string),
        result.to_owned(),
        format!("{:.2} s", row.outcome.seconds),
        format!("{:.0} MB", row.outcome.peak_memory_bytes as f64 / 1e6),
    ]
}

/// The end of a name that is too long, where names of tasks differ.
fn shortened(name: &str) -> String {
    let length = name.chars().count();
    match length <= MOST {
        true => name.to_owned(),
        false => {
            let end: String = name.chars().skip(length + 3 - MOST).collect();
            format!("...{end}")
        }
    }
}

/// Writes a line; what is painted is the result.
fn write_line(
    cells: &[String; 7],
    widths: &[usize; 7],
    paint: impl Fn(String) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let padded = (0..cells.len()).map(|column| {
        let (cell, width) = (&cells[column], widths[column]);
        let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
        match NUMBERS.contains(&column) {
            true => format!("{blanks}{cell}"),
            false if HEADS[column] == "result" => format!("{}{blanks}", paint(cell.clone())),
            false => format!("{cell}{blanks}"),
        }
    });
    let line: Vec<String> = padded.collect();
    writeln!(out, "{}", line.join("  ").trim_end())
}
