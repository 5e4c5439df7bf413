//! The rules of witnesses in YAML: a JSON Schema in heddle's own words, and what a schema cannot say.

use serde_json::Value;

/// The schema of formats 2.0 and 2.2.
const SCHEMA: &str = include_str!("yaml.schema.json");

/// Checks a witness. Returns its only entry.
pub(crate) fn check(text: &str) -> Result<Value, String> {
    let witness: Value = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    let schema: Value = serde_json::from_str(SCHEMA).map_err(|error| error.to_string())?;
    let validator = jsonschema::validator_for(&schema).map_err(|error| error.to_string())?;
    if let Some(error) = validator.iter_errors(&witness).next() {
        return Err(format!("{}: {error}", error.instance_path()));
    }
    let entry = witness[0].clone();
    let task = &entry["metadata"]["task"];
    let names = task["input_files"].as_array().into_iter().flatten();
    if !names.clone().all(|name| task["input_file_hashes"].get(name.as_str().unwrap()).is_some()) {
        return Err("a file has no hash".to_owned());
    }
    if entry["entry_type"] == "violation_sequence" {
        check_sequence(&entry)?;
    }
    Ok(entry)
}

/// A target is in the last segment and nowhere else, and threads are told in 2.2 only.
fn check_sequence(entry: &Value) -> Result<(), String> {
    let has_threads = entry["metadata"]["format_version"] == "2.2";
    let segments = entry["content"].as_array().ok_or("the content is no list")?;
    for (number, segment) in segments.iter().enumerate() {
        let is_last = number + 1 == segments.len();
        let waypoints = segment["segment"].as_array().ok_or("a segment is no list")?;
        if !has_threads && waypoints.len() != 1 {
            return Err("a segment of 2.0 has one waypoint to follow".to_owned());
        }
        for waypoint in waypoints.iter().map(|waypoint| &waypoint["waypoint"]) {
            if (waypoint["type"] == "target") != is_last {
                return Err(format!("a target is at the end: {waypoint}"));
            }
            if waypoint.get("thread_id").is_some() != has_threads {
                return Err(format!("threads are told in 2.2, and all of them: {waypoint}"));
            }
        }
    }
    Ok(())
}
