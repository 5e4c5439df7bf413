//! The result as text.

use std::io::{self, Write};

use heddle_bmc::Size;
use heddle_model::{Place, Unknown, UnknownKind, Verdict};
use heddle_search::Statistics;
use heddle_trace::render::{Style, TextOptions};
use indicatif::HumanCount;

use super::report::{FormulaWork, Outcome, SearchWork, Work};
use crate::settings::CheckSettings;

/// Writes the results of all levels.
pub(super) fn write(
    outcomes: &[Outcome],
    settings: &CheckSettings,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if outcomes.len() > 1 {
        write_table(outcomes, settings, out)?;
    }
    // The first level at which something is wrong is told in full.
    let told = outcomes.iter().find(|outcome| !outcome.traces.is_empty()).or(outcomes.first());
    let Some(told) = told else { return Ok(()) };
    if outcomes.len() > 1 {
        if told.traces.is_empty() || settings.output.quiet {
            return Ok(());
        }
        writeln!(out, "\nAt {}:\n", told.level)?;
    }
    write_outcome(told, settings, width, out)
}

fn write_outcome(
    outcome: &Outcome,
    settings: &CheckSettings,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let paint = Paint(settings.output.color);
    let quiet = settings.output.quiet;
    match &outcome.verdict {
        Verdict::Verified => {
            let runs = if outcome.has_formulas { ", and no run breaks a formula" } else { "" };
            let verified = paint.good("verified");
            writeln!(out, "{verified}: nothing is wrong in any reachable state{runs}")?;
        }
        Verdict::Bounded(bound) => {
            writeln!(out, "{}: nothing is wrong within the bound: {bound}", paint.good("bounded"))?;
        }
        Verdict::Unknown(unknown) => write_unknown(unknown, &outcome.work, paint, out)?,
        Verdict::Violation(_) => {
            let style = if settings.output.color { Style::Ansi } else { Style::Plain };
            let options = TextOptions { width, style, ..TextOptions::default() };
            for (i, trace) in outcome.traces.iter().enumerate() {
                if quiet {
                    let violation = &trace.violation;
                    let place = place(violation.place.as_ref());
                    writeln!(out, "{}: {place}{}", paint.bad("violation"), violation.finding)?;
                    continue;
                }
                if i > 0 {
                    writeln!(out)?;
                }
                write!(out, "{}", heddle_trace::render::text(trace, &options))?;
            }
        }
    }
    if quiet {
        return Ok(());
    }
    writeln!(out, "\n{}", summary(&outcome.work))?;
    if let (Work::Search(SearchWork { can_go_on: true, .. }), Some(checkpoints)) =
        (&outcome.work, &settings.checkpoints)
    {
        let file = checkpoints.file.display();
        writeln!(out, "The search can go on from here: --resume {file}")?;
    }
    if !matches!(outcome.verdict, Verdict::Violation(_)) {
        writeln!(out, "The verdict rests on:")?;
        for assumption in &outcome.assumptions {
            writeln!(out, "  - {assumption}")?;
        }
    }
    Ok(())
}

fn write_unknown(
    unknown: &Unknown,
    work: &Work,
    paint: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Unknown { kind, reason, place: at } = unknown;
    writeln!(out, "{}: {}{reason}", paint.doubt("unknown"), place(at.as_ref()))?;
    let is_formula = matches!(work, Work::Formula(_));
    let hint = match kind {
        UnknownKind::Unsupported if is_formula => {
            "This engine lacks it; it is not a bug of the program. Nothing is known of the rest: \
             the explicit engine may know more."
        }
        UnknownKind::Unsupported => {
            "heddle lacks this; it is not a bug of the program. The rest was explored, and nothing \
             else is wrong."
        }
        UnknownKind::OpenValue if is_formula => {
            "Give the value, or ask for `--property default,uninitialized` to have uninitialized \
             values reported as bugs."
        }
        UnknownKind::OpenValue => {
            "Give the value (an initializer, heddle_choose(n), an assumption), let `--engine bmc` \
             have all values of an input, or ask for `--property default,uninitialized` to have \
             uninitialized values reported as bugs."
        }
        UnknownKind::UndefinedBehavior => {
            "What comes after undefined behaviour means nothing; ask for `--property all` to have it \
             reported as a bug."
        }
        UnknownKind::Refused => {
            "What heddle evaluates in a state (invariants, propositions, abstractions, hash \
             functions) may read all memory, but write, allocate, lock, choose and print nothing."
        }
        UnknownKind::Limit => return Ok(()),
        UnknownKind::Internal => {
            "This is a bug of heddle: please report it with the program and the command line."
        }
    };
    writeln!(out, "{hint}")
}

/// `file:line: `, or nothing.
fn place(place: Option<&Place>) -> String {
    place.map(|at| format!("{}:{}: ", at.file, at.line)).unwrap_or_default()
}

/// What a verdict took, in a line.
fn summary(work: &Work) -> String {
    match work {
        Work::Search(search) => search_summary(&search.stats),
        Work::Formula(formula) => formula_summary(formula),
    }
}

fn formula_summary(work: &FormulaWork) -> String {
    let Size { threads, events, terms: _, variables, clauses, conflicts } = work.size;
    format!(
        "{}, {}, unwind {}, {}, {}, {}, {:.2} s",
        counted(threads.into(), "thread"),
        counted(events, "shared event"),
        work.unwind,
        counted(variables, "variable"),
        counted(clauses, "clause"),
        counted(conflicts, "conflict"),
        work.seconds,
    )
}

/// So many of what has a regular plural.
pub(super) fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", HumanCount(count))
}

fn search_summary(stats: &Statistics) -> String {
    format!(
        "{} states, {} transitions, depth {}, {:.2} s, {:.1} MB",
        HumanCount(stats.states),
        HumanCount(stats.transitions),
        HumanCount(stats.max_depth),
        stats.seconds,
        stats.peak_bytes as f64 / 1e6,
    )
}

fn write_table(
    outcomes: &[Outcome],
    settings: &CheckSettings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let paint = Paint(settings.output.color);
    let (mut of_what, mut sizes) = ("states", Vec::new());
    for outcome in outcomes {
        sizes.push(match &outcome.work {
            Work::Search(search) => search.stats.states,
            Work::Formula(formula) => {
                of_what = "clauses";
                formula.size.clauses
            }
        });
    }
    writeln!(out, "level   verdict    {of_what:>7}  what")?;
    for (outcome, size) in outcomes.iter().zip(sizes) {
        let what = match &outcome.verdict {
            Verdict::Verified => String::new(),
            Verdict::Bounded(bound) => bound.clone(),
            Verdict::Unknown(unknown) => {
                format!("{}{}", place(unknown.place.as_ref()), unknown.reason)
            }
            Verdict::Violation(found) => found.first().map_or(String::new(), |found| {
                let violation = &found.violation;
                format!("{}{}", place(violation.place.as_ref()), violation.finding)
            }),
        };
        let word = format!("{:<10}", outcome.word());
        let word = match &outcome.verdict {
            Verdict::Verified | Verdict::Bounded(_) => paint.good(&word),
            Verdict::Violation(_) => paint.bad(&word),
            Verdict::Unknown(_) => paint.doubt(&word),
        };
        let size = HumanCount(size).to_string();
        let line = format!("{:<7} {word} {size:>7}  {what}", outcome.level.to_string());
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Colours, if they are wanted.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn good(self, text: &str) -> String {
        self.with("1;32", text)
    }

    fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    fn doubt(self, text: &str) -> String {
        self.with("1;33", text)
    }
}
