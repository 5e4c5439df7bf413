//! Entities of static storage, by the names that they have in the source: variables, those that are
//! nowhere in memory included, and enumerators.

use std::collections::HashMap;

use heddle_bitcode::{DiId, DiNode, DiType, DiVariable, Module};

use super::types::dwarf;
use super::{Debug, MAX_DEPTH};
use crate::{AbsentVariable, DebugTypeId, Enumerator, FileId, Location, LocationId};

/// DWARF operations of which the expressions of constant variables consist.
mod operation {
    pub(super) const CONSTANT: u64 = 0x10;
    pub(super) const SIGNED_CONSTANT: u64 = 0x11;
    pub(super) const STACK_VALUE: u64 = 0x9f;
}

/// Debug information of a variable of static storage.
#[derive(Debug, Default)]
pub(crate) struct StaticVariable {
    /// Its name in the source, qualified.
    pub(crate) name: Option<String>,
    pub(crate) ty: Option<DebugTypeId>,
    pub(crate) location: Option<LocationId>,
}

impl Debug {
    /// Debug information of the global variable that these nodes are attached to.
    pub(crate) fn global(&mut self, module: &Module, m: usize, nodes: &[DiId]) -> StaticVariable {
        for node in nodes {
            let id = match &module.debug.nodes[*node] {
                DiNode::GlobalVariableExpression { variable: Some(variable), .. } => *variable,
                _ => continue,
            };
            let DiNode::GlobalVariable { variable, member, .. } = &module.debug.nodes[id] else {
                continue;
            };
            self.modules[m].attached.insert(id);
            return StaticVariable {
                name: Some(variable_name(module, variable, *member)),
                ty: variable.ty.map(|ty| self.type_id(module, m, ty)),
                location: self.variable_location(module, m, variable),
            };
        }
        StaticVariable::default()
    }

    fn variable_location(
        &mut self,
        module: &Module,
        m: usize,
        variable: &DiVariable,
    ) -> Option<LocationId> {
        let file = self.file(module, variable.file)?;
        // A global has no function around it; the scope is its file's.
        let scope = match variable.scope.and_then(|scope| self.scope(module, m, scope, 0)) {
            Some((scope, _)) => scope,
            None => self.file_scope(),
        };
        let line = variable.line;
        Some(self.intern_location(Location { file, line, column: 0, scope, inlined_at: None }))
    }

    /// Notes the variables of a module that no global of the program is, constants that are
    /// members of classes, and all enumerators. To be called when all globals are known.
    pub(crate) fn note_statics(&mut self, module: &Module, m: usize) {
        let constants = constants(module);
        for (id, node) in &module.debug.nodes {
            match node {
                DiNode::GlobalVariable { variable, definition: true, member }
                    if !self.modules[m].attached.contains(&id) =>
                {
                    let absent = AbsentVariable {
                        name: variable_name(module, variable, *member),
                        ty: variable.ty.map(|ty| self.type_id(module, m, ty)),
                        location: self.variable_location(module, m, variable),
                        value: constants.get(&id).copied(),
                    };
                    self.source.absent.push(absent);
                }
                DiNode::Type(DiType::Derived { name, scope, base, flags, extra, .. })
                    if flags & dwarf::FLAG_STATIC != 0 && extra.is_some() =>
                {
                    let absent = AbsentVariable {
                        name: qualified(module, *scope, name),
                        ty: base.map(|ty| self.type_id(module, m, ty)),
                        location: None,
                        value: *extra,
                    };
                    self.source.absent.push(absent);
                }
                DiNode::Type(DiType::Composite { tag, name, file, scope, flags, .. })
                    if *tag == dwarf::TAG_ENUM =>
                {
                    let ty = self.type_id(module, m, id);
                    let file = self.file(module, *file);
                    let within = qualified(module, *scope, name);
                    if !name.is_empty() {
                        self.note_enumerators(ty, file, &within);
                    }
                    if flags & dwarf::FLAG_ENUM_CLASS == 0 {
                        let around = within.rsplit_once("::").map_or("", |(around, _)| around);
                        self.note_enumerators(ty, file, around);
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes the enumerators of a type as names within a scope.
    fn note_enumerators(&mut self, ty: DebugTypeId, file: Option<FileId>, within: &str) {
        let crate::DebugType::Enum { enumerators, .. } = &self.source.types[ty] else { return };
        self.source.enumerators.extend(enumerators.iter().map(|(name, value)| Enumerator {
            name: if within.is_empty() { name.clone() } else { format!("{within}::{name}") },
            value: *value,
            ty,
            file,
        }));
    }
}

/// The values of the variables that are constants.
fn constants(module: &Module) -> HashMap<DiId, u64> {
    let mut constants = HashMap::new();
    for node in module.debug.nodes.values() {
        if let DiNode::GlobalVariableExpression { variable: Some(id), expression: Some(how) } = node
            && let DiNode::Expression(expression) = &module.debug.nodes[*how]
            && let [operation::CONSTANT | operation::SIGNED_CONSTANT, value, operation::STACK_VALUE] =
                expression.0[..]
        {
            constants.insert(*id, value);
        }
    }
    constants
}

/// The name of a variable of static storage.
fn variable_name(module: &Module, variable: &DiVariable, member: Option<DiId>) -> String {
    // The scope of a static member is where it is defined, which need not be its class.
    let class = member.and_then(|member| match &module.debug.nodes[member] {
        DiNode::Type(DiType::Derived { scope, .. }) => *scope,
        _ => None,
    });
    qualified(module, class.or(variable.scope), &variable.name)
}

/// A name with those of the namespaces, classes and functions around it: `ns::f::x`.
pub(super) fn qualified(module: &Module, mut scope: Option<DiId>, name: &str) -> String {
    let mut names = vec![name];
    for _ in 0..MAX_DEPTH {
        let Some(id) = scope else { break };
        scope = match &module.debug.nodes[id] {
            DiNode::Namespace { name, scope }
            | DiNode::Subprogram { name, scope, .. }
            | DiNode::Type(DiType::Composite { name, scope, .. }) => {
                // What has no name can be left out when its content is named.
                names.extend((!name.is_empty()).then_some(name.as_str()));
                *scope
            }
            DiNode::LexicalBlock { scope, .. } => *scope,
            _ => None,
        };
    }
    names.reverse();
    names.join("::")
}
