//! Names and types of objects.

use std::collections::{BTreeMap, HashMap};

use heddle_machine::{Machine, ObjectView, Renames};
use heddle_program::cpp_names::short_name;
use heddle_program::{DebugType, DebugTypeId};

use crate::path::{Part, Want, find};
use crate::types::{size, strip, type_name};

/// Names for what has none in the source: heap objects, in order of appearance.
#[derive(Debug, Default)]
pub(crate) struct Names {
    heap: BTreeMap<u64, HeapObject>,
    /// Number of objects that have got a number.
    numbered: usize,
    /// Types by their names, once one is asked for.
    types: Option<HashMap<String, DebugTypeId>>,
}

#[derive(Debug)]
struct HeapObject {
    number: usize,
    /// The type that pointers to it point to, if one was seen that knows.
    ty: Option<DebugTypeId>,
    /// True if it is the memory of a container.
    is_inner: bool,
}

impl Names {
    fn heap_object(&mut self, base: u64) -> &mut HeapObject {
        let numbered = &mut self.numbered;
        self.heap.entry(base).or_insert_with(|| {
            *numbered += 1;
            HeapObject { number: *numbered, ty: None, is_inner: false }
        })
    }

    /// Objects have other addresses now, and keep their names.
    pub(crate) fn rename(&mut self, renames: &Renames) {
        let old = std::mem::take(&mut self.heap);
        let (same, moved): (Vec<_>, Vec<_>) =
            old.into_iter().partition(|(base, _)| renames.address(*base) == *base);
        self.heap.extend(same);
        // They may take the place of what is no longer there.
        self.heap.extend(moved.into_iter().map(|(base, object)| (renames.address(base), object)));
    }

    /// The type of a name in C++, as it is written among the arguments of a template.
    pub(crate) fn type_named(&mut self, machine: &Machine, name: &str) -> Option<DebugTypeId> {
        let source = &machine.program().source;
        let types = self.types.get_or_insert_with(|| {
            let mut types = HashMap::new();
            for id in source.types.keys().filter(|&id| size(machine, id) != 0) {
                types.entry(plain(&type_name(source, id))).or_insert(id);
            }
            types
        });
        types.get(&plain(name)).copied()
    }

    /// Notes that a pointer to `ty` points to the start of an object.
    pub(crate) fn learn(&mut self, machine: &Machine, view: &ObjectView, ty: DebugTypeId) {
        if !view.heap || view.offset != 0 {
            return;
        }
        let source = &machine.program().source;
        let bytes = size(machine, ty);
        let known = !matches!(source.types[strip(source, ty).0], DebugType::Function);
        let object = self.heap_object(view.base);
        if known && bytes != 0 && bytes <= u64::from(view.size) && object.ty.is_none() {
            object.ty = Some(ty);
        }
    }

    /// Notes that an object has the elements of a container.
    pub(crate) fn learn_elements(&mut self, machine: &Machine, view: &ObjectView, ty: DebugTypeId) {
        if view.heap && view.offset == 0 {
            self.learn(machine, view, ty);
            self.heap_object(view.base).is_inner = true;
        }
    }

    /// True of a heap object that nobody but the library may know.
    pub(crate) fn is_inner(&self, view: &ObjectView) -> bool {
        let object = self.heap.get(&view.base);
        view.heap && object.is_none_or(|object| object.is_inner || object.ty.is_none())
    }

    /// True if the type of a heap object is still to be found out.
    pub(crate) fn is_untyped(&self, view: &ObjectView) -> bool {
        view.heap && self.heap.get(&view.base).is_none_or(|object| object.ty.is_none())
    }

    /// The type of an object, and how many of them are in it.
    pub(crate) fn type_of(
        &self,
        machine: &Machine,
        view: &ObjectView,
    ) -> Option<(DebugTypeId, u64)> {
        if let Some(ty) = view.ty {
            return Some((ty, 1));
        }
        let ty = self.heap.get(&view.base)?.ty?;
        if is_open_ended(machine, ty) {
            return Some((ty, 1));
        }
        let count = u64::from(view.size).checked_div(size(machine, ty))?;
        Some((ty, count))
    }

    /// The name of an object, for someone who reads the function `here`.
    pub(crate) fn object(&mut self, view: &ObjectView, here: &str) -> String {
        let (name, of) = self.name(view, here);
        format!("{name}{of}")
    }

    /// The name of an object, and whose it is.
    fn name(&mut self, view: &ObjectView, here: &str) -> (String, String) {
        match (&view.name, &view.local_of) {
            (Some(name), Some(function)) if function != here => {
                (name.clone(), format!(" of {function}"))
            }
            (Some(name), _) => (name.clone(), String::new()),
            (None, _) if view.heap => {
                (format!("heap#{}", self.heap_object(view.base).number), String::new())
            }
            _ => (view.description.clone(), String::new()),
        }
    }

    /// The name of what is at an object's offset, and the part that it is, if
    /// types are known.
    pub(crate) fn part(
        &mut self,
        machine: &Machine,
        view: &ObjectView,
        want: Want,
        here: &str,
    ) -> (String, Option<Part>) {
        let (name, of) = self.name(view, here);
        let offset = view.offset;
        let (Some((ty, count)), Ok(start)) = (self.type_of(machine, view), u64::try_from(offset))
        else {
            return match offset {
                0 => (format!("{name}{of}"), None),
                1.. => (format!("{name} + {offset} bytes{of}"), None),
                _ => (format!("{name} - {} bytes{of}", -offset), None),
            };
        };
        let each = size(machine, ty);
        if count > 1 && each != 0 {
            let part = find(machine, ty, start % each, want);
            let path = format!("[{}]{}{}", start / each, part.path, beyond(&part, want));
            return (format!("{name}{path}{of}"), Some(part));
        }
        let source = &machine.program().source;
        let array = matches!(source.types[strip(source, ty).0], DebugType::Array { .. });
        if start >= each && !array {
            return (format!("{name} + {start} bytes{of}"), None);
        }
        let part = find(machine, ty, start, want);
        (format!("{name}{}{}{of}", part.path, beyond(&part, want)), Some(part))
    }
}

/// A name of a type in one form: without keywords, blanks and namespaces of the user's, which not
/// all types have with them.
fn plain(name: &str) -> String {
    let name = short_name(name);
    let name = ["struct ", "class ", "union ", "enum "]
        .iter()
        .fold(name.as_str(), |name, keyword| name.strip_prefix(keyword).unwrap_or(name));
    let head = name.split('<').next().unwrap_or_default();
    let name = match head.rfind("::") {
        Some(at) => &name[at + 2..],
        None => name,
    };
    name.replace(' ', "")
}

/// True for a structure that ends in an array of any length: more memory
/// than it needs is not a second one of it.
fn is_open_ended(machine: &Machine, ty: DebugTypeId) -> bool {
    let source = &machine.program().source;
    let DebugType::Record { members, .. } = &source.types[strip(source, ty).0] else {
        return false;
    };
    members.last().is_some_and(|member| {
        let (ty, _) = strip(source, member.ty);
        matches!(source.types[ty], DebugType::Array { count: None | Some(0), .. })
    })
}

/// The offset that a pointer into the midst of a part needs beside its name.
fn beyond(part: &Part, want: Want) -> String {
    match want {
        Want::Type(_) | Want::Start if part.rest != 0 => format!(" + {} bytes", part.rest),
        _ => String::new(),
    }
}
