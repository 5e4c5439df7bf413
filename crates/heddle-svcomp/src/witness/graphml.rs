//! Witnesses in GraphML, format 1.0.
//!
//! The automaton is one path: node after node, from the entry to the violation. Edges have the
//! thread, the line, and where it applies the function that begins, the thread that is created,
//! and the value of an input. A file that is not the first of the program is named by `originfile`.
//! The end of a function has an edge of its own, with nothing but its thread: to the format, a
//! thread is there until it has returned from the function that it began with.

use roxmltree::{Document, Node};

use super::path::{Edge, Path};
use super::{Metadata, ReadError, Witness};
use crate::text::escaped;

/// The namespace of GraphML.
const NAMESPACE: &str = "http://graphml.graphdrawing.org/xmlns";

/// The namespace of instances of schemas.
const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The key with the run.
const RUN: &str = "heddle-run";

/// Keys: their id, name, type, and the kind of element that has them.
const KEYS: [[&str; 4]; 24] = [
    ["witness-format-version", "witnessFormatVersion", "string", "graph"],
    ["witness-type", "witness-type", "string", "graph"],
    ["sourcecodelang", "sourcecodeLanguage", "string", "graph"],
    ["producer", "producer", "string", "graph"],
    ["specification", "specification", "string", "graph"],
    ["programfile", "programFile", "string", "graph"],
    ["programhash", "programHash", "string", "graph"],
    ["architecture", "architecture", "string", "graph"],
    ["creationtime", "creationTime", "string", "graph"],
    [RUN, "heddleRun", "string", "graph"],
    ["entry", "isEntryNode", "boolean", "node"],
    ["violation", "isViolationNode", "boolean", "node"],
    ["cyclehead", "isCycleHead", "boolean", "node"],
    ["threadId", "threadId", "string", "edge"],
    ["createThread", "createThread", "string", "edge"],
    ["enterFunction", "enterFunction", "string", "edge"],
    ["returnFromFunction", "returnFromFunction", "string", "edge"],
    ["startline", "startline", "int", "edge"],
    ["endline", "endline", "int", "edge"],
    ["assumption", "assumption", "string", "edge"],
    ["assumption.scope", "assumption.scope", "string", "edge"],
    ["assumption.resultfunction", "assumption.resultfunction", "string", "edge"],
    ["originfile", "originFileName", "string", "edge"],
    ["inputfile", "inputFile", "string", "graph"],
];

/// The text under construction.
struct Xml(String);

impl Xml {
    fn line(&mut self, depth: usize, text: &str) {
        for _ in 0..depth {
            self.0.push_str("  ");
        }
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn data(&mut self, depth: usize, key: &str, value: &str) {
        self.line(depth, &format!("<data key=\"{key}\">{}</data>", escaped(value)));
    }
}

/// Writes a witness.
pub(super) fn write(witness: &Witness) -> String {
    let mut xml = Xml(String::new());
    xml.line(0, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>");
    xml.line(0, &format!("<graphml xmlns=\"{NAMESPACE}\" xmlns:xsi=\"{INSTANCE}\">"));
    for [id, name, ty, element] in KEYS {
        let key =
            format!("<key id=\"{id}\" attr.name=\"{name}\" attr.type=\"{ty}\" for=\"{element}\"");
        match ty == "boolean" {
            true => xml.line(1, &format!("{key}><default>false</default></key>")),
            false => xml.line(1, &format!("{key}/>")),
        }
    }
    xml.line(1, "<graph edgedefault=\"directed\">");
    let kind = match witness.violation {
        Some(_) => "violation_witness",
        None => "correctness_witness",
    };
    write_metadata(&mut xml, &witness.metadata, kind);
    match &witness.violation {
        Some(part) => {
            xml.data(2, RUN, &part.run.text());
            write_path(&mut xml, &part.path, &witness.metadata);
        }
        None => {
            xml.line(2, "<node id=\"N0\">");
            xml.data(3, "entry", "true");
            xml.line(2, "</node>");
        }
    }
    xml.line(1, "</graph>");
    xml.line(0, "</graphml>");
    xml.0
}

fn write_metadata(xml: &mut Xml, metadata: &Metadata, kind: &str) {
    xml.data(2, "witness-format-version", "1.0");
    xml.data(2, "witness-type", kind);
    xml.data(2, "sourcecodelang", "C");
    xml.data(2, "producer", &format!("heddle {}", metadata.version));
    for line in metadata.specification.lines() {
        xml.data(2, "specification", line);
    }
    for (number, file) in metadata.files.iter().enumerate() {
        match number {
            0 => {
                xml.data(2, "programfile", &file.name);
                xml.data(2, "programhash", &file.sha256);
            }
            // The format has one file; the others are named as ours.
            _ => xml.data(2, "inputfile", &format!("{} {}", file.sha256, file.name)),
        }
    }
    xml.data(2, "architecture", &format!("{}bit", metadata.pointer_bits));
    xml.data(2, "creationtime", &metadata.created);
}

fn write_path(xml: &mut Xml, path: &Path, metadata: &Metadata) {
    let main = metadata.files.first().map(|file| file.name.as_str());
    let last = path.edges.len();
    for number in 0..=last {
        let marks = [
            ("entry", number == 0),
            ("violation", number == last),
            ("cyclehead", path.cycle == Some(number)),
        ];
        let marks: Vec<&str> =
            marks.into_iter().filter(|(_, is)| *is).map(|(key, _)| key).collect();
        match marks.is_empty() {
            true => xml.line(2, &format!("<node id=\"N{number}\"/>")),
            false => {
                xml.line(2, &format!("<node id=\"N{number}\">"));
                marks.iter().for_each(|key| xml.data(3, key, "true"));
                xml.line(2, "</node>");
            }
        }
    }
    for (number, edge) in path.edges.iter().enumerate() {
        let target = number + 1;
        xml.line(2, &format!("<edge source=\"N{number}\" target=\"N{target}\">"));
        write_edge(xml, edge, main);
        xml.line(2, "</edge>");
    }
}

fn write_edge(xml: &mut Xml, edge: &Edge, main: Option<&str>) {
    let Edge { thread, place, enters, returns, creates, input } = edge;
    xml.data(3, "threadId", &thread.to_string());
    if let Some(created) = creates {
        xml.data(3, "createThread", &created.to_string());
    }
    if let Some(place) = place {
        xml.data(3, "startline", &place.line.to_string());
        xml.data(3, "endline", &place.line.to_string());
        if main != Some(place.file.as_str()) {
            xml.data(3, "originfile", &place.file);
        }
    }
    if let Some(function) = enters {
        xml.data(3, "enterFunction", function);
    }
    if let Some(function) = returns {
        xml.data(3, "returnFromFunction", function);
    }
    if let (Some(input), Some(place)) = (input, place) {
        xml.data(3, "assumption", &format!("\\result == {}", input.value));
        xml.data(3, "assumption.scope", &place.function);
        xml.data(3, "assumption.resultfunction", &input.function);
    }
}

/// The run in a violation witness, as text.
pub(super) fn run_text(text: &str) -> Result<String, ReadError> {
    let document = Document::parse(text)?;
    let graph = document.descendants().find(|node| node.has_tag_name((NAMESPACE, "graph")));
    let graph = graph.ok_or(ReadError::NotAWitness("it has no graph"))?;
    match data(graph, "witness-type") {
        Some("violation_witness") => {}
        Some("correctness_witness") => return Err(ReadError::Correctness),
        Some(_) | None => return Err(ReadError::NotAWitness("it does not say of which type")),
    }
    data(graph, RUN).map(str::to_owned).ok_or(ReadError::NoRun)
}

/// The value of a key of an element.
fn data<'a>(element: Node<'a, '_>, key: &str) -> Option<&'a str> {
    let mut all = element.children().filter(|node| node.has_tag_name((NAMESPACE, "data")));
    let found = all.find(|node| node.attribute("key") == Some(key));
    found.and_then(|node| node.text())
}

/// An element: its name, its attributes by name, and its text.
type Element = (String, Vec<(String, String)>, String);

/// Everything that a document says, element by element, whatever its layout.
pub(super) fn contents(text: &str) -> Result<Vec<Element>, ReadError> {
    let document = Document::parse(text)?;
    let elements = document.descendants().filter(Node::is_element).map(|node| {
        let attributes = node.attributes();
        let mut attributes: Vec<(String, String)> =
            attributes.map(|one| (one.name().to_owned(), one.value().to_owned())).collect();
        attributes.sort();
        let text = node.text().unwrap_or_default().trim().to_owned();
        (node.tag_name().name().to_owned(), attributes, text)
    });
    Ok(elements.collect())
}
