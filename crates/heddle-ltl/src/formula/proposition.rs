//! Propositions, as they are written.

use std::fmt;

/// Something that is true or false in a state, as it is written in a formula.
///
/// What it means is for others to find out; here it is text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Proposition {
    /// A name, with fields, elements and scopes: `full`, `q.count`, `flag[1]`, `ns::x`.
    Name(String),
    /// Something built in, with all between the parentheses as it stands: `at(queue.c:12)`.
    Call {
        /// The name before the parenthesis.
        name: String,
        /// The text in the parentheses, without blanks around it.
        argument: String,
    },
    /// An expression in double quotes, without them: `"x == 1"`.
    Quoted(String),
}

impl Proposition {
    /// The proposition that `text` is when nothing else stands around it; whatever is not a
    /// name or a call is an expression, as if it were quoted.
    pub fn from_text(text: &str) -> Self {
        let text = text.trim();
        super::lexer::lone_proposition(text).unwrap_or_else(|| Self::Quoted(text.to_owned()))
    }

    /// Its text, without the quotes of an expression.
    pub fn text(&self) -> String {
        match self {
            Self::Name(text) | Self::Quoted(text) => text.clone(),
            Self::Call { name, argument } => format!("{name}({argument})"),
        }
    }

    /// If this is a name like `GFp`, which may have been meant as operators before a shorter
    /// name, the text that says so: `GF p`.
    pub fn as_operators(&self) -> Option<String> {
        let Self::Name(name) = self else { return None };
        let rest = name.trim_start_matches(['G', 'F', 'X']);
        let letters = name.len() - rest.len();
        let starts_name = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        (letters > 0 && starts_name).then(|| format!("{} {rest}", &name[..letters]))
    }
}

/// Writes it as it is written in a formula.
impl fmt::Display for Proposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Call { name, argument } => write!(f, "{name}({argument})"),
            Self::Quoted(text) => {
                let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{escaped}\"")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_like_operators_are_noticed() {
        let spaced = |name: &str| Proposition::Name(name.to_owned()).as_operators();
        assert_eq!(spaced("GFp").as_deref(), Some("GF p"));
        assert_eq!(spaced("Flag").as_deref(), Some("F lag"));
        assert_eq!(spaced("GF"), None);
        assert_eq!(spaced("F1"), None);
        assert_eq!(spaced("pG"), None);
    }

    #[test]
    fn any_text_is_a_proposition() {
        assert_eq!(Proposition::from_text(" q.count "), Proposition::Name("q.count".into()));
        assert_eq!(
            Proposition::from_text("enabled( 1 )"),
            Proposition::Call { name: "enabled".into(), argument: "1".into() }
        );
        assert_eq!(Proposition::from_text("x == 1"), Proposition::Quoted("x == 1".into()));
        assert_eq!(Proposition::from_text("true"), Proposition::Quoted("true".into()));
        assert_eq!(Proposition::from_text("U"), Proposition::Quoted("U".into()));
        assert_eq!(Proposition::from_text("a b"), Proposition::Quoted("a b".into()));
    }
}
