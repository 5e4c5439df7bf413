//! The end of the story: what goes wrong, in the columns of those who do it.

use heddle_model::{Place, Property, Related, Role};

use super::line::Line;
use super::paint::Highlight;
use super::story::{Block, Story, StoryLine, Teller};
use crate::model::ThreadEnding;

/// Adds to the story what goes wrong at its end, if that is where it goes wrong.
pub(super) fn add(teller: &Teller, story: &mut Story) {
    let violation = &teller.trace.violation;
    let groups = &mut story.groups;
    if let Some(lasso) = &teller.trace.lasso {
        if lasso.first_step.is_none() {
            story.ends_stuck = add_stuck(teller, groups);
        }
        return;
    }
    let Some(thread) = violation.thread else {
        match violation.property() {
            Property::Deadlock => story.ends_stuck = add_stuck(teller, groups),
            // What is wrong with the state comes of the last step.
            _ => {
                if let Some(block) = groups.last_mut().and_then(|group| group.last_mut()) {
                    block.lines.push(mark(teller, &violation.message()));
                }
            }
        }
        return;
    };
    let last = teller.trace.steps.last();
    let there = last.is_some_and(|step| {
        step.thread == thread && line(step.place.as_ref()) == line(violation.place.as_ref())
    });
    let failed = mark(teller, &violation.message());
    let races = violation.property() == Property::DataRace;
    match groups.last_mut().and_then(|group| group.last_mut()) {
        Some(block) if there && !races => block.lines.push(failed),
        _ => {
            let mut lines = Vec::new();
            if let Some(place) = &violation.place {
                lines.push(teller.source_line(place, source(teller, 0, place)));
            }
            lines.push(failed);
            let mut group = vec![Block { thread, lines }];
            group.extend(other_party(teller));
            groups.push(group);
        }
    }
}

/// All threads that cannot move, side by side, if there are any.
fn add_stuck(teller: &Teller, groups: &mut Vec<Vec<Block>>) -> bool {
    let stuck = |ending: &ThreadEnding| {
        let waits = ending.waits.as_ref()?;
        let frame = ending.frames.first();
        let at = frame.map(|frame| teller.source_line(&frame.place, &frame.source));
        let lines = at.into_iter().chain([mark(teller, &waits.to_string())]).collect();
        Some(Block { thread: ending.thread, lines })
    };
    let blocks: Vec<Block> = teller.trace.end.threads.iter().filter_map(stuck).collect();
    let are_stuck = !blocks.is_empty();
    if are_stuck {
        groups.push(blocks);
    }
    are_stuck
}

/// The other thread of a race, at its own line.
fn other_party(teller: &Teller) -> Option<Block> {
    let violation = &teller.trace.violation;
    let is_other = |related: &&Related| matches!(related.role, Role::OtherAccess { .. });
    let Related { thread, place, role: _ } = violation.related.iter().find(is_other)?;
    let excerpt = usize::from(violation.place.is_some());
    let lines = vec![
        teller.source_line(place, source(teller, excerpt, place)),
        mark(teller, "at the same time as this"),
    ];
    Some(Block { thread: *thread, lines })
}

fn mark(teller: &Teller, text: &str) -> StoryLine {
    let line = Line::of(Highlight::Bad, &format!("✗ {text}")).indented(teller.margin + 1);
    StoryLine { line, hang: teller.margin + 3 }
}

fn line(place: Option<&Place>) -> Option<u32> {
    place.map(|place| place.line)
}

/// The text of a place's line in an excerpt.
fn source<'t>(teller: &Teller<'t>, excerpt: usize, place: &Place) -> &'t str {
    let text = || {
        let excerpt = teller.trace.excerpts.get(excerpt)?;
        let at = place.line.checked_sub(excerpt.first)?;
        Some(excerpt.lines.get(at as usize)?.trim())
    };
    text().unwrap_or_default()
}
