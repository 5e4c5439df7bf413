//! The rules of witnesses in GraphML, format 1.0.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

const NAMESPACE: &str = "http://graphml.graphdrawing.org/xmlns";

/// Keys of the format that must be given for the graph, once each but the specification.
const REQUIRED: [&str; 8] = [
    "witness-type",
    "sourcecodelang",
    "producer",
    "specification",
    "programfile",
    "programhash",
    "architecture",
    "creationtime",
];

/// Keys of the format that are for violation witnesses only.
const OF_VIOLATIONS: [&str; 5] =
    ["violation", "sink", "assumption", "assumption.scope", "assumption.resultfunction"];

/// A witness that obeys the rules.
#[derive(Debug)]
pub(crate) struct Checked {
    /// Values of keys of the graph.
    pub(crate) graph: BTreeMap<String, Vec<String>>,
    /// Values of keys of each edge, from the entry to the violation.
    pub(crate) edges: Vec<BTreeMap<String, String>>,
}

impl Checked {
    /// The value of a key of the graph that has one.
    pub(crate) fn value(&self, key: &str) -> &str {
        &self.graph[key][0]
    }
}

/// Checks a witness.
pub(crate) fn check(text: &str) -> Result<Checked, String> {
    let document = Document::parse(text).map_err(|error| error.to_string())?;
    let root = document.root_element();
    if !root.has_tag_name((NAMESPACE, "graphml")) {
        return Err("the root is no graphml of the right namespace".to_owned());
    }
    let instance = root.lookup_namespace_uri(Some("xsi"));
    if instance != Some("http://www.w3.org/2001/XMLSchema-instance") {
        return Err("the namespace xsi is missing".to_owned());
    }
    let keys = keys(root)?;
    let graphs: Vec<Node<'_, '_>> = children(root, "graph").collect();
    let [graph] = graphs[..] else { return Err("there is not exactly one graph".to_owned()) };
    if graph.attribute("edgedefault") != Some("directed") {
        return Err("edges are not directed".to_owned());
    }
    let mut of_graph: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (key, value) in data(graph, "graph", &keys)? {
        of_graph.entry(key).or_default().push(value);
    }
    for key in REQUIRED {
        let count = of_graph.get(key).map_or(0, Vec::len);
        if count == 0 || count > 1 && key != "specification" {
            return Err(format!("'{key}' is given {count} times"));
        }
    }
    let is_violation = match of_graph["witness-type"][0].as_str() {
        "violation_witness" => true,
        "correctness_witness" => false,
        other => return Err(format!("there is no type '{other}'")),
    };
    check_values(&of_graph)?;
    let edges = path(graph, &keys, is_violation)?;
    check_threads(&edges)?;
    Ok(Checked { graph: of_graph, edges })
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name((NAMESPACE, name)))
}

/// The keys that are defined, and the elements that they are for.
fn keys<'a>(root: Node<'a, '_>) -> Result<BTreeMap<&'a str, &'a str>, String> {
    let mut keys = BTreeMap::new();
    for key in children(root, "key") {
        let (id, element) = (key.attribute("id"), key.attribute("for"));
        let (Some(id), Some(element)) = (id, element) else {
            return Err("a key has no id, or is for nothing".to_owned());
        };
        if keys.insert(id, element).is_some() {
            return Err(format!("key '{id}' is defined twice"));
        }
    }
    Ok(keys)
}

/// The data of an element, whose keys must be defined for it.
fn data(
    node: Node<'_, '_>,
    element: &str,
    keys: &BTreeMap<&str, &str>,
) -> Result<Vec<(String, String)>, String> {
    let mut all = Vec::new();
    for data in children(node, "data") {
        let key = data.attribute("key").ok_or("data without a key")?;
        if keys.get(key) != Some(&element) {
            return Err(format!("key '{key}' is not defined for {element}"));
        }
        if data.attributes().len() != 1 || data.children().any(|child| child.is_element()) {
            return Err(format!("data of '{key}' is more than a text"));
        }
        let text = data.text().ok_or_else(|| format!("data of '{key}' is empty"))?;
        all.push((key.to_owned(), text.trim().to_owned()));
    }
    Ok(all)
}

fn check_values(graph: &BTreeMap<String, Vec<String>>) -> Result<(), String> {
    let value = |key: &str| graph[key][0].as_str();
    let is_hash = |text: &str| text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit());
    let shape: String =
        value("creationtime").chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let fits = [
        ("sourcecodelang", value("sourcecodelang") == "C"),
        ("architecture", ["32bit", "64bit"].contains(&value("architecture"))),
        ("programhash", is_hash(value("programhash"))),
        ("creationtime", shape == "0000-00-00T00:00:00Z"),
        ("specification", graph["specification"].iter().all(|text| text.starts_with("CHECK( "))),
    ];
    match fits.iter().find(|(_, fits)| !fits) {
        Some((key, _)) => Err(format!("'{key}' is '{}'", value(key))),
        None => Ok(()),
    }
}

/// The edges of the automaton, which is one path.
fn path(
    graph: Node<'_, '_>,
    keys: &BTreeMap<&str, &str>,
    is_violation: bool,
) -> Result<Vec<BTreeMap<String, String>>, String> {
    let mut nodes = BTreeSet::new();
    let (mut entry, mut violation) = (None, None);
    for node in children(graph, "node") {
        let id = node.attribute("id").ok_or("a node has no id")?;
        if !nodes.insert(id) {
            return Err(format!("there are two nodes '{id}'"));
        }
        for (key, value) in data(node, "node", keys)? {
            if !is_violation && OF_VIOLATIONS.contains(&key.as_str()) {
                return Err(format!("'{key}' is for violations"));
            }
            let place = match key.as_str() {
                "entry" => &mut entry,
                "violation" => &mut violation,
                _ => continue,
            };
            if value != "true" || place.replace(id).is_some() {
                return Err(format!("'{key}' is '{value}', or is given twice"));
            }
        }
    }
    let mut at = entry.ok_or("there is no entry")?;
    if is_violation != violation.is_some() {
        return Err("the violation is missing, or is none".to_owned());
    }
    let mut all: BTreeMap<&str, (&str, BTreeMap<String, String>)> = BTreeMap::new();
    for edge in children(graph, "edge") {
        let (source, target) = (edge.attribute("source"), edge.attribute("target"));
        let (Some(source), Some(target)) = (source, target) else {
            return Err("an edge has no source or no target".to_owned());
        };
        if source == target || !nodes.contains(source) || !nodes.contains(target) {
            return Err(format!("the edge from {source} to {target} is none"));
        }
        let data: BTreeMap<String, String> = data(edge, "edge", keys)?.into_iter().collect();
        let has_result = data.get("assumption").is_some_and(|text| text.contains("\\result"));
        if has_result && !data.contains_key("assumption.resultfunction") {
            return Err("an assumption about a result does not say of which function".to_owned());
        }
        if all.insert(source, (target, data)).is_some() {
            return Err(format!("two edges leave {source}"));
        }
    }
    let mut edges = Vec::new();
    while let Some((target, data)) = all.remove(at) {
        edges.push(data);
        at = target;
    }
    match violation.is_none_or(|violation| violation == at) && all.is_empty() {
        true => Ok(edges),
        false => Err(format!("the path ends at {at}")),
    }
}

/// Each thread is created before it moves, once while it is there, and first enters a function. It
/// returns from functions in the order in which it is in them, and is gone after the last.
fn check_threads(edges: &[BTreeMap<String, String>]) -> Result<(), String> {
    // The functions that each thread is in; none before its first.
    let mut threads: BTreeMap<&str, Option<Vec<&str>>> = BTreeMap::new();
    for edge in edges {
        let thread = edge.get("threadId").ok_or("an edge is of no thread")?.as_str();
        let mut new = edge.get("createThread").map(String::as_str);
        let is_first = threads.is_empty();
        if let Some(new) = new.take_if(|_| is_first) {
            threads.insert(new, None);
        }
        let calls = threads.get_mut(thread);
        let calls = calls.ok_or_else(|| format!("thread {thread} is not there, but moves"))?;
        match (&mut *calls, edge.get("enterFunction"), edge.get("returnFromFunction")) {
            (None, Some(function), None) => *calls = Some(vec![function]),
            (None, _, _) => return Err(format!("thread {thread} begins with no function")),
            (Some(_), Some(_), Some(_)) => return Err("an edge enters and returns".to_owned()),
            (Some(calls), Some(function), None) => calls.push(function),
            (Some(calls), None, Some(function)) => {
                if calls.pop() != Some(function) {
                    return Err(format!("thread {thread} is not in {function}"));
                }
            }
            (Some(_), None, None) => {}
        }
        if calls.as_ref().is_some_and(Vec::is_empty) {
            threads.remove(thread);
        }
        if let Some(new) = new
            && threads.insert(new, None).is_some()
        {
            return Err(format!("thread {new} is created twice"));
        }
    }
    Ok(())
}
