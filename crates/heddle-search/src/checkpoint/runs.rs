//! Runs to states, in a file.
//!
//! Runs share their beginnings, and so they do in the file: each part of a run is written
//! once, before what refers to it, which then has its number.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use heddle_model::{Choice, ThreadId};
use heddle_table::stream::{get_words, get32, invalid, put_words, put32};

use crate::StateId;
use crate::frontier::{Carried, Held, Open, Origin, RunTail};

const START: u32 = 0;
const STORED: u32 = 1;
const RUN: u32 = 2;
const CARRIED: u32 = 3;
/// Number that stands for no thread.
const NOBODY: u32 = u32::MAX;

/// Writes choices.
pub(super) fn put_choices(out: &mut dyn Write, choices: &[Choice]) -> io::Result<()> {
    put32(out, choices.len() as u32)?;
    for choice in choices {
        let [actor, alternative] = choice.to_words();
        put32(out, actor)?;
        put32(out, alternative)?;
    }
    Ok(())
}

/// Reads choices.
pub(super) fn get_choices(input: &mut dyn Read) -> io::Result<Vec<Choice>> {
    let mut choices = Vec::new();
    for _ in 0..get32(input)? {
        choices.push(Choice::from_words([get32(input)?, get32(input)?]));
    }
    Ok(choices)
}

/// Writes origins, and states that wait.
#[derive(Default)]
pub(super) struct RunWriter {
    /// The numbers of runs that were written, by where they are in memory.
    numbers: HashMap<*const RunTail, u32>,
}

impl RunWriter {
    /// Writes an origin, and before it what is not yet written of its run.
    pub(super) fn origin(&mut self, out: &mut dyn Write, origin: &Origin) -> io::Result<()> {
        let mut new = Vec::new();
        let mut at = origin;
        while let Origin::Run(run) = at
            && !self.numbers.contains_key(&Arc::as_ptr(run))
        {
            new.push(run);
            at = run.before();
        }
        put32(out, new.len() as u32)?;
        for run in new.into_iter().rev() {
            self.reference(out, run.before())?;
            put_choices(out, run.choices())?;
            self.numbers.insert(Arc::as_ptr(run), self.numbers.len() as u32);
        }
        self.reference(out, origin)
    }

    /// Writes an origin whose run was written.
    fn reference(&self, out: &mut dyn Write, origin: &Origin) -> io::Result<()> {
        match origin {
            Origin::Start => put32(out, START),
            Origin::Stored(state) => {
                put32(out, STORED)?;
                put32(out, state.0)
            }
            Origin::Run(run) => {
                put32(out, RUN)?;
                put32(out, self.numbers[&Arc::as_ptr(run)])
            }
        }
    }

    /// Writes a state that waits.
    pub(super) fn open(&mut self, out: &mut dyn Write, open: &Open) -> io::Result<()> {
        let Open { held, depth, preemptions, last, metric, in_a_row, is_new } = open;
        match held {
            Held::Stored(state) => {
                put32(out, STORED)?;
                put32(out, state.0)?;
            }
            Held::Carried(carried) => {
                put32(out, CARRIED)?;
                put_words(out, &carried.words)?;
                self.origin(out, &carried.origin)?;
            }
        }
        put32(out, *depth)?;
        put32(out, *preemptions)?;
        put32(out, last.map_or(NOBODY, |thread| thread.0))?;
        out.write_all(&metric.to_le_bytes())?;
        put32(out, *in_a_row)?;
        put32(out, u32::from(*is_new))
    }
}

/// Reads origins, and states that wait.
pub(super) struct RunReader {
    runs: Vec<Arc<RunTail>>,
    count: Arc<AtomicUsize>,
}

impl RunReader {
    /// For runs that are counted there.
    pub(super) fn new(count: &Arc<AtomicUsize>) -> RunReader {
        RunReader { runs: Vec::new(), count: Arc::clone(count) }
    }

    /// Reads an origin.
    pub(super) fn origin(&mut self, input: &mut dyn Read) -> io::Result<Origin> {
        for _ in 0..get32(input)? {
            let before = self.reference(input)?;
            let choices = get_choices(input)?;
            self.runs.push(Arc::new(RunTail::new(before, &choices, &self.count)));
        }
        self.reference(input)
    }

    fn reference(&self, input: &mut dyn Read) -> io::Result<Origin> {
        match get32(input)? {
            START => Ok(Origin::Start),
            STORED => Ok(Origin::Stored(StateId(get32(input)?))),
            RUN => {
                let run = self.runs.get(get32(input)? as usize);
                run.map(|run| Origin::Run(run.clone())).ok_or_else(|| invalid("a run is missing"))
            }
            _ => Err(invalid("an origin is of no known kind")),
        }
    }

    /// Reads a state that waits.
    pub(super) fn open(&mut self, input: &mut dyn Read) -> io::Result<Open> {
        let held = match get32(input)? {
            STORED => Held::Stored(StateId(get32(input)?)),
            CARRIED => {
                let words = get_words(input)?.into();
                Held::Carried(Box::new(Carried { words, origin: self.origin(input)? }))
            }
            _ => return Err(invalid("a state is of no known kind")),
        };
        Ok(Open {
            held,
            depth: get32(input)?,
            preemptions: get32(input)?,
            last: Some(get32(input)?).filter(|&thread| thread != NOBODY).map(ThreadId),
            metric: heddle_table::stream::get64(input)?.cast_signed(),
            in_a_row: get32(input)?,
            is_new: get32(input)? != 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    fn carried(origin: Origin, metric: i64) -> Open {
        let held = Held::Carried(Box::new(Carried { words: [1, 2].into(), origin }));
        Open { held, depth: 3, preemptions: 4, last: None, metric, in_a_row: 5, is_new: true }
    }

    #[test]
    fn runs_are_written_once_and_shared_again() {
        let choice = Choice::new(ThreadId(1), 2);
        let count = Arc::default();
        let mut origin = Origin::Stored(StateId(7));
        for _ in 0..1000 {
            origin = Origin::Run(Arc::new(RunTail::new(origin, &[choice], &count)));
        }
        let stored = Open {
            held: Held::Stored(StateId(9)),
            last: Some(ThreadId(5)),
            in_a_row: 0,
            is_new: false,
            ..carried(Origin::Start, -3)
        };
        let states = [
            carried(origin.clone(), i64::MIN),
            carried(origin, 0),
            carried(Origin::Start, 1),
            stored,
        ];
        let mut bytes = Vec::new();
        let mut writer = RunWriter::default();
        states.iter().for_each(|open| writer.open(&mut bytes, open).unwrap());
        assert_eq!(writer.numbers.len(), 1000);
        let mut reader = RunReader::new(&count);
        let input = &mut &bytes[..];
        let read: Vec<Open> = states.iter().map(|_| reader.open(input).unwrap()).collect();
        assert!(input.is_empty());
        assert_eq!(format!("{read:?}"), format!("{states:?}"));
        let run = |open: &Open| match open.origin() {
            Origin::Run(run) => Arc::as_ptr(&run),
            other => panic!("{other:?}"),
        };
        assert_eq!(run(&read[0]), run(&read[1]));
        assert_eq!(count.load(Ordering::Relaxed), 2000);
        for length in (0..bytes.len()).step_by(13) {
            let mut reader = RunReader::new(&count);
            let input = &mut &bytes[..length];
            assert!(states.iter().try_for_each(|_| reader.open(input).map(drop)).is_err());
        }
    }
}
