//! Task definitions: files in YAML that say what is to be checked, and what comes out.
//!
//! The format is that of BenchExec, versions 1.0 (without options), 2.0 and 2.1. Keys that it does
//! not have are refused, since it reserves them; the contents of `options` are free, and those that
//! heddle knows are looked at.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::TaskVerdict;
use crate::text::first_line;

/// A task definition.
#[derive(Clone, PartialEq, Debug)]
pub struct TaskDefinition {
    /// Patterns of the program's files, relative to the definition.
    pub input_files: Vec<String>,
    /// Questions about the program.
    pub properties: Vec<TaskProperty>,
    /// The language, if it is given.
    pub language: Option<Language>,
    /// The data model, if it is given.
    pub data_model: Option<DataModel>,
}

/// A property that a task asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    /// The property file, relative to the definition.
    pub file: String,
    /// The verdict that is right, if it is given.
    pub expected: Option<TaskVerdict>,
}

/// A language that heddle takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
}

/// Sizes of C's types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    Lp64,
}

impl DataModel {
    /// The name in task definitions.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }

    /// The flag that makes clang use it.
    pub fn flag(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        }
    }
}

/// The reason why a task definition cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum DefinitionError {
    /// It is not in the format.
    #[error("{0}")]
    Syntax(String),
    /// It is of a version that there is not, or that comes later.
    #[error("format_version '{0}' is not supported; heddle reads 1.0, 2.0 and 2.1")]
    Version(String),
    /// A key that its version does not have.
    #[error("version {version} of the format has no key '{key}'")]
    Key {
        /// The version.
        version: String,
        /// The key.
        key: &'static str,
    },
    /// It has no files.
    #[error("'input_files' is empty")]
    NoFiles,
    /// A property whose expected verdict makes no sense.
    #[error("'{file}' has a subproperty, but is not expected to be false")]
    Subproperty {
        /// The property file.
        file: String,
    },
    /// An option with a value that heddle does not take.
    #[error("option '{option}' is {value}, which heddle does not take; it takes {takes}")]
    Option {
        /// The option.
        option: &'static str,
        /// Its value, as JSON.
        value: String,
        /// The values that it may have.
        takes: &'static str,
    },
    /// A task for those who check witnesses.
    #[error(
        "it is a task for validators: 'witness_input_file' names a witness, which heddle does not \
         check for others"
    )]
    Validation,
}

/// A definition as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format_version: Value,
    input_files: Patterns,
    #[serde(default, rename = "required_files")]
    _required_files: Option<Patterns>,
    #[serde(default)]
    properties: Vec<WrittenProperty>,
    options: Option<BTreeMap<String, Value>>,
    additional_information: Option<Value>,
}

/// One pattern or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Patterns {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenProperty {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

impl TaskDefinition {
    /// Reads a definition.
    ///
    /// # Errors
    /// If it is not in the format, or asks for something that heddle does not do.
    pub fn parse(text: &str) -> Result<TaskDefinition, DefinitionError> {
        let written: Written = serde_saphyr::from_str(text)
            .map_err(|error| DefinitionError::Syntax(first_line(&error)))?;
        let version = match &written.format_version {
            Value::String(text) => text.clone(),
            // Without quotes, a number; which is what everybody means.
            other => other.to_string(),
        };
        let is_later = match version.as_str() {
            "1.0" => false,
            "2.0" | "2.1" => true,
            _ => return Err(DefinitionError::Version(version)),
        };
        if written.options.is_some() && !is_later {
            return Err(DefinitionError::Key { version, key: "options" });
        }
        if written.additional_information.is_some() && version != "2.1" {
            return Err(DefinitionError::Key { version, key: "additional_information" });
        }
        let input_files = match written.input_files {
            Patterns::One(pattern) => vec![pattern],
            Patterns::Several(patterns) if patterns.is_empty() => {
                return Err(DefinitionError::NoFiles);
            }
            Patterns::Several(patterns) => patterns,
        };
        let options = written.options.unwrap_or_default();
        if options.contains_key("witness_input_file") {
            return Err(DefinitionError::Validation);
        }
        let properties = written.properties.into_iter().map(property);
        Ok(TaskDefinition {
            input_files,
            properties: properties.collect::<Result<_, _>>()?,
            language: options.get("language").map(language).transpose()?,
            data_model: options.get("data_model").map(data_model).transpose()?,
        })
    }
}

fn property(written: WrittenProperty) -> Result<TaskProperty, DefinitionError> {
    let WrittenProperty { property_file: file, expected_verdict, subproperty } = written;
    let expected = match (expected_verdict, subproperty) {
        (Some(false), broken) => Some(TaskVerdict::False(broken)),
        (_, Some(_)) => return Err(DefinitionError::Subproperty { file }),
        (Some(true), None) => Some(TaskVerdict::True),
        (None, None) => None,
    };
    Ok(TaskProperty { file, expected })
}

fn language(value: &Value) -> Result<Language, DefinitionError> {
    match value.as_str() {
        Some("C") => Ok(Language::C),
        Some("C++") => Ok(Language::Cpp),
        _ => Err(other_value("language", value, "C and C++")),
    }
}

fn data_model(value: &Value) -> Result<DataModel, DefinitionError> {
    match value.as_str() {
        Some("ILP32") => Ok(DataModel::Ilp32),
        Some("LP64") => Ok(DataModel::Lp64),
        _ => Err(other_value("data_model", value, "ILP32 and LP64")),
    }
}

fn other_value(option: &'static str, value: &Value, takes: &'static str) -> DefinitionError {
    DefinitionError::Option { option, value: value.to_string(), takes }
}

#[cfg(test)]
mod tests;
