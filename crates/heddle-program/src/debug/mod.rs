//! From the debug metadata of modules to one source map.

mod ranges;
mod records;
mod statics;
mod types;

use std::collections::{HashMap, HashSet};

use heddle_bitcode::{DiId, DiNode, LocId, Module};

pub(crate) use ranges::variables;
pub(crate) use records::Event;
pub(crate) use statics::StaticVariable;

use crate::cpp_names::short_name;
use crate::{
    DebugTypeId, FileId, Location, LocationId, Scope, ScopeId, ScopeKind, SourceFile, SourceMap,
    Variable,
};

/// Scopes and inlined calls of real programs nest far less than this.
const MAX_DEPTH: u32 = 1000;

/// A variable, and where its scope was inlined.
pub(crate) type InlinedVariable = (DiId, Option<LocationId>);

/// The source map while it is made.
#[derive(Debug, Default)]
pub(crate) struct Debug {
    pub(crate) source: SourceMap,
    files: HashMap<SourceFile, FileId>,
    locations: HashMap<Location, LocationId>,
    modules: Vec<ModuleNodes>,
    file_scope: Option<ScopeId>,
}

/// Nodes of a module that were translated already.
#[derive(Debug, Default)]
struct ModuleNodes {
    locations: HashMap<LocId, Option<LocationId>>,
    scopes: HashMap<DiId, Option<(ScopeId, FileId)>>,
    types: HashMap<DiId, DebugTypeId>,
    /// Variables that are globals of the program.
    attached: HashSet<DiId>,
    /// Definitions of C++ types, once they are needed.
    definitions: Option<HashMap<String, DiId>>,
}

impl Debug {
    /// Nothing is known of any of so many modules.
    pub(crate) fn new(modules: usize) -> Debug {
        let modules = std::iter::repeat_with(ModuleNodes::default).take(modules).collect();
        Debug { modules, ..Debug::default() }
    }

    /// A location of a module.
    pub(crate) fn location(
        &mut self,
        module: &Module,
        m: usize,
        loc: Option<LocId>,
    ) -> Option<LocationId> {
        self.location_at(module, m, loc?, 0)
    }

    fn location_at(
        &mut self,
        module: &Module,
        m: usize,
        loc: LocId,
        depth: u32,
    ) -> Option<LocationId> {
        if let Some(known) = self.modules[m].locations.get(&loc) {
            return *known;
        }
        let node = module.debug.locations[loc];
        let found = match node.scope {
            Some(scope) if depth < MAX_DEPTH => self.scope(module, m, scope, 0),
            _ => None,
        };
        let location = found.map(|(scope, file)| {
            let inlined_at =
                node.inlined_at.and_then(|at| self.location_at(module, m, at, depth + 1));
            let location =
                Location { file, line: node.line, column: node.column, scope, inlined_at };
            self.intern_location(location)
        });
        self.modules[m].locations.insert(loc, location);
        location
    }

    fn intern_location(&mut self, location: Location) -> LocationId {
        let locations = &mut self.source.locations;
        *self.locations.entry(location).or_insert_with(|| locations.push(location))
    }

    /// A scope of a module, and its file.
    fn scope(
        &mut self,
        module: &Module,
        m: usize,
        id: DiId,
        depth: u32,
    ) -> Option<(ScopeId, FileId)> {
        if let Some(known) = self.modules[m].scopes.get(&id) {
            return *known;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        let scope = match &module.debug.nodes[id] {
            DiNode::Subprogram { name, linkage_name, file, .. } => {
                let name = if name.is_empty() { linkage_name } else { name };
                let file = self.file(module, *file)?;
                let kind = ScopeKind::Function { name: short_name(name) };
                Some((self.source.scopes.push(Scope { parent: None, kind }), file))
            }
            DiNode::LexicalBlock { scope, file, .. } => {
                let parent = self.scope(module, m, (*scope)?, depth + 1);
                parent.map(|(parent, parent_file)| {
                    let file = self.file(module, *file).unwrap_or(parent_file);
                    let scope = Scope { parent: Some(parent), kind: ScopeKind::Block };
                    (self.source.scopes.push(scope), file)
                })
            }
            _ => None,
        };
        self.modules[m].scopes.insert(id, scope);
        scope
    }

    fn file(&mut self, module: &Module, id: Option<DiId>) -> Option<FileId> {
        let DiNode::File(file) = &module.debug.nodes[id?] else { return None };
        let file = SourceFile { path: file.name.clone(), directory: file.directory.clone() };
        let files = &mut self.source.files;
        Some(*self.files.entry(file.clone()).or_insert_with(|| files.push(file)))
    }

    /// Location of a function's definition, and its name in the source.
    pub(crate) fn subprogram(
        &mut self,
        module: &Module,
        m: usize,
        id: Option<DiId>,
    ) -> Option<(LocationId, String)> {
        let DiNode::Subprogram { name, line, .. } = &module.debug.nodes[id?] else { return None };
        let (scope, file) = self.scope(module, m, id?, 0)?;
        let location = Location { file, line: *line, column: 0, scope, inlined_at: None };
        Some((self.intern_location(location), short_name(name)))
    }

    /// The scope of what stands outside of functions.
    fn file_scope(&mut self) -> ScopeId {
        let scopes = &mut self.source.scopes;
        let new = Scope { parent: None, kind: ScopeKind::Block };
        *self.file_scope.get_or_insert_with(|| scopes.push(new))
    }

    /// A local variable of a module, without its places.
    pub(crate) fn variable(
        &mut self,
        module: &Module,
        m: usize,
        id: DiId,
        inlined_at: Option<LocationId>,
    ) -> Option<Variable> {
        let DiNode::LocalVariable(variable) = &module.debug.nodes[id] else { return None };
        let (scope, _) = self.scope(module, m, variable.scope?, 0)?;
        Some(Variable {
            name: variable.name.clone(),
            scope,
            inlined_at,
            ty: variable.ty.map(|ty| self.type_id(module, m, ty)),
            argument: variable.arg,
            line: variable.line,
            ranges: Vec::new(),
        })
    }

    /// Location at which the scope of a location was inlined.
    pub(crate) fn inlined_at(&self, location: Option<LocationId>) -> Option<LocationId> {
        self.source.locations[location?].inlined_at
    }
}
