//! Witnesses of violations: each obeys the rules of its format, and is replayed.

use std::fs;

use super::directives::Directives;
use super::verdicts;
use crate::support::heddle::Line;
use crate::witness::{graphml, yaml};

/// Reasons for which there is no witness, as they are told.
const NONE: [&str; 4] = [
    "the formats of witnesses are for programs in C",
    "the formats of witnesses are for programs that begin with main",
    "YAML witnesses have no runs that go on for ever",
    "YAML witnesses need the place of a violation",
];

/// Writes witnesses of the violation of a program, checks and replays them.
pub(crate) fn compare(path: &str, directives: &Directives) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for name in ["w.graphml", "w.yml"] {
        let file = folder.path().join(name);
        let file = file.to_str().ok_or("a name of a file")?;
        let line = verdicts::line(path, directives, &["--witness", file]);
        let output = line.output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(1) {
            return Err(line.complaint(&said));
        }
        let Ok(text) = fs::read_to_string(file) else {
            match NONE.iter().any(|reason| said.contains(reason)) {
                true => continue,
                false => return Err(line.complaint(&format!("no witness: {said}"))),
            }
        };
        let checked = match name {
            "w.graphml" => graphml::check(&text).map(drop),
            _ => yaml::check(&text).map(drop),
        };
        checked.map_err(|error| line.complaint(&format!("{name}: {error}\n{text}")))?;
        let replay = Line::new("replay").with(["--quiet", file]);
        let replayed = replay.output()?;
        let (out, err) = (&replayed.stdout, String::from_utf8_lossy(&replayed.stderr));
        let is_shown = String::from_utf8_lossy(out).starts_with("violation: ");
        if replayed.status.code() != Some(1) || !is_shown {
            return Err(replay.complaint(&format!("{err}\n{line}")));
        }
    }
    Ok(())
}
