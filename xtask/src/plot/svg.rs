//! The drawing: axes, lines with markers, and a legend, as text.

use std::fmt::Write;

use super::Labels;
use super::data::Table;

const WIDTH: f64 = 920.0;
const HEIGHT: f64 = 500.0;
/// The area between the axes.
const LEFT: f64 = 80.0;
const RIGHT: f64 = 590.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 430.0;
/// Between the axes and what is drawn nearest to them.
const PADDING: f64 = 18.0;
/// Places that get a label before some are left out.
const MOST_LABELS: usize = 16;

/// Colours that people who see fewer of them tell apart, too.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#555555", "#b8860b"];
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"7 4\"", " stroke-dasharray=\"2 3\""];

/// Draws a table.
pub(super) fn draw(table: &Table, labels: &Labels) -> String {
    let mut out = Drawing { text: String::new() };
    out.line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">"
    ));
    out.line(format_args!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>"));
    let middle = f64::midpoint(LEFT, RIGHT);
    out.text(middle, TOP - 20.0, "text-anchor=\"middle\" font-size=\"17\"", &labels.title);
    out.text(middle, BOTTOM + 48.0, "text-anchor=\"middle\"", &labels.x);
    let turned = f64::midpoint(TOP, BOTTOM);
    let turn = format!("text-anchor=\"middle\" transform=\"rotate(-90 20 {turned})\"");
    out.text(20.0, turned, &turn, &labels.y);

    let scale = Scale::of(table);
    out.vertical_axis(&scale);
    out.horizontal_axis(table, &scale);
    for (index, series) in table.series.iter().enumerate() {
        let points: Vec<(f64, f64)> =
            series.points.iter().map(|&(x, y)| (scale.x(x), scale.y(y))).collect();
        out.series(index, &points);
        let y = TOP + 10.0 + 22.0 * index as f64;
        out.series(index, &[(RIGHT + 16.0, y), (RIGHT + 46.0, y)]);
        out.text(RIGHT + 54.0, y + 4.5, "", &series.name);
    }
    out.line(format_args!("</svg>"));
    out.text
}

/// From values to places on the page.
struct Scale {
    x_low: f64,
    x_high: f64,
    /// Powers of ten.
    y_low: i32,
    y_high: i32,
}

impl Scale {
    fn of(table: &Table) -> Self {
        let x_low = table.places.first().map_or(0.0, |place| place.x);
        let x_high = table.places.last().map_or(0.0, |place| place.x);
        let (y_low, y_high) = table.decades();
        Scale { x_low, x_high, y_low, y_high }
    }

    fn x(&self, value: f64) -> f64 {
        if self.x_low >= self.x_high {
            return f64::midpoint(LEFT, RIGHT);
        }
        let part = (value - self.x_low) / (self.x_high - self.x_low);
        LEFT + PADDING + part * (RIGHT - LEFT - 2.0 * PADDING)
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = (f64::from(self.y_low), f64::from(self.y_high));
        BOTTOM - (value.log10() - low) / (high - low) * (BOTTOM - TOP)
    }
}

struct Drawing {
    text: String,
}

impl Drawing {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn text(&mut self, x: f64, y: f64, attributes: &str, text: &str) {
        let text = escape(text);
        self.line(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{text}</text>"));
    }

    fn rule(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.line(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
        ));
    }

    fn vertical_axis(&mut self, scale: &Scale) {
        for decade in scale.y_low..=scale.y_high {
            let value = 10f64.powi(decade);
            let y = scale.y(value);
            self.rule((LEFT, y), (RIGHT, y), "#cccccc");
            self.text(LEFT - 8.0, y + 4.5, "text-anchor=\"end\"", &power_of_ten(decade));
            if decade < scale.y_high {
                for digit in 2..10 {
                    let y = scale.y(value * f64::from(digit));
                    self.rule((LEFT, y), (LEFT + 4.0, y), "#888888");
                }
            }
        }
        self.rule((LEFT, TOP), (LEFT, BOTTOM), "black");
    }

    fn horizontal_axis(&mut self, table: &Table, scale: &Scale) {
        let every = table.places.len().div_ceil(MOST_LABELS).max(1);
        for (index, place) in table.places.iter().enumerate() {
            let x = scale.x(place.x);
            self.rule((x, BOTTOM), (x, BOTTOM + 5.0), "black");
            if index % every == 0 {
                self.text(x, BOTTOM + 21.0, "text-anchor=\"middle\"", &place.name);
            }
        }
        self.rule((LEFT, BOTTOM), (RIGHT, BOTTOM), "black");
    }

    /// A line through points on the page, with a marker at each.
    fn series(&mut self, index: usize, points: &[(f64, f64)]) {
        let colour = COLOURS[index % COLOURS.len()];
        let dash = DASHES[index / COLOURS.len() % DASHES.len()];
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let path = path.join(" ");
        self.line(format_args!(
            "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dash}/>"
        ));
        for &(x, y) in points {
            let shape = marker(index, x, y);
            self.line(format_args!("<path d=\"{shape}\" fill=\"{colour}\"/>"));
        }
    }
}

/// A shape around a point: lines that lie upon each other are still told apart.
fn marker(index: usize, x: f64, y: f64) -> String {
    let corners: &[(f64, f64)] = match index % 4 {
        0 => &[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
        1 => &[(0.0, -5.0), (5.0, 4.0), (-5.0, 4.0)],
        2 => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
        _ => &[(0.0, 5.0), (5.0, -4.0), (-5.0, -4.0)],
    };
    let corners: Vec<String> =
        corners.iter().map(|(dx, dy)| format!("{:.1} {:.1}", x + dx, y + dy)).collect();
    format!("M{}Z", corners.join("L"))
}

/// Spelling of a power of ten at an axis.
fn power_of_ten(decade: i32) -> String {
    match decade {
        0..=2 => format!("{}", 10u32.pow(decade.unsigned_abs())),
        3..=5 => format!("{}k", 10u32.pow(decade.unsigned_abs() - 3)),
        6..=8 => format!("{}M", 10u32.pow(decade.unsigned_abs() - 6)),
        _ => format!("1e{decade}"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        let labels = Labels { title: "A < B & C".into(), x: "N".into(), y: "states".into() };
        draw(&Table::parse(text).unwrap(), &labels)
    }

    #[test]
    fn everything_that_has_a_name_is_written() {
        let svg = drawn("global\t1\t20\nglobal\t2\t3000\nsuperstep\t1\t15\nsuperstep\t2\t40\n");
        for text in ["A &lt; B &amp; C", ">N<", ">states<", ">global<", ">superstep<", ">10k<"] {
            assert!(svg.contains(text), "{text} is missing in {svg}");
        }
        // A line for each series in the plot, and one in the legend.
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert_eq!(svg.matches("<path").count(), 8);
    }

    #[test]
    fn greater_values_are_higher_and_inside() {
        let scale = Scale::of(&Table::parse("a\t1\t1\na\t2\t1000\n").unwrap());
        assert!((scale.y(1.0) - BOTTOM).abs() < 1e-6);
        assert!((scale.y(1000.0) - TOP).abs() < 1e-6);
        assert!(scale.y(10.0) > scale.y(100.0));
        assert!(LEFT < scale.x(1.0) && scale.x(1.0) < scale.x(2.0) && scale.x(2.0) < RIGHT);
    }

    #[test]
    fn a_single_point_is_drawn() {
        let svg = drawn("a\tx\t7\n");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn many_places_get_fewer_labels() {
        let table: String = (0..100).map(|x| format!("a\t{x}\t5\n")).collect();
        let svg = drawn(&table);
        assert!(
            svg.contains(">0</text>") && svg.contains(">98</text>") && !svg.contains(">99</text>")
        );
    }
}
