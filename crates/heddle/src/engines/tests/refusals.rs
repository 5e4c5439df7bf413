//! Questions that an engine does not take.

use std::sync::Arc;

use heddle_engine::{CancelToken, Channel, EngineError};

use super::kit::Checked;
use crate::commands::explain::engine_error;
use crate::driver::OptLevel;

const PLAIN: &str = "int main(void) { return 0; }";
const SOURCE_FORMULA: &str = r#"
#include <heddle.h>
int done;
LTL(ends, "F done");
int main(void) { done = 1; return 0; }
"#;

/// The message of the symbolic engine, if it refuses to check a program with more words.
fn refusal(text: &str, words: &[&str]) -> Option<String> {
    let checked = Checked::new(text, words);
    let settings = &checked.settings;
    let mut engines = settings.engine.make(settings, &OptLevel::O0, checked.program());
    let mut ignore = |_: &heddle_engine::Progress<'_>| {};
    let mut channel = Channel::new(Arc::new(CancelToken::default()), &mut ignore);
    let question = checked.question();
    match heddle_engine::check(&mut *engines[0], &checked.subject, &question, &mut channel) {
        Ok(_) => None,
        Err(error @ EngineError::Refused(_)) => Some(engine_error(error).to_string()),
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn a_property_that_was_asked_for_by_name_is_refused_by_name() {
    for (property, name) in [
        ("livelock", "livelock"),
        ("default,termination", "termination"),
        ("assertion,invariant", "invariant"),
        ("ltl", "ltl"),
    ] {
        let said = refusal(PLAIN, &["--property", property]).unwrap();
        let expected = format!(
            "--property {name} does nothing with --engine bmc; leave it out, or leave the engine out"
        );
        assert_eq!(said, expected);
    }
}

#[test]
fn a_property_of_a_set_that_can_have_no_instance_is_left_out() {
    assert_eq!(refusal(PLAIN, &[]), None);
    assert_eq!(refusal(PLAIN, &["--property", "all"]), None);
    assert_eq!(refusal(SOURCE_FORMULA, &["--property", "assertion,deadlock"]), None);
}

#[test]
fn features_of_programs_are_refused() {
    let formulas = refusal(SOURCE_FORMULA, &[]).unwrap();
    assert!(formulas.starts_with("the program has temporal formulas"), "{formulas}");
    assert_eq!(refusal(PLAIN, &["--", "-m32"]), None);
}
