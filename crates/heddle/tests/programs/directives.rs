//! Directives of a program, which say what is expected of it: lines `//@ key: value`.
//!
//! | key | value |
//! | --- | --- |
//! | `verdict` | `verified`, `bounded`, `violation` or `unknown` |
//! | `kind`, `detail`, `line` | of the violation |
//! | `reason` | a part of the reason why it is unknown or bounded |
//! | `note` | a part of what is noted beside `verified`, or `none` |
//! | `properties` | for `--property` |
//! | `options` | more options, quoted as in a shell |
//! | `clang` | flags for clang, the same way |
//! | `output` | `native`: it prints what it prints when run natively |
//! | `concurrent` | `yes`: checked at each granularity in each order |
//! | `temporal` | `yes`: the same for formulas, where not all orders and stores go |
//! | `threads` | `many`: more than the symbolic engine and its models have room for, so neither is asked |
//! | `symbolic` | what the symbolic engine says, where that is not the verdict; see [`Symbolic`] |
//! | `unwind` | how often it unrolls loops, where it must be told |
//! | `switches` | how many context switches a violation needs, where these are some more than usual, or `too many` |

use std::collections::BTreeMap;

/// The keys there are.
const KEYS: [&str; 16] = [
    "verdict",
    "kind",
    "detail",
    "line",
    "reason",
    "note",
    "properties",
    "options",
    "clang",
    "output",
    "concurrent",
    "temporal",
    "threads",
    "symbolic",
    "unwind",
    "switches",
];

/// The symbolic engine's answer if it is not the same as the search's: a word, a comma,
/// and a part of why, such as `bounded, loop main:12`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Symbolic {
    /// The verdict; the kind and the line of a violation, such as `assertion 15`, or a part of the
    /// reason for another one.
    Says(String, String),
    /// It does not take the program, with a message of which this is a part.
    Refuses(String),
    /// It would take too long, so it is not asked; `slow`, and what makes it so.
    TakesLong,
}

impl Symbolic {
    /// Reads it for a program whose verdict this is. Both engines look at the same program:
    /// where one finds that all is well, the other may have no answer, but not another one.
    fn parse(text: &str, verdict: &str) -> Result<Symbolic, String> {
        let (word, why) = text
            .split_once(',')
            .ok_or_else(|| format!("directive 'symbolic' does not say why: '{text}'"))?;
        let (word, why) = (word.trim(), why.trim().to_owned());
        match (word, verdict) {
            ("refused", _) => Ok(Symbolic::Refuses(why)),
            ("slow", _) => Ok(Symbolic::TakesLong),
            ("bounded" | "unknown", _) | ("violation" | "verified", "unknown") => {
                Ok(Symbolic::Says(word.to_owned(), why))
            }
            _ => Err(format!("directive 'symbolic' is '{word}' where '{verdict}' is right")),
        }
    }
}

/// Number of context switches that a violation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Switches {
    /// So many.
    Needed(u32),
    /// More than can be asked for in a short time.
    TooMany,
}

/// Expectations of a program, and options for checking it.
#[derive(Debug)]
pub(crate) struct Directives {
    pub(crate) verdict: String,
    pub(crate) kind: Option<String>,
    pub(crate) detail: Option<String>,
    pub(crate) line: Option<u32>,
    pub(crate) reason: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) properties: Option<String>,
    pub(crate) options: Vec<String>,
    pub(crate) clang: Vec<String>,
    pub(crate) is_native: bool,
    pub(crate) is_concurrent: bool,
    pub(crate) is_temporal: bool,
    pub(crate) has_many_threads: bool,
    pub(crate) symbolic: Option<Symbolic>,
    pub(crate) unwind: Option<u32>,
    pub(crate) switches: Option<Switches>,
}

impl Directives {
    /// Reads them from the text of a program.
    pub(crate) fn parse(text: &str) -> Result<Directives, String> {
        let mut values = BTreeMap::new();
        for directive in text.lines().filter_map(|line| line.trim_start().strip_prefix("//@")) {
            let (key, value) = directive
                .split_once(':')
                .ok_or_else(|| format!("directive '{}' has no colon", directive.trim()))?;
            let (key, value) = (key.trim(), value.trim());
            if !KEYS.contains(&key) {
                return Err(format!("unknown directive '{key}'; known are {}", KEYS.join(", ")));
            }
            if value.is_empty() || values.insert(key, value).is_some() {
                return Err(format!("directive '{key}' is empty or given twice"));
            }
        }
        Self::of(&values)
    }

    fn of(values: &BTreeMap<&str, &str>) -> Result<Directives, String> {
        let text = |key: &str| values.get(key).map(|value| (*value).to_owned());
        let words = |key: &str| {
            let value = values.get(key).copied().unwrap_or_default();
            shlex::split(value).ok_or_else(|| format!("directive '{key}' is badly quoted"))
        };
        let flag = |key: &str, yes: &str| match values.get(key) {
            None => Ok(false),
            Some(value) if *value == yes => Ok(true),
            Some(value) => Err(format!("directive '{key}' is '{value}', not '{yes}'")),
        };
        let number = |key: &str| {
            let number = values.get(key).map(|value| value.parse::<u32>());
            number.transpose().map_err(|error| format!("directive '{key}': {error}"))
        };
        let verdict = text("verdict").ok_or("there is no directive 'verdict'")?;
        let symbolic = values.get("symbolic").map(|text| Symbolic::parse(text, &verdict));
        let directives = Directives {
            verdict,
            kind: text("kind"),
            detail: text("detail"),
            line: number("line")?,
            reason: text("reason"),
            note: text("note"),
            properties: text("properties"),
            options: words("options")?,
            clang: words("clang")?,
            is_native: flag("output", "native")?,
            is_concurrent: flag("concurrent", "yes")?,
            is_temporal: flag("temporal", "yes")?,
            has_many_threads: flag("threads", "many")?,
            symbolic: symbolic.transpose()?,
            unwind: number("unwind")?,
            switches: match values.get("switches") {
                Some(&"too many") => Some(Switches::TooMany),
                _ => number("switches")?.map(Switches::Needed),
            },
        };
        directives.is_consistent()?;
        Ok(directives)
    }

    /// Checks that the directives fit the verdict.
    fn is_consistent(&self) -> Result<(), String> {
        let of_violation = self.kind.is_some() || self.detail.is_some() || self.line.is_some();
        let fits = match self.verdict.as_str() {
            "verified" => !of_violation && self.reason.is_none(),
            "violation" => self.kind.is_some() && self.reason.is_none() && self.note.is_none(),
            "unknown" | "bounded" => !of_violation && self.reason.is_some(),
            other => return Err(format!("no such verdict: '{other}'")),
        };
        if fits { Ok(()) } else { Err(format!("directives do not fit '{}'", self.verdict)) }
    }

    /// True if a violation is expected.
    pub(crate) fn is_violation(&self) -> bool {
        self.verdict == "violation"
    }
}
