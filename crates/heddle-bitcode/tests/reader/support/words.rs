//! LLVM's text as words, without those that the module does not keep.

/// Words that say how, not what: hints, visibility, calling conventions, flags of
/// float arithmetic, promises that the module leaves out.
const IGNORED: &[&str] = &[
    "afn",
    "allocalign",
    "allocptr",
    "arcp",
    "coldcc",
    "contract",
    "dead_on_unwind",
    "disjoint",
    "dso_local",
    "dso_preemptable",
    "external",
    "fast",
    "fastcc",
    "hidden",
    "immarg",
    "inrange",
    "inreg",
    "inteldialect",
    "local_unnamed_addr",
    "nnan",
    "ninf",
    "noalias",
    "nocapture",
    "nofree",
    "nsz",
    "notail",
    "protected",
    "readnone",
    "readonly",
    "reassoc",
    "swiftself",
    "tail",
    "unnamed_addr",
    "writable",
    "writeonly",
    "noext",
    "nusw",
    "arm_aapcscc",
    "nounwind",
    "willreturn",
    "default",
];

/// The same, with something in parentheses behind.
const IGNORED_WITH_ARGUMENT: &[&str] = &[
    "dereferenceable",
    "dereferenceable_or_null",
    "inrange",
    "nofpclass",
    "range",
    "elementtype",
    "syncscope",
    "initializes",
    "comdat",
    "captures",
    "partition",
];

/// Attributes that the module keeps, which each version of LLVM prints in its own
/// order.
const KEPT: &[&str] = &["nonnull", "noundef", "nest", "returned", "signext", "zeroext"];

/// Kept attributes with a type in parentheses behind.
const KEPT_WITH_ARGUMENT: &[&str] = &["byref", "byval", "inalloca", "sret"];

/// Cuts text into words: names, numbers, strings and punctuation. Quotes around
/// names are left out.
pub(crate) fn words(line: &str) -> Vec<String> {
    let bytes = line.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b' ' | b'\t' | b'\n' => {
                at += 1;
                continue;
            }
            b';' => break,
            b'"' => {
                at = closing_quote(bytes, at);
                words.push(line[start..at].to_owned());
            }
            b'c' if bytes.get(at + 1) == Some(&b'"') => {
                at = closing_quote(bytes, at + 1);
                words.push(line[start..at].to_owned());
            }
            b'%' | b'@' | b'$' if bytes.get(at + 1) == Some(&b'"') => {
                at = closing_quote(bytes, at + 1);
                let name = &line[start + 2..at - 1];
                words.push(format!("{}{}", bytes[start] as char, unescape(name)));
            }
            first if is_word(first) => {
                at += 1;
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                words.push(line[start..at].to_owned());
            }
            _ => {
                at += 1;
                words.push(line[start..at].to_owned());
            }
        }
    }
    words
}

/// Undoes escapes in a name. Names of bytes that are not ASCII do not occur here.
fn unescape(name: &str) -> String {
    let mut plain = String::new();
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        plain.push(code.map_or('?', char::from));
        rest = rest.get(at + 3..).unwrap_or_default();
    }
    plain + rest
}

fn closing_quote(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += 1;
    }
    (at + 1).min(bytes.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"%@$!#_.-+\\:".contains(&byte)
}

/// Leaves out what the module does not keep, and sorts attributes.
pub(crate) fn normalize(words: &[String]) -> Vec<String> {
    let call = words
        .iter()
        .take(6)
        .any(|word| matches!(word.as_str(), "call" | "invoke" | "callbr" | "define" | "declare"));
    let has = |name: &str| words.iter().take(4).any(|word| word == name);
    // Flags of `trunc`, new in LLVM 19, are not kept, and masks do not tell undefined
    // from poison.
    let (trunc, shuffle) = (has("trunc"), has("shufflevector"));
    let mut out: Vec<String> = Vec::new();
    let mut attributes: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_str();
        let argument = argument(words, at + 1);
        if word.starts_with("!") || word.starts_with('#') {
            // Metadata and attribute groups are looked up before.
            at += 1;
            if out.last().is_some_and(|last| last == ",") && word.starts_with('!') {
                out.pop();
            }
            // The kind is followed by the node.
            if at < words.len() && words[at].starts_with('!') {
                at += 1;
            }
        } else if KEPT.contains(&word) {
            attributes.push(word.to_owned());
            at += 1;
        } else if KEPT_WITH_ARGUMENT.contains(&word) && argument > at + 1 {
            attributes.push(words[at..argument].concat());
            at = argument;
        } else if call && word == "align" {
            // `align 8` and `align(8)`.
            let number = if argument > at + 1 { at + 2 } else { at + 1 };
            attributes.push(format!("align{}", words[number]));
            at = argument.max(at + 2);
        } else if IGNORED_WITH_ARGUMENT.contains(&word) && argument > at + 1 {
            if out.last().is_some_and(|last| last == ",") {
                out.pop();
            }
            at = argument;
        } else if IGNORED.contains(&word) || trunc && (word == "nuw" || word == "nsw") {
            at += 1;
        } else if word == "comdat" {
            if out.last().is_some_and(|last| last == ",") {
                out.pop();
            }
            at += 1;
        } else if word == "cc" {
            at += 2;
        } else {
            attributes.sort();
            out.append(&mut attributes);
            out.push(match word {
                "undef" if shuffle => "poison".to_owned(),
                "dso_local_equivalent" => "no_cfi".to_owned(),
                _ => number(word),
            });
            at += 1;
        }
    }
    attributes.sort();
    out.append(&mut attributes);
    out
}

/// The end of what is in parentheses at a place, or the place itself.
fn argument(words: &[String], at: usize) -> usize {
    if words.get(at).is_none_or(|word| word != "(") {
        return at;
    }
    let mut depth = 0;
    for (index, word) in words.iter().enumerate().skip(at) {
        match word.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    words.len()
}

/// Floats as the bits of a double, whichever way they are written.
fn number(word: &str) -> String {
    if let Some(hex) = word.strip_prefix("0x")
        && hex.len() == 16
        && let Ok(bits) = u64::from_str_radix(hex, 16)
    {
        return float(bits);
    }
    if word.contains('.')
        && word.contains('e')
        && let Ok(value) = word.parse::<f64>()
    {
        return float(value.to_bits());
    }
    word.to_owned()
}

/// The tests' spelling of a float that LLVM prints as a double.
pub(crate) fn float(bits: u64) -> String {
    format!("float:{bits:016x}")
}
