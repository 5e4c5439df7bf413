//! Schedules as short texts: `1;1;2.1` are two steps of thread 1 and one of thread 2, which takes its
//! alternative 1. A number before `*` says how often: `3*0;1`.

use std::fmt;
use std::str::FromStr;

use heddle_model::{Choice, Schedule, ThreadId};

/// A schedule as a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path(pub Schedule);

/// A part of a path that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no step of a path; one is THREAD, THREAD.ALTERNATIVE, or COUNT*THREAD")]
pub struct PathError(String);

/// Most steps of a part.
const MOST: usize = 1 << 20;

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for stretch in self.0.0.chunk_by(|a, b| a == b) {
            let choice = stretch[0];
            let thread = choice.thread().map_or(0, |thread| thread.0);
            let times = match stretch.len() {
                1 => String::new(),
                times => format!("{times}*"),
            };
            let alternative = match choice.alternative {
                0 => String::new(),
                alternative => format!(".{alternative}"),
            };
            write!(f, "{separator}{times}{thread}{alternative}")?;
            separator = ";";
        }
        Ok(())
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Path, PathError> {
        let mut choices = Vec::new();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let wrong = || PathError(part.to_owned());
            let (times, step) = match part.split_once('*') {
                Some((times, step)) => (times.trim().parse().map_err(|_| wrong())?, step.trim()),
                None => (1, part),
            };
            let (thread, alternative) = step.split_once('.').unwrap_or((step, "0"));
            let number = |text: &str| text.parse::<u16>().map_err(|_| wrong());
            let choice = Choice::new(ThreadId(number(thread)?.into()), number(alternative)?.into());
            if times == 0 || times > MOST {
                return Err(wrong());
            }
            choices.extend(std::iter::repeat_n(choice, times));
        }
        Ok(Path(Schedule(choices)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        for text in ["", "0", "0;1;0", "3*0;1;2.1;2*2.3"] {
            let path: Path = text.parse().expect(text);
            assert_eq!(path.to_string(), text);
        }
        assert_eq!("1;1;2".parse::<Path>().map(|path| path.to_string()), Ok("2*1;2".to_owned()));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (text, part) in [("0;x", "x"), ("1.", "1."), ("-1", "-1"), ("0*3", "0*3"), ("*", "*")] {
            let error = text.parse::<Path>().expect_err(text);
            assert_eq!(error, PathError(part.to_owned()));
        }
    }
}
