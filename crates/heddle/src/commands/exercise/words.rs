//! Words that a solution may not use: those with which a program tells a checker what to look at, those
//! that end a program before its test is over, those that a test needs for itself, and those that the exercise
//! is to be done without. With the first three, a test would pass that looked at nothing.
//!
//! This keeps students from mistakes and from temptation. It is no wall: who grades should look at
//! a solution that hides such words in macros.

/// Beginnings of words that mean something to a checker.
const OF_CHECKERS: [&str; 6] =
    ["heddle_", "__heddle_", "__VERIFIER_", "__CPROVER_", "__ESBMC_", "nondet_"];
/// Functions that end a program, or a thread that is the test's own.
const ENDS: [&str; 8] = [
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "pthread_exit",
    "thrd_exit",
    "pthread_cancel",
    "longjmp",
];
/// Functions that a test has or calls, and ways to name them otherwise.
const OF_TESTS: [&str; 7] =
    ["main", "pthread_create", "pthread_join", "__assert_fail", "asm", "__asm", "__asm__"];

/// A word that a solution may not use.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Forbidden<'a> {
    /// The word.
    pub(super) word: &'a str,
    /// Its line, from 1 on.
    pub(super) line: usize,
    /// The reason, as the end of a sentence about the word.
    pub(super) reason: &'static str,
}

/// The reason for which a word may not be used, if there is one.
fn reason(word: &str, forbids: &[&str]) -> Option<&'static str> {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|it| word.starts_with(it));
    if ENDS.contains(&word) {
        Some("ends a thread or the program before the test is over")
    } else if OF_TESTS.contains(&word) {
        Some("is the test's")
    } else if begins(&OF_CHECKERS) {
        Some("is a word of checkers, and changes what is checked")
    } else if begins(forbids) {
        Some("is what this exercise is to be done without")
    } else {
        None
    }
}

/// The first word of a C program that a solution may not use, outside of comments and literals.
/// `forbids` are beginnings of words that its exercise is to be done without.
pub(super) fn forbidden<'a>(source: &'a str, forbids: &[&str]) -> Option<Forbidden<'a>> {
    let bytes = source.as_bytes();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let rest = &source.as_bytes()[at..];
        let length = match rest[0] {
            b'/' if rest.starts_with(b"//") => end_of(rest, b"\n"),
            b'/' if rest.starts_with(b"/*") => 2 + end_of(&rest[2..], b"*/"),
            quote @ (b'"' | b'\'') => literal(rest, quote),
            first if is_word(first) => {
                let length = rest.iter().take_while(|byte| is_word(**byte)).count();
                let word = &source[at..at + length];
                if let Some(reason) = reason(word, forbids) {
                    return Some(Forbidden { word, line, reason });
                }
                length
            }
            _ => 1,
        };
        line += rest[..length].iter().filter(|byte| **byte == b'\n').count();
        at += length;
    }
    None
}

/// True for bytes of a word. Those beyond ASCII count, so that a word ends at the end of a character.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// The length up to the end of a mark, or of everything if it is not there.
fn end_of(bytes: &[u8], mark: &[u8]) -> usize {
    let found = bytes.windows(mark.len()).position(|window| window == mark);
    found.map_or(bytes.len(), |at| at + mark.len())
}

/// The length of a literal, which ends with its line at the latest.
fn literal(bytes: &[u8], quote: u8) -> usize {
    let mut is_escaped = false;
    for (at, &byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_mean_something() {
        let found = |source| {
            forbidden(source, &["atomic_fetch"]).map(|found| (found.word, found.line, found.reason))
        };
        let [ends, test, checker, without] = ["exit", "main", "nondet_", "atomic_fetch"]
            .map(|word| reason(word, &["atomic_fetch"]).unwrap());
        assert_eq!(found("int x;\n\nheddle_assume(x);"), Some(("heddle_assume", 3, checker)));
        assert_eq!(found("/* a\nb */ exit(0);"), Some(("exit", 2, ends)));
        assert_eq!(found("'\"'; nondet_int()"), Some(("nondet_int", 1, checker)));
        assert_eq!(found("\"\\\"\"; _exit(1)"), Some(("_exit", 1, ends)));
        assert_eq!(found("int main(void)"), Some(("main", 1, test)));
        assert_eq!(found("atomic_fetch_add(&x, 1)"), Some(("atomic_fetch_add", 1, without)));
        for harmless in [
            "// exit\n/* heddle_ */ char *s = \"exit(0)\\\" exit\"; int c = 'e';",
            "int exit_code, my_heddle_x, exits, domain, mains;",
            "int häßlich; /* never ends: exit",
            "/",
            "\"",
            "'\\",
        ] {
            assert_eq!(found(harmless), None, "{harmless}");
        }
    }
}
