//! Witnesses in YAML: format 2.0 for programs with one thread, 2.2 for those with several.
//!
//! A violation is a sequence of segments. Each has a waypoint that the run passes: the return of a
//! function that gives an input, with its value, and at last the target, where the run goes wrong.
//! Format 2.0 has no threads. In 2.2 a waypoint may have a `thread_id`, and the order of the segments
//! is that of the steps; there each switch to another thread is a waypoint, too. It has a line and
//! no column, which readers take for the first statement that begins there. Threads are
//! numbered as they are created, from `main`, which is 0. The two accesses of a race are the
//! targets of one last segment.
//!
//! Correctness is an empty set of invariants.

use heddle_model::Place;
use serde_json::{Value, json};

use super::path::{Edge, Input, Number, Path, Target};
use super::{Metadata, ReadError, ViolationPart, Witness, WitnessError};
use crate::text::first_line;

/// The beginning of the comment with the run.
const RUN: &str = "# heddle-run: ";

/// Writes a witness.
pub(super) fn write(witness: &Witness) -> Result<String, WitnessError> {
    let Witness { metadata, violation } = witness;
    let (kind, version, content) = match violation {
        None => ("invariant_set", "2.0", Vec::new()),
        Some(ViolationPart { path, .. }) => {
            let version = if path.is_concurrent() { "2.2" } else { "2.0" };
            ("violation_sequence", version, segments(path)?)
        }
    };
    let content = Value::Array(content);
    let entry = json!({
        "entry_type": kind,
        "metadata": header(metadata, version, &content.to_string()),
        "content": content,
    });
    let run = violation.as_ref().map(|part| format!("{RUN}{}\n", part.run.text()));
    let mut text = run.unwrap_or_default();
    write_value(&Value::Array(vec![entry]), 0, &mut text);
    Ok(text)
}

fn header(metadata: &Metadata, version: &str, content: &str) -> Value {
    let files = &metadata.files;
    let hashes = files.iter().map(|file| (file.name.clone(), Value::from(file.sha256.clone())));
    json!({
        "format_version": version,
        "uuid": metadata.uuid(content),
        "creation_time": metadata.created,
        "producer": { "name": "heddle", "version": metadata.version },
        "task": {
            "input_files": files.iter().map(|file| file.name.clone()).collect::<Vec<_>>(),
            "input_file_hashes": hashes.collect::<serde_json::Map<_, _>>(),
            "specification": metadata.specification,
            "data_model": if metadata.pointer_bits == 32 { "ILP32" } else { "LP64" },
            "language": "C",
        },
    })
}

/// The segments of a path.
fn segments(path: &Path) -> Result<Vec<Value>, WitnessError> {
    if path.is_infinite {
        return Err(WitnessError::Infinite);
    }
    if path.targets.is_empty() {
        return Err(WitnessError::NoPlace);
    }
    let has_threads = path.is_concurrent();
    let mut segments = Vec::new();
    let mut running = None;
    // The first edge is the beginning of main, which is passed in any case.
    for edge in path.edges.iter().skip(1) {
        let Edge { thread, place: Some(place), input, .. } = edge else { continue };
        let number = has_threads.then_some(*thread);
        if has_threads && running.is_some_and(|running| running != *thread) {
            segments.push(segment(vec![passed(place, number)]));
        }
        running = Some(*thread);
        if let Some(input) = input {
            segments.push(segment(vec![returned(place, input, number)]));
        }
    }
    let targets = path.targets.iter().map(|target| {
        let Target { thread, place, column } = target;
        let location = location(place, *column);
        waypoint("target", None, location, has_threads.then_some(*thread))
    });
    // Without threads there is one place.
    let most = if has_threads { path.targets.len() } else { 1 };
    segments.push(segment(targets.take(most).collect()));
    Ok(segments)
}

fn segment(waypoints: Vec<Value>) -> Value {
    json!({ "segment": waypoints })
}

/// The waypoint of a thread that comes to a line.
fn passed(place: &Place, thread: Option<Number>) -> Value {
    let constraint = json!({ "value": "1", "format": "c_expression" });
    waypoint("assumption", Some(constraint), location(place, None), thread)
}

/// The waypoint of an input.
fn returned(place: &Place, input: &Input, thread: Option<Number>) -> Value {
    let value = format!("\\result == {}", input.value);
    let constraint = json!({ "value": value, "format": "acsl_expression" });
    waypoint("function_return", Some(constraint), location(place, Some(input.closes)), thread)
}

fn waypoint(
    kind: &str,
    constraint: Option<Value>,
    location: Value,
    thread: Option<Number>,
) -> Value {
    let mut waypoint = json!({ "type": kind, "action": "follow" });
    if let Some(constraint) = constraint {
        waypoint["constraint"] = constraint;
    }
    waypoint["location"] = location;
    if let Some(thread) = thread {
        waypoint["thread_id"] = thread.into();
    }
    json!({ "waypoint": waypoint })
}

fn location(place: &Place, column: Option<u32>) -> Value {
    let mut location = json!({ "file_name": place.file, "line": place.line });
    if let Some(column) = column {
        location["column"] = column.into();
    }
    location["function"] = place.function.clone().into();
    location
}

/// Writes a value in block style; strings in quotes, as in JSON, which YAML reads.
fn write_value(value: &Value, depth: usize, out: &mut String) {
    let blanks = "  ".repeat(depth);
    match value {
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                let mut text = String::new();
                write_value(item, depth + 1, &mut text);
                // The first line of the item begins behind its dash.
                let text = text.strip_prefix(&"  ".repeat(depth + 1)).unwrap_or(&text);
                out.push_str(&format!("{blanks}- {text}"));
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            for (name, value) in fields {
                let name = if is_plain(name) { name.clone() } else { json!(name).to_string() };
                out.push_str(&format!("{blanks}{name}:"));
                match is_leaf(value) {
                    true => out.push_str(&format!(" {value}\n")),
                    false => {
                        out.push('\n');
                        write_value(value, depth + 1, out);
                    }
                }
            }
        }
        leaf => out.push_str(&format!("{blanks}{leaf}\n")),
    }
}

/// True if a value stands on the line of its name.
fn is_leaf(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => true,
    }
}

/// True if a name needs no quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

/// The run in a violation witness, as text.
pub(super) fn run_text(text: &str) -> Result<String, ReadError> {
    let contents = contents(text)?;
    let entries = contents.as_array().ok_or(ReadError::NotAWitness("it is not a list"))?;
    let kinds: Vec<&str> =
        entries.iter().filter_map(|entry| entry.get("entry_type")?.as_str()).collect();
    match kinds.first() {
        _ if kinds.contains(&"violation_sequence") => {}
        Some(&"invariant_set") => return Err(ReadError::Correctness),
        Some(_) | None => return Err(ReadError::NotAWitness("it has no entry of a known type")),
    }
    let run = text.lines().find_map(|line| line.strip_prefix(RUN));
    run.map(str::to_owned).ok_or(ReadError::NoRun)
}

/// Everything that a document says, whatever its layout and its comments.
pub(super) fn contents(text: &str) -> Result<Value, ReadError> {
    serde_saphyr::from_str(text).map_err(|error| ReadError::Yaml(first_line(&error)))
}
