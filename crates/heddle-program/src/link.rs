//! Linking: several modules become one program.

use cranelift_entity::{EntityRef, PrimaryMap};
use heddle_bitcode::{Cancel, Constant, FunctionId, Linkage, Module, Type};

use crate::context::{Address, Code, Context, LowerError};
use crate::layout::Layout;
use crate::lower::constants;
use crate::narrow::narrow_inputs;
use crate::symbols::{Definition, Item, is_local};
use crate::undefined::{self, Undefined};
use crate::{FuncId, Function, Global, GlobalId, Origin, Program, Target};

/// A module to be linked.
#[derive(Debug)]
pub struct Input {
    /// Its name in messages: its file.
    pub name: String,
    /// The module.
    pub module: Module,
    /// Its origin.
    pub origin: Origin,
}

/// Options of linking.
#[derive(Clone, Copy, Debug)]
pub struct LinkOptions<'a> {
    /// The function that the program begins with, in place of `main`.
    pub main: &'a str,
    /// True if only what is used is taken of the user's modules, too: they may then hold several
    /// programs.
    pub only_used: bool,
    /// The treatment of functions that the user calls and nobody defines.
    pub undefined: Undefined,
    /// True if the user's variables that can hold an address live in memory as long as their
    /// function does, where they hold it, and not only as long as they are used.
    pub keep_variables: bool,
    /// Asked every so often whether to give up.
    pub cancel: Cancel<'a>,
}

impl Default for LinkOptions<'_> {
    fn default() -> Self {
        LinkOptions {
            main: "main",
            only_used: false,
            undefined: Undefined::Refuse,
            keep_variables: false,
            cancel: Cancel::NEVER,
        }
    }
}

/// Reasons why modules do not make a program. All but `Malformed` and `Cancelled` are the user's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// Nobody defines `main`.
    #[error("the program has no function `main`")]
    NoMain,
    /// Two definitions of one name.
    #[error("`{name}` is defined twice: in {first} and in {second}")]
    Duplicate {
        /// The name.
        name: String,
        /// The module that defines it first.
        first: String,
        /// The module that defines it again.
        second: String,
    },
    /// The modules are not made for one machine.
    #[error("{first} and {second} are compiled for different targets ({layouts})")]
    TargetMismatch {
        /// The first module.
        first: String,
        /// One that does not fit it.
        second: String,
        /// The difference.
        layouts: String,
    },
    /// The target is not supported.
    #[error("{name} is compiled for {what}, which heddle does not support")]
    UnsupportedTarget {
        /// The module.
        name: String,
        /// The property of its target.
        what: String,
    },
    /// The linker was told to give up.
    #[error("linking was given up")]
    Cancelled,
    /// The module contradicts itself: no compiler writes that.
    #[error("malformed bitcode: {0}")]
    Malformed(String),
}

/// Functions of the runtime that the machine begins or ends with.
const ROOTS: [&str; 3] = ["exit", "__heddle_thread_main", "__heddle_run_destructors"];

/// Links `inputs` to a program.
///
/// A user's definition wins over the runtime's, function by function, and that of a
/// model over the runtime's and the machine's; of both only what is used is taken.
pub fn link(inputs: &[&Input], options: &LinkOptions<'_>) -> Result<Program, LinkError> {
    check_targets(inputs)?;
    let layouts: Vec<_> =
        inputs.iter().map(|input| Layout::new(&input.module)).collect::<Result<_, _>>()?;
    let mut cx = Context::new(inputs, &layouts, options)?;
    let main = find_main(&cx)?;
    let entry = cx.functions.push(Code::Entry);
    let mut build = Build::default();
    for (module, input) in inputs.iter().enumerate() {
        if input.origin == Origin::User && !options.only_used {
            user_items(&mut cx, module);
        }
    }
    let mut roots = Vec::new();
    for name in ROOTS {
        roots.push(address(cx.symbol(name))?);
    }
    let constructors = structors(&mut cx, "llvm.global_ctors")?;
    // What was built last is taken down first.
    let mut destructors = structors(&mut cx, "llvm.global_dtors")?;
    destructors.reverse();
    build.entry = Some(crate::entry::entry(&mut cx, main, &constructors, roots[0])?);
    build.drain(&mut cx)?;
    if let Some(Address::Function(id)) = roots[2] {
        build.functions[id] = crate::entry::run_destructors(&mut cx, &destructors)?;
    }
    for (module, input) in inputs.iter().enumerate() {
        if input.origin == Origin::User {
            cx.debug.note_statics(&input.module, module);
        }
    }
    let thread_main = match roots[1] {
        Some(Address::Function(id)) => Some(id),
        _ => None,
    };
    let pointer_bytes = inputs[main.0].module.layout.pointer_bytes as u8;
    let externs = std::mem::take(&mut cx.externs);
    let any_results = std::mem::take(&mut cx.any_results).into_keys().collect();
    let (parts, unsupported, debug) = cx.into_tables();
    let mut program = Program {
        target: Target { pointer_bytes },
        functions: build.functions,
        externs,
        globals: build.globals,
        entry,
        thread_main,
        any_results,
        parts,
        unsupported,
        source: debug.source,
    };
    narrow_inputs(&mut program);
    Ok(program)
}

/// The parts of a program that are lowered so far.
#[derive(Default)]
struct Build {
    entry: Option<Function>,
    functions: PrimaryMap<FuncId, Function>,
    globals: PrimaryMap<GlobalId, Global>,
}

impl Build {
    /// Lowers what has an id, which gives ids to more, until nothing is left.
    fn drain(&mut self, cx: &mut Context<'_>) -> Result<(), LinkError> {
        loop {
            cx.go_on()?;
            let function = FuncId::new(self.functions.len());
            let global = GlobalId::new(self.globals.len());
            if let Some(source) = cx.functions.get(function) {
                self.functions.push(match *source {
                    Code::Defined((module, id)) => crate::lower::function(cx, module, id)?,
                    Code::AnyResult((module, id)) => undefined::any_result(cx, module, id)?,
                    Code::Entry => match self.entry.take() {
                        Some(entry) => entry,
                        None => return Err(LinkError::Malformed("two entries".into())),
                    },
                });
            } else if cx.globals.get(global).is_some() {
                self.globals.push(crate::globals::global(cx, global)?);
            } else {
                return Ok(());
            }
        }
    }
}

fn check_targets(inputs: &[&Input]) -> Result<(), LinkError> {
    let Some(first) = inputs.first() else { return Err(LinkError::NoMain) };
    for input in inputs {
        let layout = &input.module.layout;
        let unsupported = |what: &str| LinkError::UnsupportedTarget {
            name: input.name.clone(),
            what: what.into(),
        };
        if layout.big_endian {
            return Err(unsupported("a big-endian machine"));
        }
        if !matches!(layout.pointer_bytes, 4 | 8) {
            return Err(unsupported("a machine whose pointers have neither 32 nor 64 bits"));
        }
        if *layout != first.module.layout {
            return Err(LinkError::TargetMismatch {
                first: first.name.clone(),
                second: input.name.clone(),
                layouts: format!("`{}` and `{}`", first.module.layout.text, layout.text),
            });
        }
    }
    Ok(())
}

fn find_main(cx: &Context<'_>) -> Result<(usize, FunctionId), LinkError> {
    match cx.symbols.get(cx.options.main) {
        Some(Definition { module, item: Item::Function(id), .. }) => Ok((module, id)),
        _ => Err(LinkError::NoMain),
    }
}

/// Gives ids to all that the user defines.
fn user_items(cx: &mut Context<'_>, module: usize) {
    let source = cx.module(module);
    for (id, function) in &source.functions {
        let name = &function.symbol.name;
        let taken =
            is_local(function.symbol.linkage) || cx.symbols.wins(name, module, Item::Function(id));
        if !function.declaration && taken {
            cx.function_id((module, id));
        }
    }
    for (id, global) in &source.globals {
        let name = &global.symbol.name;
        let taken =
            is_local(global.symbol.linkage) || cx.symbols.wins(name, module, Item::Global(id));
        if global.init.is_some() && taken && !name.starts_with("llvm.") {
            cx.global_id((module, id));
        }
    }
}

fn address(found: Result<Option<Address>, LowerError>) -> Result<Option<Address>, LinkError> {
    match found {
        Ok(address) => Ok(address),
        Err(LowerError::Unsupported(_)) => Ok(None),
        Err(LowerError::Malformed(what)) => Err(LinkError::Malformed(what)),
    }
}

/// The functions in `llvm.global_ctors` or `llvm.global_dtors` of all modules, by
/// priority, then in the order in which they stand.
fn structors(cx: &mut Context<'_>, name: &str) -> Result<Vec<FuncId>, LinkError> {
    let mut found = Vec::new();
    for m in 0..cx.inputs.len() {
        let module = cx.module(m);
        let lists = module.globals.values().filter(|global| {
            global.symbol.name == name && global.symbol.linkage == Linkage::Appending
        });
        for init in lists.filter_map(|global| global.init) {
            let Constant::Aggregate(entries) = &module.constants[init] else { continue };
            for entry in entries {
                let Constant::Aggregate(fields) = &module.constants[*entry] else { continue };
                let [priority, function, ..] = fields[..] else { continue };
                let priority = constants::int(cx, m, priority, 0);
                let function = constants::eval(cx, m, function, 0);
                let (priority, function) = match (priority, function) {
                    (Ok(priority), Ok(function)) => (priority, function),
                    (Err(LowerError::Malformed(what)), _)
                    | (_, Err(LowerError::Malformed(what))) => {
                        return Err(LinkError::Malformed(what));
                    }
                    _ => continue,
                };
                if let Some([crate::Const::Function(id)]) = function.as_deref() {
                    found.push((priority.unwrap_or(65535), *id));
                }
            }
        }
    }
    found.sort_by_key(|(priority, _)| *priority);
    Ok(found.into_iter().map(|(_, id)| id).collect())
}

/// Slots of a function's result.
pub(crate) fn result_slots(layout: &Layout<'_>, function: &heddle_bitcode::Function) -> u32 {
    match function.ty.map(|ty| layout.ty(ty)) {
        Some(Type::Function { result, .. }) => layout.of(*result).slots,
        _ => 0,
    }
}
