//! The JSON Schema of results.

use std::path::PathBuf;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

/// The file that users read.
pub(crate) fn file() -> PathBuf {
    super::root().join("docs/heddle.schema.json")
}

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
    let text = std::fs::read_to_string(file()).expect("the schema should be there");
    let schema: Value = serde_json::from_str(&text).expect("the schema should be JSON");
    jsonschema::validator_for(&schema).expect("the schema should be one")
});

/// Requires a result to be what the schema says.
pub(crate) fn validate(json: &[u8]) -> Result<(), String> {
    let value: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    let errors: Vec<String> = VALIDATOR
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(format!("the result does not fit its schema: {}", errors.join("; "))),
    }
}
