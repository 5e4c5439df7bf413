//! `cargo xtask plot`: a table of measurements becomes a line plot, as SVG.
//!
//! A table is a text file with a point in each line: the name of its series, its place on
//! the horizontal axis, and its value, separated by tabs. Places are numbers, or else names
//! that stand side by side in the order in which they first come. The vertical axis is
//! logarithmic, so values are positive.

mod data;
mod svg;

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use self::data::Table;

/// Title of a plot and labels of its axes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Labels {
    title: String,
    x: String,
    y: String,
}

const USAGE: &str =
    "usage: cargo xtask plot [--title TEXT] [--x TEXT] [--y TEXT] TABLE.tsv PLOT.svg";

/// Reads a table and writes its plot; the arguments are those after `plot`.
pub(crate) fn run(words: &[String]) -> Result<()> {
    let (labels, table, plot) = parse(words)?;
    let text = std::fs::read_to_string(&table)
        .with_context(|| format!("cannot read {}", table.display()))?;
    let points = Table::parse(&text).with_context(|| table.display().to_string())?;
    std::fs::write(&plot, svg::draw(&points, &labels))
        .with_context(|| format!("cannot write {}", plot.display()))
}

fn parse(words: &[String]) -> Result<(Labels, PathBuf, PathBuf)> {
    let mut labels = Labels::default();
    let mut files = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let label = match word.as_str() {
            "--title" => &mut labels.title,
            "--x" => &mut labels.x,
            "--y" => &mut labels.y,
            option if option.starts_with('-') => bail!("unknown option '{option}'; {USAGE}"),
            file => {
                files.push(PathBuf::from(file));
                continue;
            }
        };
        label.clone_from(words.next().with_context(|| format!("{word} needs a text; {USAGE}"))?);
    }
    match <[PathBuf; 2]>::try_from(files) {
        Ok([table, plot]) => Ok((labels, table, plot)),
        Err(_) => bail!("{USAGE}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn options_and_files_come_in_any_order() {
        let (labels, table, plot) =
            parse(&words("--x N in.tsv --title T out.svg --y states")).unwrap();
        let expected = Labels { title: "T".into(), x: "N".into(), y: "states".into() };
        assert_eq!(labels, expected);
        assert_eq!((table, plot), (PathBuf::from("in.tsv"), PathBuf::from("out.svg")));
    }

    #[test]
    fn wrong_usage_is_refused() {
        for wrong in ["", "in.tsv", "a b c", "a b --title", "--colour red a b"] {
            assert!(parse(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_file_becomes_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        std::fs::write(path("t.tsv"), "a\t1\t10\na\t2\t1000\n").unwrap();
        run(&[path("t.tsv"), path("p.svg")]).unwrap();
        assert!(std::fs::read_to_string(path("p.svg")).unwrap().ends_with("</svg>\n"));

        let error = run(&[path("missing.tsv"), path("p.svg")]).unwrap_err();
        assert!(format!("{error:#}").contains("missing.tsv"), "{error:#}");
    }
}
