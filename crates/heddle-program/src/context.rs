//! The program while it is linked: ids for what is used, and a list of what is
//! still to be lowered.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use cranelift_entity::{EntityRef, PrimaryMap};
use heddle_bitcode::{AliasId, Constant, FunctionId, Linkage, Module, Type, TypeId};

use crate::debug::Debug;
use crate::layout::{Layout, MAX_SLOTS};
use crate::symbols::{Definition, Item, Symbols, error_function, is_local, plain_name};
use crate::undefined::{self, Undefined};
use crate::{
    Const, Extern, ExternId, FuncId, GlobalId, Input, LinkError, LinkOptions, Operation, Origin,
    Parts, PartsId, UnsupportedId,
};

/// Reasons why something cannot be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LowerError {
    /// heddle lacks it: an error when a run comes to it.
    Unsupported(String),
    /// The module contradicts itself.
    Malformed(String),
}

impl LowerError {
    /// A construct that heddle lacks.
    pub(crate) fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
        Err(LowerError::Unsupported(what.into()))
    }

    /// A module that contradicts itself.
    pub(crate) fn malformed<T>(what: impl Into<String>) -> Lowered<T> {
        Err(LowerError::Malformed(what.into()))
    }
}

/// The result of lowering something.
pub(crate) type Lowered<T> = Result<T, LowerError>;

/// Address that a symbol was resolved to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Address {
    /// A function.
    Function(FuncId),
    /// A function nobody defines.
    Extern(ExternId),
    /// A place in a variable.
    Global(GlobalId, i64),
    /// A weak symbol nobody defines.
    Null,
}

impl Address {
    /// As the content of a slot.
    pub(crate) fn constant(self) -> Const {
        match self {
            Address::Function(id) => Const::Function(id),
            Address::Extern(id) => Const::Extern(id),
            Address::Global(id, offset) => Const::Global(id, offset),
            Address::Null => Const::Bits(0),
        }
    }
}

/// Module and id there of a function or variable.
pub(crate) type Source<T> = (usize, T);

/// Origin of a function's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    /// The function that the program begins with, which no module has.
    Entry,
    /// The definition in a module.
    Defined(Source<FunctionId>),
    /// The declaration in a module of a function that nobody defines and that returns any value.
    AnyResult(Source<FunctionId>),
}

/// Origin of a variable's content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Data {
    /// The variable of a module.
    Declared(Source<heddle_bitcode::GlobalId>),
    /// The table of a landing pad, in words of a pointer's size.
    Pad(Vec<Const>),
}

/// The program while it is linked.
pub(crate) struct Context<'m> {
    pub(crate) inputs: &'m [&'m Input],
    pub(crate) layouts: &'m [Layout<'m>],
    pub(crate) symbols: Symbols,
    pub(crate) options: &'m LinkOptions<'m>,
    /// Functions with an id; the first one is the entry.
    pub(crate) functions: PrimaryMap<FuncId, Code>,
    function_ids: HashMap<Source<FunctionId>, FuncId>,
    /// Functions that nobody defines and that return any value, by name.
    pub(crate) any_results: BTreeMap<String, FuncId>,
    pub(crate) globals: PrimaryMap<GlobalId, Data>,
    global_ids: HashMap<Source<heddle_bitcode::GlobalId>, GlobalId>,
    /// Variables that are declared and nowhere defined, by name.
    undefined_globals: HashMap<String, GlobalId>,
    /// Tables of landing pads, by content.
    pads: HashMap<Vec<Const>, GlobalId>,
    /// Selectors of the types that handlers name, by the address of their `std::type_info`.
    selectors: HashMap<Const, u32>,
    pub(crate) externs: PrimaryMap<ExternId, Extern>,
    extern_ids: HashMap<String, ExternId>,
    parts: Interner<PartsId, Parts>,
    parts_of: HashMap<Source<TypeId>, PartsId>,
    unsupported: Interner<UnsupportedId, String>,
    pub(crate) debug: Debug,
}

/// Gives equal values one id.
pub(crate) struct Interner<K: EntityRef, V> {
    pub(crate) values: PrimaryMap<K, V>,
    ids: HashMap<V, K>,
}

impl<K: EntityRef, V> Default for Interner<K, V> {
    fn default() -> Self {
        Interner { values: PrimaryMap::new(), ids: HashMap::new() }
    }
}

impl<K: EntityRef, V: Clone + Eq + Hash> Interner<K, V> {
    /// The id of `value`.
    pub(crate) fn intern(&mut self, value: V) -> K {
        if let Some(id) = self.ids.get(&value) {
            return *id;
        }
        let id = self.values.push(value.clone());
        self.ids.insert(value, id);
        id
    }
}

impl<'m> Context<'m> {
    /// An empty program.
    pub(crate) fn new(
        inputs: &'m [&'m Input],
        layouts: &'m [Layout<'m>],
        options: &'m LinkOptions<'m>,
    ) -> Result<Context<'m>, LinkError> {
        Ok(Context {
            inputs,
            layouts,
            symbols: Symbols::collect(inputs)?,
            options,
            functions: PrimaryMap::new(),
            function_ids: HashMap::new(),
            any_results: BTreeMap::new(),
            globals: PrimaryMap::new(),
            global_ids: HashMap::new(),
            undefined_globals: HashMap::new(),
            pads: HashMap::new(),
            selectors: HashMap::new(),
            externs: PrimaryMap::new(),
            extern_ids: HashMap::new(),
            parts: Interner::default(),
            parts_of: HashMap::new(),
            unsupported: Interner::default(),
            debug: Debug::new(inputs.len()),
        })
    }

    /// Gives up if it is told to.
    pub(crate) fn go_on(&self) -> Result<(), LinkError> {
        match self.options.cancel.is_cancelled() {
            true => Err(LinkError::Cancelled),
            false => Ok(()),
        }
    }

    /// A module.
    pub(crate) fn module(&self, module: usize) -> &'m Module {
        &self.inputs[module].module
    }

    /// Its types.
    pub(crate) fn layout(&self, module: usize) -> &'m Layout<'m> {
        &self.layouts[module]
    }

    /// The id of a function that is defined in its module.
    pub(crate) fn function_id(&mut self, source: Source<FunctionId>) -> FuncId {
        let functions = &mut self.functions;
        let defined = Code::Defined(source);
        *self.function_ids.entry(source).or_insert_with(|| functions.push(defined))
    }

    /// The id of a variable.
    pub(crate) fn global_id(&mut self, source: Source<heddle_bitcode::GlobalId>) -> GlobalId {
        let globals = &mut self.globals;
        let declared = Data::Declared(source);
        *self.global_ids.entry(source).or_insert_with(|| globals.push(declared))
    }

    /// The id of a landing pad's table.
    pub(crate) fn pad(&mut self, words: Vec<Const>) -> GlobalId {
        let globals = &mut self.globals;
        let pad = Data::Pad(words.clone());
        *self.pads.entry(words).or_insert_with(|| globals.push(pad))
    }

    /// The selector of a type that handlers name: not zero, and the same in all functions.
    pub(crate) fn selector(&mut self, ty: Const) -> u32 {
        let next = self.selectors.len() as u32 + 1;
        *self.selectors.entry(ty).or_insert(next)
    }

    /// The id of a function that nobody defines.
    pub(crate) fn extern_id(
        &mut self,
        name: &str,
        params: Vec<u32>,
        result_slots: u32,
    ) -> ExternId {
        if let Some(id) = self.extern_ids.get(name) {
            return *id;
        }
        let operation = Operation::named(name);
        let id =
            self.externs.push(Extern { name: name.to_owned(), operation, params, result_slots });
        self.extern_ids.insert(name.to_owned(), id);
        id
    }

    /// Resolves a reference of a module to a function, after linking.
    pub(crate) fn function(&mut self, module: usize, id: FunctionId) -> Lowered<Address> {
        let function = &self.module(module).functions[id];
        let linkage = function.symbol.linkage;
        if let Some(address) = self.error_function(module, id) {
            return Ok(address);
        }
        if is_local(linkage) && !function.declaration {
            return Ok(Address::Function(self.function_id((module, id))));
        }
        if let Some(address) = self.symbol(&function.symbol.name)? {
            return Ok(address);
        }
        let name = plain_name(&function.symbol.name);
        if linkage == Linkage::ExternalWeak && Operation::named(name).is_none() {
            return Ok(Address::Null);
        }
        if self.options.undefined == Undefined::Any && undefined::takes(self, module, id) {
            let functions = &mut self.functions;
            let known = self.any_results.entry(name.to_owned());
            let declared = Code::AnyResult((module, id));
            return Ok(Address::Function(*known.or_insert_with(|| functions.push(declared))));
        }
        let layout = self.layout(module);
        let slots = |ty: TypeId| layout.of(ty).slots.min(MAX_SLOTS);
        let result_slots = match function.ty.map(|ty| layout.ty(ty)) {
            Some(Type::Function { result, .. }) => slots(*result),
            _ => 0,
        };
        let params = function.params.iter().map(|ty| slots(*ty)).collect();
        Ok(Address::Extern(self.extern_id(name, params, result_slots)))
    }

    /// The runtime's function that stands for one of the user's whose call is an error.
    fn error_function(&mut self, module: usize, id: FunctionId) -> Option<Address> {
        if self.origin(module) != Origin::User {
            return None;
        }
        let name = error_function(&self.module(module).functions[id].symbol.name)?;
        let Definition { module, item, .. } = self.symbols.get(name)?;
        match item {
            Item::Function(id) if self.origin(module) == Origin::Runtime => {
                Some(Address::Function(self.function_id((module, id))))
            }
            Item::Function(_) | Item::Global(_) | Item::Alias(_) => None,
        }
    }

    /// Resolves a reference of a module to a variable, after linking.
    pub(crate) fn global(
        &mut self,
        module: usize,
        id: heddle_bitcode::GlobalId,
    ) -> Lowered<Address> {
        let global = &self.module(module).globals[id];
        if is_local(global.symbol.linkage) || global.symbol.linkage == Linkage::Appending {
            return Ok(Address::Global(self.global_id((module, id)), 0));
        }
        if let Some(address) = self.symbol(&global.symbol.name)? {
            return Ok(address);
        }
        let name = plain_name(&global.symbol.name);
        if global.symbol.linkage == Linkage::ExternalWeak {
            return Ok(Address::Null);
        }
        if let Some(id) = self.undefined_globals.get(name) {
            return Ok(Address::Global(*id, 0));
        }
        let global = self.global_id((module, id));
        self.undefined_globals.insert(name.to_owned(), global);
        Ok(Address::Global(global, 0))
    }

    /// Resolves a name that modules share.
    pub(crate) fn symbol(&mut self, name: &str) -> Lowered<Option<Address>> {
        let Some(definition) = self.symbols.get(name) else { return Ok(None) };
        let module = definition.module;
        Ok(Some(match definition.item {
            Item::Function(id) => Address::Function(self.function_id((module, id))),
            Item::Global(id) => Address::Global(self.global_id((module, id)), 0),
            Item::Alias(id) => self.alias(module, id, 0)?,
        }))
    }

    /// Resolves an alias of a module. `depth` keeps circles finite.
    pub(crate) fn alias(&mut self, module: usize, id: AliasId, depth: u32) -> Lowered<Address> {
        let alias = &self.module(module).aliases[id];
        if alias.ifunc {
            return LowerError::unsupported(format!("ifunc `{}`", alias.symbol.name));
        }
        if depth > 100 {
            return LowerError::malformed(format!(
                "alias `{}` stands for itself",
                alias.symbol.name
            ));
        }
        // A user's definition may win over the runtime's alias.
        if !is_local(alias.symbol.linkage)
            && let Some(definition) = self.symbols.get(&alias.symbol.name)
            && (definition.module, definition.item) != (module, Item::Alias(id))
        {
            return Ok(match definition.item {
                Item::Function(id) => Address::Function(self.function_id((definition.module, id))),
                Item::Global(id) => Address::Global(self.global_id((definition.module, id)), 0),
                Item::Alias(id) => self.alias(definition.module, id, depth + 1)?,
            });
        }
        match &self.module(module).constants[alias.target] {
            Constant::Alias(target) => self.alias(module, *target, depth + 1),
            Constant::Function(target) => self.function(module, *target),
            Constant::Global(target) => self.global(module, *target),
            _ => match crate::lower::constants::eval(self, module, alias.target, depth + 1)?
                .as_deref()
            {
                Some([Const::Global(global, offset)]) => Ok(Address::Global(*global, *offset)),
                _ => LowerError::unsupported(format!(
                    "alias `{}` of an expression",
                    alias.symbol.name
                )),
            },
        }
    }

    /// True if a variable is thread-local.
    pub(crate) fn is_thread_local(&self, id: GlobalId) -> bool {
        let Data::Declared((module, global)) = self.globals[id] else { return false };
        self.module(module).globals[global].thread_local != heddle_bitcode::ThreadLocal::No
    }

    /// Origin of a module.
    pub(crate) fn origin(&self, module: usize) -> Origin {
        self.inputs[module].origin
    }

    /// The layout of a value of a type of a module, which must have few slots.
    pub(crate) fn parts(&mut self, module: usize, ty: TypeId) -> PartsId {
        if let Some(id) = self.parts_of.get(&(module, ty)) {
            return *id;
        }
        let layout = self.layout(module);
        let info = layout.of(ty);
        let mut parts = Vec::new();
        if info.slots <= MAX_SLOTS {
            layout.parts(ty, 0, &mut parts);
        }
        let bytes = u32::try_from(info.store_size()).unwrap_or(u32::MAX);
        let id = self.parts.intern(Parts { bytes, align: info.align, parts });
        self.parts_of.insert((module, ty), id);
        id
    }

    /// All layouts so far.
    pub(crate) fn all_parts(&self) -> &PrimaryMap<PartsId, Parts> {
        &self.parts.values
    }

    /// The id of a layout.
    pub(crate) fn intern_parts(&mut self, parts: Parts) -> PartsId {
        self.parts.intern(parts)
    }

    /// The id of a construct that heddle lacks.
    pub(crate) fn unsupported(&mut self, what: String) -> UnsupportedId {
        self.unsupported.intern(what)
    }

    /// Layouts and the constructs that heddle lacks.
    pub(crate) fn into_tables(
        self,
    ) -> (PrimaryMap<PartsId, Parts>, PrimaryMap<UnsupportedId, String>, Debug) {
        (self.parts.values, self.unsupported.values, self.debug)
    }
}
