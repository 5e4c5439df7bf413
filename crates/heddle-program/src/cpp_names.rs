//! Names of C++ as programmers write them.
//!
//! Debug information has `vector<int, std::allocator<int> >` and `basic_string<char, ...>`; people
//! say `vector<int>` and `string`. What is left out is what the library adds by itself: arguments
//! of templates that are there by default, namespaces that only tell versions apart, tags.

/// Namespaces and tags that tell versions of the library apart.
const VERSIONS: [&str; 5] = ["__cxx11::", "__1::", "__ndk1::", "[abi:cxx11]", "[abi:v160000]"];

/// Templates of the library that stand as arguments where nobody has written any.
const DEFAULTS: [&str; 7] = [
    "std::allocator",
    "std::char_traits",
    "std::default_delete",
    "std::equal_to",
    "std::hash",
    "std::less",
    "std::pmr::polymorphic_allocator",
];

/// Containers on which adaptors of containers are built by default.
const BASES: [(&str, &str); 3] = [
    ("std::queue", "std::deque"),
    ("std::stack", "std::deque"),
    ("std::priority_queue", "std::vector"),
];

/// Names that templates have with an argument.
const ALIASES: [(&str, &str); 10] = [
    ("basic_string<char>", "string"),
    ("basic_string<wchar_t>", "wstring"),
    ("basic_string_view<char>", "string_view"),
    ("basic_ostream<char>", "ostream"),
    ("basic_istream<char>", "istream"),
    ("basic_stringstream<char>", "stringstream"),
    ("basic_ostringstream<char>", "ostringstream"),
    ("basic_istringstream<char>", "istringstream"),
    ("basic_ifstream<char>", "ifstream"),
    ("basic_ofstream<char>", "ofstream"),
];

/// Functions that the compiler makes for the initialization of variables.
const INITIALIZERS: [&str; 2] = ["__cxx_global_var_init", "_GLOBAL__sub_I_"];

/// A name of a type or function without what the library adds by itself.
pub fn short_name(name: &str) -> String {
    if INITIALIZERS.iter().any(|prefix| name.starts_with(prefix)) {
        return "static initialization".to_owned();
    }
    let is_plain = |version: &&str| !name.contains(*version);
    if !name.contains('<') && VERSIONS.iter().all(is_plain) {
        return name.to_owned();
    }
    let name = VERSIONS.iter().fold(name.to_owned(), |name, version| name.replace(version, ""));
    shortened(&name)
}

/// The arguments of a template's name, as they are written there.
pub fn template_arguments(name: &str) -> Vec<&str> {
    match split_template(name) {
        Some((_, arguments, _)) => arguments,
        None => Vec::new(),
    }
}

/// The name of a template of the library, without `std::` and arguments: `vector`.
pub fn library_template(name: &str) -> Option<&str> {
    let name = name.strip_prefix("std::")?;
    let name =
        VERSIONS.iter().fold(name, |name, version| name.strip_prefix(version).unwrap_or(name));
    name.split('<').next()
}

fn shortened(name: &str) -> String {
    let Some((head, arguments, rest)) = split_template(name) else { return name.to_owned() };
    let arguments: Vec<String> = arguments.into_iter().map(shortened).collect();
    let is_default = |argument: &str| {
        let template = argument.split('<').next().unwrap_or_default();
        let is_base = |&(adaptor, base): &(&str, &str)| head.ends_with(adaptor) && base == template;
        argument.contains('<') && (DEFAULTS.contains(&template) || BASES.iter().any(is_base))
    };
    // What is there by default comes last.
    let written =
        arguments.iter().rposition(|argument| !is_default(argument)).map_or(0, |at| at + 1);
    let written = if written == 0 { arguments.len().min(1) } else { written };
    let template = format!("{head}<{}>", arguments[..written].join(", "));
    let aliased = ALIASES.iter().find_map(|(long, short)| {
        let before = template.strip_suffix(long)?;
        (before.is_empty() || before.ends_with([':', ' '])).then(|| format!("{before}{short}"))
    });
    format!("{}{}", aliased.unwrap_or(template), shortened(rest))
}

/// Takes a name apart at its first template: what is before its arguments, those, and what is
/// after them.
fn split_template(name: &str) -> Option<(&str, Vec<&str>, &str)> {
    let open = name.char_indices().find(|&(at, c)| c == '<' && !is_operator(&name[..at]))?.0;
    let (mut depth, mut round, mut from) = (0u32, 0u32, open + 1);
    let mut arguments = Vec::new();
    for (at, c) in name.char_indices().skip_while(|&(at, _)| at < open) {
        match c {
            '(' | '{' | '[' => round += 1,
            ')' | '}' | ']' => round = round.saturating_sub(1),
            // Parentheses are taken apart with the argument that they are in.
            _ if round != 0 => {}
            '<' => depth += 1,
            // The arrow of a function's result closes nothing.
            '>' if name[..at].ends_with('-') => {}
            ',' if depth == 1 => {
                arguments.push(name[from..at].trim());
                from = at + 1;
            }
            '>' if depth == 1 => {
                let last = name[from..at].trim();
                arguments.extend((!last.is_empty()).then_some(last));
                return Some((&name[..open], arguments, &name[at + 1..]));
            }
            '>' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// True if a less-than sign after this is part of an operator's name.
fn is_operator(before: &str) -> bool {
    before.trim_end_matches('<').trim_end().ends_with("operator") || before.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_by_default_is_left_out() {
        for (long, short) in [
            ("int", "int"),
            ("std::vector<int, std::allocator<int> >", "std::vector<int>"),
            (
                "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
                "std::string",
            ),
            (
                "std::map<std::__1::basic_string<char, std::__1::char_traits<char>, \
                 std::__1::allocator<char>>, int, std::less<int>, std::allocator<int> > *",
                "std::map<std::string, int> *",
            ),
            ("std::unique_ptr<Job, std::default_delete<Job> >", "std::unique_ptr<Job>"),
            ("std::unique_ptr<Job, Closer>", "std::unique_ptr<Job, Closer>"),
            ("std::queue<int, std::deque<int, std::allocator<int> > >", "std::queue<int>"),
            ("std::allocator<int>", "std::allocator<int>"),
            (
                "std::set<int, std::greater<int>, std::allocator<int> >",
                "std::set<int, std::greater<int>>",
            ),
            ("Stack<int>::push", "Stack<int>::push"),
            ("run<std::vector<int, std::allocator<int> > >", "run<std::vector<int>>"),
            ("word[abi:cxx11]", "word"),
            ("operator<", "operator<"),
            ("operator<<<int>", "operator<<<int>"),
            ("Box<(a > b)>", "Box<(a > b)>"),
            ("broken<int", "broken<int"),
            ("__cxx_global_var_init.2", "static initialization"),
        ] {
            assert_eq!(short_name(long), short);
        }
    }

    #[test]
    fn templates_are_taken_apart() {
        assert_eq!(
            template_arguments("map<int, pair<int, int>, less<int> >"),
            ["int", "pair<int, int>", "less<int>"]
        );
        assert_eq!(template_arguments("array<int, 3UL>"), ["int", "3UL"]);
        assert!(template_arguments("mutex").is_empty());
        assert_eq!(
            library_template("std::__1::vector<int, std::__1::allocator<int>>"),
            Some("vector")
        );
        assert_eq!(library_template("std::mutex"), Some("mutex"));
        assert_eq!(library_template("vector<int>"), None);
    }
}
