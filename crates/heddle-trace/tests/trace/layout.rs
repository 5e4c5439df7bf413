//! Text that adapts to width, threads and length.

use heddle_model::{Crash, Finding, Place, Schedule, ThreadId, Violation};
use heddle_trace::render::{Style, TextOptions, text};
use heddle_trace::{Effect, Ending, Step, ThreadInfo, Trace};
use insta::assert_snapshot;

fn place(line: u32) -> Place {
    Place { file: "a.c".into(), line, column: 1, function: "f".into() }
}

fn step(thread: u32, line: u32, effects: Vec<Effect>) -> Step {
    Step {
        thread: ThreadId(thread),
        place: Some(place(line)),
        source: format!("line_{line}();"),
        depth: 1,
        enters: false,
        resumed: false,
        choice: 0,
        left_out: 0,
        unfollowed: 0,
        effects,
    }
}

fn write(name: &str) -> Effect {
    Effect::Write { name: name.into(), old: Some("0".into()), new: "1".into() }
}

fn local(name: &str) -> Effect {
    Effect::Local { name: name.into(), value: "1".into() }
}

fn trace(threads: u32, steps: Vec<Step>) -> Trace {
    let thread =
        |id: u32| ThreadInfo { id: ThreadId(id), name: "f".into(), creator: None, created: None };
    Trace {
        violation: Violation {
            finding: Finding::Crash(Crash::Abort),
            place: Some(place(99)),
            thread: Some(ThreadId(0)),
            related: Vec::new(),
        },
        excerpts: Vec::new(),
        threads: (0..threads).map(thread).collect(),
        steps,
        end: Ending { threads: Vec::new(), globals: Vec::new(), exit_code: None },
        schedule: Schedule::default(),
        lasso: None,
        native: None,
        inputs: None,
    }
}

fn at(width: usize, trace: &Trace) -> String {
    text(trace, &TextOptions { width, ..TextOptions::default() })
}

#[test]
fn lines_without_visible_effects_are_folded() {
    let mut steps: Vec<Step> = (10..20).map(|line| step(0, line, vec![local("i")])).collect();
    steps[5].effects.push(write("x"));
    assert_snapshot!(at(60, &trace(1, steps)));
}

#[test]
fn everything_is_shown_when_asked_for() {
    let steps = (10..20).map(|line| step(0, line, vec![local("i")])).collect();
    let trace = trace(1, steps);
    let options = TextOptions { full: true, ..TextOptions::default() };
    let full = text(&trace, &options);
    assert!((10..20).all(|line| full.contains(&format!("line_{line}()"))), "{full}");
    assert!(!text(&trace, &TextOptions::default()).contains("line_13"));
}

#[test]
fn a_long_block_shows_its_beginning_and_its_end() {
    let steps = (100..400).map(|line| step(0, line, vec![write("x")])).collect();
    let text = at(80, &trace(1, steps));
    assert!(text.contains("line_100()") && text.contains("line_399()"), "{text}");
    assert!(text.contains("… 260 lines …"), "{text}");
    assert!(text.lines().count() < 100, "{text}");
}

#[test]
fn a_gap_in_the_story_is_told() {
    let mut steps: Vec<Step> = (1..4).map(|line| step(0, line, vec![write("x")])).collect();
    steps[2].left_out = 500;
    let text = at(80, &trace(1, steps));
    assert!(text.contains("… 500 lines …"), "{text}");
}

#[test]
fn a_part_that_was_not_followed_is_told() {
    let mut steps: Vec<Step> = (1..4).map(|line| step(0, line, vec![write("x")])).collect();
    steps[1].unfollowed = 96_000_000;
    let text = at(80, &trace(1, steps));
    let part = text.lines().find(|line| line.contains("…")).unwrap_or_default();
    assert!(part.contains("… 96,000,000 instructions …"), "{text}");
}

#[test]
fn many_effects_of_one_line_are_cut() {
    let effects = (0..100).map(|i| write(&format!("a[{i}]"))).collect();
    let text = at(80, &trace(1, vec![step(0, 5, effects)]));
    assert!(text.contains("a[0]: 0 -> 1") && text.contains("a[99]: 0 -> 1"), "{text}");
    assert!(text.contains("… 91 more …"), "{text}");
}

#[test]
fn propositions_are_not_lost_among_other_effects() {
    let mut effects: Vec<Effect> = (0..50).map(|i| write(&format!("a[{i}]"))).collect();
    let changes = [("full".to_owned(), true), ("empty".to_owned(), false)].into();
    effects.insert(25, Effect::Valuation { changes });
    let text = at(80, &trace(1, vec![step(0, 5, effects)]));
    assert!(text.contains("-empty, +full") && text.contains("… 41 more …"), "{text}");
}

#[test]
fn columns_share_the_width() {
    let long = Effect::Write { name: "x".into(), old: None, new: "{1, 2, 3, 4, 5, 6, 7}".into() };
    let steps = vec![step(0, 5, vec![write("y")]), step(1, 6, vec![long]), step(0, 7, vec![])];
    assert_snapshot!(at(54, &trace(2, steps)));
}

#[test]
fn no_line_is_wider_than_asked_for() {
    let name = "a_rather_long_name_of_a_variable_without_any_blank_in_it";
    let steps: Vec<Step> = (0..9).map(|i| step(i % 3, i, vec![write(name)])).collect();
    for width in [40, 60, 77, 78, 79, 80, 120] {
        let text = at(width, &trace(3, steps.clone()));
        let widest = text.lines().skip(1).map(|line| line.chars().count()).max();
        assert!(widest <= Some(width), "at {width}:\n{text}");
    }
}

#[test]
fn a_narrow_terminal_gets_one_column() {
    let steps: Vec<Step> =
        (0..4).map(|i| step(i % 4, 5, vec![write("a_name_that_needs_room")])).collect();
    let narrow = at(60, &trace(4, steps.clone()));
    assert!(narrow.contains("T3 f\n   5 line_5();"), "{narrow}");
    let wide = at(140, &trace(4, steps));
    assert!(wide.contains("T0 f") && wide.contains("─┼─"), "{wide}");
}

#[test]
fn colours_change_nothing_but_colours() {
    let steps = vec![step(0, 5, vec![write("y")]), step(1, 6, vec![local("z")])];
    let trace = trace(2, steps);
    let coloured = text(&trace, &TextOptions { style: Style::Ansi, ..TextOptions::default() });
    assert!(coloured.contains("\x1b["));
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once("\x1b[") {
        stripped.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    stripped.push_str(rest);
    assert_eq!(stripped, text(&trace, &TextOptions::default()));
}

#[test]
fn values_of_one_line_follow_it() {
    let says = Effect::Output { stream: 1, text: "a\n\x1b[2J".into() };
    let reads = Effect::Read { name: "flag[1]".into(), value: "0".into() };
    let steps = vec![step(0, 5, vec![reads, says, Effect::Chose { value: 2 }])];
    assert_snapshot!(at(60, &trace(1, steps)));
}
