//! Reads the text that `llvm-dis` writes, as far as it is compared.

use std::collections::HashMap;

use super::words::{normalize, words};

/// A module of text.
#[derive(Default)]
pub(crate) struct Text {
    /// Global variables, aliases and ifuncs, each as words.
    pub(crate) globals: Vec<Vec<String>>,
    /// Functions in order.
    pub(crate) functions: Vec<TextFunction>,
}

/// A function of text.
pub(crate) struct TextFunction {
    pub(crate) name: String,
    /// Result, name and parameters as words.
    pub(crate) header: Vec<String>,
    pub(crate) noreturn: bool,
    /// The name of its `DISubprogram`.
    pub(crate) subprogram: Option<String>,
    /// Blocks of instructions.
    pub(crate) blocks: Vec<Vec<TextInst>>,
    /// Debug records: index of the instruction that follows, kind, variable, value.
    pub(crate) records: Vec<(usize, String)>,
}

/// An instruction of text.
pub(crate) struct TextInst {
    pub(crate) words: Vec<String>,
    /// `line:column`, and of all places of inlining.
    pub(crate) loc: Option<String>,
}

/// Metadata nodes and attribute groups, by their names.
struct Tables<'t> {
    nodes: HashMap<&'t str, &'t str>,
    groups: HashMap<&'t str, &'t str>,
}

/// Reads the text of a module.
pub(crate) fn parse(text: &str) -> Text {
    let mut tables = Tables { nodes: HashMap::new(), groups: HashMap::new() };
    for line in text.lines() {
        if let Some((name, content)) = line.split_once(" = ") {
            if line.starts_with('!') {
                tables.nodes.insert(name, content);
            } else if let Some(group) = name.strip_prefix("attributes ") {
                tables.groups.insert(group, content);
            }
        }
    }
    let mut module = Text::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('@') {
            module.globals.push(normalize(&words(line)));
        } else if line.starts_with("declare ") {
            module.functions.push(header(line, &tables));
        } else if line.starts_with("define ") {
            let mut function = header(line, &tables);
            let mut body = Vec::new();
            for line in lines.by_ref() {
                if line == "}" {
                    break;
                }
                body.push(line);
            }
            parse_body(&mut function, &body, &tables);
            module.functions.push(function);
        }
    }
    module
}

fn header(line: &str, tables: &Tables<'_>) -> TextFunction {
    let all = words(line);
    let name_at = all.iter().position(|word| word.starts_with('@')).expect("a function has a name");
    // Up to the closing parenthesis of the parameters.
    let mut depth = 0;
    let mut end = all.len();
    for (index, word) in all.iter().enumerate().skip(name_at) {
        match word.as_str() {
            "(" => depth += 1,
            ")" => {
                depth -= 1;
                if depth == 0 {
                    end = index + 1;
                    break;
                }
            }
            _ => {}
        }
    }
    let subprogram = all
        .windows(2)
        .find(|pair| pair[0] == "!dbg")
        .and_then(|pair| field(tables.nodes[pair[1].as_str()], "name"));
    TextFunction {
        name: all[name_at][1..].to_owned(),
        header: normalize(&all[..end]),
        noreturn: has_attribute(&all[end..], tables, "noreturn"),
        subprogram,
        blocks: Vec::new(),
        records: Vec::new(),
    }
}

/// True if attribute groups among words, or the words themselves, have an attribute.
fn has_attribute(words: &[String], tables: &Tables<'_>, attribute: &str) -> bool {
    words.iter().any(|word| {
        let group = tables.groups.get(word.as_str());
        group.is_some_and(|group| group.split(' ').any(|word| word == attribute))
            || word == attribute
    })
}

fn parse_body(function: &mut TextFunction, lines: &[&str], tables: &Tables<'_>) {
    let mut count = 0;
    let mut at = 0;
    function.blocks.push(Vec::new());
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        if !line.starts_with(' ') {
            if !function.blocks.last().is_some_and(Vec::is_empty) {
                function.blocks.push(Vec::new());
            }
            continue;
        }
        let mut whole = line.to_owned();
        // Cases, clauses and targets continue on further lines.
        while at < lines.len()
            && (lines[at].starts_with("  ]")
                || lines[at].starts_with("    ") && !lines[at].trim_start().starts_with('#'))
        {
            whole.push(' ');
            whole.push_str(lines[at]);
            at += 1;
        }
        if let Some(record) = debug_record(&whole, tables) {
            if let Some(record) = record {
                function.records.push((count, record));
            }
            continue;
        }
        count += 1;
        let inst = instruction(&whole, tables);
        if let Some(block) = function.blocks.last_mut() {
            block.push(inst);
        }
    }
}

fn instruction(line: &str, tables: &Tables<'_>) -> TextInst {
    let all = words(line);
    let mut kept = normalize(&all);
    for attribute in ["noreturn", "returns_twice"] {
        let call = all.iter().any(|word| word == "call" || word == "invoke");
        if call && has_attribute(&all, tables, attribute) {
            kept.push(attribute.to_owned());
        }
    }
    let loc = all.windows(2).find(|pair| pair[0] == "!dbg").map(|pair| location(&pair[1], tables));
    TextInst { words: kept, loc }
}

/// A debug record, if a line is one: `Some(None)` for labels.
fn debug_record(line: &str, tables: &Tables<'_>) -> Option<Option<String>> {
    let (kind, rest) = match line.split_once("#dbg_") {
        Some((_, rest)) => rest.split_once('(')?,
        None => {
            let (_, rest) = line.split_once("call void @llvm.dbg.")?;
            rest.split_once('(')?
        }
    };
    if kind == "label" {
        return Some(None);
    }
    let rest = rest.replace("metadata ", "");
    let parts = split(&rest);
    let name = field(tables.nodes[parts[1].as_str()], "name").unwrap_or_default();
    let loc = match line.rsplit_once("!dbg ") {
        Some((_, loc)) => location(loc.trim(), tables),
        None => location(parts.last()?, tables),
    };
    let value = if parts[0].starts_with("!DIArgList(") {
        let list = &parts[0]["!DIArgList(".len()..parts[0].len() - 1];
        split(&format!("{list})")).iter().map(|part| value(part)).collect()
    } else {
        value(&parts[0])
    };
    let expression = parts
        .iter()
        .find(|part| part.starts_with("!DIExpression"))
        .map_or(0, |part| usize::from(part.len() > "!DIExpression()".len()));
    Some(Some(format!("{kind} {name} = {value} {expression} at {loc}")))
}

/// A value in a debug record: which instruction, parameter or integer; others are
/// only said to be there.
fn value(text: &str) -> String {
    let last = text.rsplit(' ').next().unwrap_or_default();
    match last {
        "undef" | "poison" => "gone;".to_owned(),
        _ if text.starts_with('!') => "gone;".to_owned(),
        _ if last.starts_with('%') => format!("{last};"),
        _ => "constant;".to_owned(),
    }
}

/// Parts between commas, up to the closing parenthesis.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' | '<' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => break,
            ')' | ']' | '}' | '>' if !quoted => depth -= 1,
            ',' if depth == 0 && !quoted => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut()
            && !(c == ' ' && part.is_empty())
        {
            part.push(c);
        }
    }
    parts
}

/// A location and the places it was inlined at.
fn location(node: &str, tables: &Tables<'_>) -> String {
    let mut text = String::new();
    let mut next = Some(node.to_owned());
    while let Some(node) = next {
        let content = tables.nodes[node.as_str()];
        let line = field(content, "line").unwrap_or_default();
        let column = field(content, "column").unwrap_or("0".to_owned());
        text.push_str(&format!("{line}:{column};"));
        next = field(content, "inlinedAt");
    }
    text
}

/// A field of a metadata node, without its quotes.
fn field(node: &str, name: &str) -> Option<String> {
    let open = node.find('(')?;
    let parts = split(&node[open + 1..]);
    let prefix = format!("{name}: ");
    let value = parts.iter().find_map(|part| part.strip_prefix(&prefix))?;
    Some(value.trim_matches('"').to_owned())
}
