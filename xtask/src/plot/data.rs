//! A table of points, and the axes that hold them.

use anyhow::{Context, Result, bail, ensure};

/// Points in series, in the order in which they were given.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The places on the horizontal axis, from left to right.
    pub(super) places: Vec<Place>,
    pub(super) series: Vec<Series>,
}

/// A tick on the horizontal axis.
#[derive(Debug, PartialEq)]
pub(super) struct Place {
    pub(super) name: String,
    pub(super) x: f64,
}

/// The points that one line of the plot connects.
#[derive(Debug, PartialEq)]
pub(super) struct Series {
    pub(super) name: String,
    /// Pairs of a place and a positive value, from left to right.
    pub(super) points: Vec<(f64, f64)>,
}

impl Table {
    /// Reads a table; there is at least one point in it.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut rows = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let row = parse_line(line).with_context(|| format!("line {}", number + 1))?;
            rows.push(row);
        }
        ensure!(!rows.is_empty(), "there is nothing to plot");

        let mut table = Table { places: places(rows.iter().map(|row| row.1)), series: Vec::new() };
        for (name, place, value) in rows {
            let x =
                table.places.iter().find(|known| known.name == place).map_or(0.0, |known| known.x);
            match table.series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push((x, value)),
                None => {
                    table.series.push(Series { name: name.to_owned(), points: vec![(x, value)] });
                }
            }
        }
        for series in &mut table.series {
            series.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        Ok(table)
    }

    /// The powers of ten that hold all values: the lowest and the highest, which differ.
    pub(super) fn decades(&self) -> (i32, i32) {
        let logs =
            || self.series.iter().flat_map(|series| &series.points).map(|point| point.1.log10());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "logarithms of finite numbers are small"
        )]
        let (low, high) = (
            logs().fold(f64::INFINITY, f64::min).floor() as i32,
            logs().fold(f64::NEG_INFINITY, f64::max).ceil() as i32,
        );
        (low, high.max(low + 1))
    }
}

fn parse_line(line: &str) -> Result<(&str, &str, f64)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [series, place, value] = fields[..] else {
        bail!("expected series, place and value, separated by tabs, not '{line}'");
    };
    let value: f64 = value.parse().with_context(|| format!("'{value}' is no number"))?;
    ensure!(value.is_finite() && value > 0.0, "{value} has no place on a logarithmic axis");
    Ok((series, place, value))
}

/// The distinct places: sorted if all are numbers, else side by side as they come.
fn places<'a>(names: impl Iterator<Item = &'a str>) -> Vec<Place> {
    let mut distinct: Vec<&str> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let numbers: Option<Vec<f64>> = distinct
        .iter()
        .map(|name| name.parse().ok().filter(|number: &f64| number.is_finite()))
        .collect();
    let positions = numbers.unwrap_or_else(|| (0..distinct.len() as u32).map(f64::from).collect());
    let mut places: Vec<Place> = distinct
        .iter()
        .zip(positions)
        .map(|(name, x)| Place { name: (*name).to_owned(), x })
        .collect();
    places.sort_by(|a, b| a.x.total_cmp(&b.x));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(table: &Table) -> Vec<&str> {
        table.places.iter().map(|place| place.name.as_str()).collect()
    }

    #[test]
    fn numbers_are_sorted_and_names_are_not() {
        let table = Table::parse("a\t10\t5\na\t9\t7\nb\t2\t1\n").unwrap();
        assert_eq!(names(&table), ["2", "9", "10"]);
        assert_eq!(table.series[0].points, [(9.0, 7.0), (10.0, 5.0)]);
        assert_eq!(table.series[1].points, [(2.0, 1.0)]);

        let table = Table::parse("a\tnone\t5\na\tall\t7\n").unwrap();
        assert_eq!(names(&table), ["none", "all"]);
        assert_eq!(table.series[0].points, [(0.0, 5.0), (1.0, 7.0)]);
    }

    #[test]
    fn decades_hold_all_values() {
        let decades = |text: &str| Table::parse(text).unwrap().decades();
        assert_eq!(decades("a\t1\t15\na\t2\t2000\n"), (1, 4));
        assert_eq!(decades("a\t1\t100\n"), (2, 3));
        assert_eq!(decades("a\t1\t0.5\na\t2\t10\n"), (-1, 1));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_its_line() {
        for (wrong, why) in [
            ("", "nothing to plot"),
            ("a\t1\n", "line 1"),
            ("a\t1\t5\na\t2\tmany\n", "line 2: 'many' is no number"),
            ("a\t1\t0\n", "line 1: 0 has no place"),
            ("a\t1\tinf\n", "no place"),
        ] {
            let error = format!("{:#}", Table::parse(wrong).unwrap_err());
            assert!(error.contains(why), "{error}");
        }
    }
}
