//! Traces.
use heddle_machine::Machine;
use heddle_model::Schedule;
/// A story.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct Trace {
    text: String,
}
/// Sources.
pub trait SourceText {
    /// A line.
    fn line(&mut self, file: &str, line: u32) -> Option<String>;
}
/// Style.
#[derive(Debug, Clone, Copy)]
pub enum Style {
    /// No colours.
    Plain,
    /// Colours.
    Ansi,
}
/// Tells.
pub fn tell(
    _: &mut Machine,
    schedule: &Schedule,
    _: &mut dyn SourceText,
) -> Result<Trace, std::fmt::Error> {
    Ok(Trace { text: format!("{schedule:?}") })
}
/// Renders.
pub fn render_text(trace: &Trace, _: Style, _: usize) -> String {
    trace.text.clone()
}
/// Json.
pub fn to_json(trace: &Trace) -> serde_json::Value {
    serde_json::json!(trace)
}
/// Json.
pub fn from_json(value: &serde_json::Value) -> Result<Trace, serde_json::Error> {
    serde_json::from_value(value.clone())
}
