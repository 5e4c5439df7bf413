//! Functions of a program by name, and names to propose in place of one that does not exist.

use heddle_program::{FuncId, Function, Origin, Program};

/// Most names that are proposed in place of one that does not exist.
const MOST_PROPOSED: usize = 3;

/// A name that stands for no function, or for several.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FindError {
    /// No function has it.
    #[error("the program has no function '{name}'{proposal}")]
    None {
        /// The name.
        name: String,
        /// The end of the sentence: names that are almost the same.
        proposal: String,
    },
    /// Several functions of the source have it.
    #[error("several functions have this name ({})", names.join(", "))]
    Several {
        /// The linker's names of these functions.
        names: Vec<String>,
    },
}

/// Finds the user's function of a name: the linker's, or else the source's.
///
/// # Errors
/// If there is not exactly one.
pub fn find_function<'p>(
    program: &'p Program,
    name: &str,
) -> Result<(FuncId, &'p Function), FindError> {
    let users = || program.functions.iter().filter(|(_, f)| f.origin == Origin::User);
    let mut found: Vec<_> = users().filter(|(_, function)| function.name == name).collect();
    if found.is_empty() {
        found = users().filter(|(_, function)| function.source_name == name).collect();
    }
    match found[..] {
        [one] => Ok(one),
        [] => {
            let known = users().map(|(_, function)| function.source_name.as_str());
            Err(FindError::None { name: name.to_owned(), proposal: similar_names(name, known) })
        }
        _ => {
            let names = found.iter().map(|(_, function)| function.name.clone()).collect();
            Err(FindError::Several { names })
        }
    }
}

/// Names that are almost the one that was given, as the end of a sentence.
pub fn similar_names<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let far = name.chars().count().div_ceil(3).max(2);
    let distance = |other: &str| strsim::damerau_levenshtein(name, other);
    let mut near: Vec<(usize, &str)> =
        names.map(|other| (distance(other), other)).filter(|(by, _)| *by <= far).collect();
    near.sort_unstable();
    near.dedup();
    let near: Vec<String> =
        near.iter().take(MOST_PROPOSED).map(|(_, other)| format!("'{other}'")).collect();
    match near.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::similar_names;

    #[test]
    fn near_names_are_proposed_the_nearest_first() {
        let propose = |name, names: &[&str]| similar_names(name, names.iter().copied());
        assert_eq!(propose("invarant", &["main", "invariant"]), "; did you mean 'invariant'?");
        assert_eq!(propose("chekc", &["check2", "check"]), "; did you mean 'check' or 'check2'?");
        assert_eq!(propose("sound", &["main", "put", "get"]), "");
    }
}
