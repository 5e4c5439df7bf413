//! Types of the source language.

use std::collections::HashMap;

use heddle_bitcode::{DiId, DiNode, DiType, Module};

use super::statics::qualified;
use super::{Debug, MAX_DEPTH};
use crate::{DebugType, DebugTypeId, Encoding, Member};

pub(super) mod dwarf {
    pub(super) const TAG_ARRAY: u32 = 0x01;
    pub(super) const TAG_CLASS: u32 = 0x02;
    pub(in super::super) const TAG_ENUM: u32 = 0x04;
    pub(super) const TAG_MEMBER: u32 = 0x0d;
    pub(super) const TAG_POINTER: u32 = 0x0f;
    pub(super) const TAG_REFERENCE: u32 = 0x10;
    pub(super) const TAG_STRUCTURE: u32 = 0x13;
    pub(super) const TAG_TYPEDEF: u32 = 0x16;
    pub(super) const TAG_UNION: u32 = 0x17;
    pub(super) const TAG_INHERITANCE: u32 = 0x1c;
    pub(super) const TAG_CONST: u32 = 0x26;
    pub(super) const TAG_VOLATILE: u32 = 0x35;
    pub(super) const TAG_RESTRICT: u32 = 0x37;
    pub(super) const TAG_RVALUE_REFERENCE: u32 = 0x42;
    pub(super) const TAG_TEMPLATE_ALIAS: u32 = 0x43;
    pub(super) const TAG_ATOMIC: u32 = 0x47;
    /// Flag of a composite type: only declared here.
    pub(super) const FLAG_DECLARATION: u32 = 1 << 2;
    /// Flag of a base class: its offset depends on the whole object.
    pub(super) const FLAG_VIRTUAL: u32 = 1 << 5;
    /// Flag of a member: outside of the record.
    pub(in super::super) const FLAG_STATIC: u32 = 1 << 12;
    /// Flag of a member: a bit-field.
    pub(super) const FLAG_BIT_FIELD: u32 = 1 << 19;
    /// Flag of an enumeration: its enumerators are named through it.
    pub(in super::super) const FLAG_ENUM_CLASS: u32 = 1 << 24;
}

impl Debug {
    /// The id of a type of a module.
    pub(crate) fn type_id(&mut self, module: &Module, m: usize, id: DiId) -> DebugTypeId {
        // Types refer to each other in circles: they get their ids first.
        let mut waiting = Vec::new();
        let result = self.type_ref(module, m, Some(id), &mut waiting);
        while let Some((id, node)) = waiting.pop() {
            let ty = self.convert(module, m, node, &mut waiting);
            self.source.types[id] = ty;
        }
        result
    }

    fn type_ref(
        &mut self,
        module: &Module,
        m: usize,
        id: Option<DiId>,
        waiting: &mut Vec<(DebugTypeId, DiId)>,
    ) -> DebugTypeId {
        let Some(id) = id else { return self.source.types.push(DebugType::Void) };
        let id = self.definition(module, m, id);
        if let Some(known) = self.modules[m].types.get(&id) {
            return *known;
        }
        let new = self.source.types.push(DebugType::Void);
        self.modules[m].types.insert(id, new);
        waiting.push((new, id));
        new
    }

    /// The definition of a C++ type that is only declared here, if there is one.
    fn definition(&mut self, module: &Module, m: usize, id: DiId) -> DiId {
        let DiNode::Type(DiType::Composite { identifier, flags, .. }) = &module.debug.nodes[id]
        else {
            return id;
        };
        if flags & dwarf::FLAG_DECLARATION == 0 || identifier.is_empty() {
            return id;
        }
        let definitions = self.modules[m].definitions.get_or_insert_with(|| {
            let mut definitions = HashMap::new();
            for (id, node) in &module.debug.nodes {
                if let DiNode::Type(DiType::Composite { identifier, flags, .. }) = node
                    && !identifier.is_empty()
                    && flags & dwarf::FLAG_DECLARATION == 0
                {
                    definitions.insert(identifier.clone(), id);
                }
            }
            definitions
        });
        definitions.get(identifier).copied().unwrap_or(id)
    }

    fn convert(
        &mut self,
        module: &Module,
        m: usize,
        id: DiId,
        waiting: &mut Vec<(DebugTypeId, DiId)>,
    ) -> DebugType {
        let DiNode::Type(ty) = &module.debug.nodes[id] else { return DebugType::Void };
        match ty {
            DiType::Basic { name, bits, encoding } => DebugType::Basic {
                name: name.clone(),
                bits: *bits,
                encoding: match encoding {
                    2 => Encoding::Bool,
                    3 => Encoding::ComplexFloat,
                    4 => Encoding::Float,
                    5 => Encoding::Signed,
                    6 => Encoding::SignedChar,
                    7 => Encoding::Unsigned,
                    8 => Encoding::UnsignedChar,
                    0x10 => Encoding::Utf,
                    _ => Encoding::Other,
                },
            },
            DiType::Derived { tag, name, base, .. } => {
                let of = self.type_ref(module, m, *base, waiting);
                let qualified = |qualifier| DebugType::Qualified { qualifier, of };
                match *tag {
                    dwarf::TAG_POINTER => DebugType::Pointer { to: of, reference: false },
                    dwarf::TAG_REFERENCE | dwarf::TAG_RVALUE_REFERENCE => {
                        DebugType::Pointer { to: of, reference: true }
                    }
                    dwarf::TAG_TYPEDEF | dwarf::TAG_TEMPLATE_ALIAS => {
                        DebugType::Typedef { name: name.clone(), of }
                    }
                    dwarf::TAG_CONST => qualified("const"),
                    dwarf::TAG_VOLATILE => qualified("volatile"),
                    dwarf::TAG_RESTRICT => qualified("restrict"),
                    dwarf::TAG_ATOMIC => qualified("_Atomic"),
                    _ => DebugType::Void,
                }
            }
            DiType::Composite { tag, name, scope, base, bits, elements, .. } => {
                let elements = tuple(module, *elements);
                match *tag {
                    dwarf::TAG_ARRAY => self.array(module, m, *base, &elements, waiting),
                    dwarf::TAG_ENUM => DebugType::Enum {
                        name: name.clone(),
                        bits: *bits,
                        signed: is_signed(module, *base),
                        enumerators: elements
                            .iter()
                            .filter_map(|element| match &module.debug.nodes[*element] {
                                DiNode::Enumerator { name, value } => Some((name.clone(), *value)),
                                _ => None,
                            })
                            .collect(),
                    },
                    dwarf::TAG_STRUCTURE | dwarf::TAG_CLASS | dwarf::TAG_UNION => {
                        let keyword = match *tag {
                            dwarf::TAG_STRUCTURE => "struct",
                            dwarf::TAG_CLASS => "class",
                            _ => "union",
                        };
                        let members = self.members(module, m, &elements, waiting);
                        let name = record_name(module, *scope, name);
                        DebugType::Record { keyword, name, bits: *bits, members }
                    }
                    _ => DebugType::Void,
                }
            }
            DiType::Subroutine { .. } => DebugType::Function,
        }
    }

    fn members(
        &mut self,
        module: &Module,
        m: usize,
        elements: &[DiId],
        waiting: &mut Vec<(DebugTypeId, DiId)>,
    ) -> Vec<Member> {
        let mut members = Vec::new();
        for element in elements {
            let DiNode::Type(DiType::Derived { tag, name, base, bits, offset, flags, .. }) =
                &module.debug.nodes[*element]
            else {
                continue;
            };
            let inherited = *tag == dwarf::TAG_INHERITANCE && flags & dwarf::FLAG_VIRTUAL == 0;
            let member = *tag == dwarf::TAG_MEMBER && flags & dwarf::FLAG_STATIC == 0;
            if !inherited && !member {
                continue;
            }
            let is_bit_field = flags & dwarf::FLAG_BIT_FIELD != 0;
            members.push(Member {
                name: if inherited { "<base>".to_owned() } else { name.clone() },
                ty: self.type_ref(module, m, *base, waiting),
                bit_offset: *offset,
                bit_field: if is_bit_field { u32::try_from(*bits).ok() } else { None },
            });
        }
        members
    }

    /// Dimensions nest, the first outermost.
    fn array(
        &mut self,
        module: &Module,
        m: usize,
        base: Option<DiId>,
        elements: &[DiId],
        waiting: &mut Vec<(DebugTypeId, DiId)>,
    ) -> DebugType {
        let mut element = self.type_ref(module, m, base, waiting);
        let counts: Vec<Option<u64>> = elements
            .iter()
            .map(|element| match &module.debug.nodes[*element] {
                DiNode::Subrange(count) => *count,
                _ => None,
            })
            .collect();
        let Some((first, inner)) = counts.split_first() else {
            return DebugType::Array { element, count: None };
        };
        for count in inner.iter().rev() {
            element = self.source.types.push(DebugType::Array { element, count: *count });
        }
        DebugType::Array { element, count: *first }
    }
}

/// True if the type that an enumeration is based on is signed.
fn is_signed(module: &Module, mut base: Option<DiId>) -> bool {
    for _ in 0..MAX_DEPTH {
        base = match base.map(|id| &module.debug.nodes[id]) {
            Some(DiNode::Type(DiType::Basic { encoding, .. })) => return matches!(encoding, 5 | 6),
            Some(DiNode::Type(DiType::Derived { base, .. })) => *base,
            _ => break,
        };
    }
    false
}

/// The nodes of a list.
fn tuple(module: &Module, id: Option<DiId>) -> Vec<DiId> {
    match id.map(|id| &module.debug.nodes[id]) {
        Some(DiNode::Tuple(nodes)) => nodes.iter().flatten().copied().collect(),
        _ => Vec::new(),
    }
}

/// The name of a record. That of one of the C++ library has the namespace, by which it is known.
fn record_name(module: &Module, scope: Option<DiId>, name: &str) -> String {
    let qualified = qualified(module, scope, name);
    if !name.is_empty() && qualified.starts_with("std::") { qualified } else { name.to_owned() }
}
