//! Words that a solution may not use: those with which a program tells a checker what to look at, and
//! those that end a program before its test is over. With either, a test would pass that looked at nothing.
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

/// A word that a solution may not use.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Forbidden<'a> {
    /// The word.
    pub(super) word: &'a str,
    /// Its line, from 1 on.
    pub(super) line: usize,
    /// True if it would end the test.
    pub(super) is_end: bool,
}

/// The first word of a C program that a solution may not use, outside of comments and literals.
pub(super) fn forbidden(source: &str) -> Option<Forbidden<'_>> {
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
                let is_end = ENDS.contains(&word);
                if is_end || OF_CHECKERS.iter().any(|beginning| word.starts_with(beginning)) {
                    return Some(Forbidden { word, line, is_end });
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
        let found = |source| forbidden(source).map(|found| (found.word, found.line, found.is_end));
        assert_eq!(found("int x;\n\nheddle_assume(x);"), Some(("heddle_assume", 3, false)));
        assert_eq!(found("/* a\nb */ exit(0);"), Some(("exit", 2, true)));
        assert_eq!(found("'\"'; nondet_int()"), Some(("nondet_int", 1, false)));
        assert_eq!(found("\"\\\"\"; _exit(1)"), Some(("_exit", 1, true)));
        for harmless in [
            "// exit\n/* heddle_ */ char *s = \"exit(0)\\\" exit\"; int c = 'e';",
            "int exit_code, my_heddle_x, exits;",
            "int häßlich; /* never ends: exit",
            "/",
            "\"",
            "'\\",
        ] {
            assert_eq!(found(harmless), None, "{harmless}");
        }
    }
}
