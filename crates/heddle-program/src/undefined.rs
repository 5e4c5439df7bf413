//! Functions that the user calls and nobody defines.
//!
//! Mostly a source file or a library was not given, and a run that comes to a call cannot be
//! followed. Whoever knows that such functions do not matter may let them return any value
//! ([`Undefined::Any`]): each gets a body that has no effect and returns a choice, or an input
//! where there are too many values to choose from. One that never returns ends the run.
//!
//! Refused all the same are functions that return through memory, whose bytes would stay
//! undefined, intrinsics, functions that only heddle's own code calls, and those of the standard
//! libraries that do more than return and that heddle lacks ([`is_unmodelled`]): without their
//! effect, a program is another one.

use std::collections::BTreeSet;

use heddle_bitcode::{Function as Declaration, FunctionId, Type};

use crate::body::{Body, RowKind};
use crate::context::Context;
use crate::entry::{call, emit};
use crate::finish::{Header, finish};
use crate::layout::MAX_SLOTS;
use crate::operation::ProcessOp;
use crate::symbols::{Symbols, plain_name};
use crate::{
    Callee, Const, Function, Input, LinkError, Op, Operation, Origin, Param, Part, Parts,
    Signature, Slot,
};

/// Widest value that is chosen; wider ones are inputs. As the runtime has it for inputs.
const WIDEST_CHOICE: u8 = 8;

/// The treatment of functions that the user calls and nobody defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// A run that comes to a call is not followed.
    #[default]
    Refuse,
    /// A call has no effect and returns any value.
    Any,
}

/// The functions that the user's modules declare and nobody defines, by name.
///
/// # Errors
/// If a name is defined twice.
pub fn undefined_functions(inputs: &[Input]) -> Result<BTreeSet<String>, LinkError> {
    let inputs: Vec<&Input> = inputs.iter().collect();
    let symbols = Symbols::collect(&inputs)?;
    let users = inputs.iter().filter(|input| input.origin == Origin::User);
    let declared = users.flat_map(|input| input.module.functions.values());
    let names = declared.filter(|function| function.declaration).map(|function| {
        let name = plain_name(&function.symbol.name);
        (is_unknown(name) && symbols.get(name).is_none()).then(|| name.to_owned())
    });
    Ok(names.flatten().collect())
}

/// True if a name is neither that of an operation nor an intrinsic's, and not one that heddle
/// should know.
fn is_unknown(name: &str) -> bool {
    Operation::named(name).is_none() && !name.starts_with("llvm.") && !is_unmodelled(name)
}

/// Functions of the C library that heddle lacks and that pass control on elsewhere.
const OF_C: [&str; 24] = [
    "_longjmp",
    "_setjmp",
    "__longjmp_chk",
    "__sigsetjmp",
    "longjmp",
    "setjmp",
    "siglongjmp",
    "sigsetjmp",
    "raise",
    "kill",
    "pthread_kill",
    "sigaction",
    "signal",
    "__sysv_signal",
    "sigqueue",
    "alarm",
    "fork",
    "vfork",
    "execv",
    "execve",
    "execvp",
    "getcontext",
    "setcontext",
    "swapcontext",
];

/// Beginnings of the linker's names of what belongs to the C++ library and its runtime.
const OF_CPP: [&str; 7] = ["__cxa_", "__gxx_", "_Unwind_", "_ZSt", "_ZNS", "_ZNKS", "_ZNVS"];

/// True for the name of a function of the standard libraries that heddle lacks: no source file of
/// the user's would define it.
pub(crate) fn is_unmodelled(name: &str) -> bool {
    OF_C.contains(&name) || OF_CPP.iter().any(|start| name.starts_with(start))
}

/// True if a function that nobody defines can be given any result.
pub(crate) fn takes(cx: &Context<'_>, module: usize, id: FunctionId) -> bool {
    let function = &cx.module(module).functions[id];
    let returns_through_memory =
        function.param_attributes.iter().any(|attributes| attributes.sret.is_some());
    cx.origin(module) == Origin::User
        && is_unknown(plain_name(&function.symbol.name))
        && !returns_through_memory
        && result_parts(cx, module, function).is_some()
}

/// The parts of a function's result, one for each of its slots; `None` if it has too many.
fn result_parts(cx: &Context<'_>, module: usize, function: &Declaration) -> Option<Vec<Part>> {
    let layout = cx.layout(module);
    let mut parts = Vec::new();
    if let Some(Type::Function { result, .. }) = function.ty.map(|ty| layout.ty(ty)) {
        if layout.of(*result).slots > MAX_SLOTS {
            return None;
        }
        layout.parts(*result, 0, &mut parts);
    }
    Some(parts)
}

/// Makes the function of a declaration that has no effect and returns any value.
pub(crate) fn any_result(
    cx: &mut Context<'_>,
    module: usize,
    id: FunctionId,
) -> Result<Function, LinkError> {
    let layout = cx.layout(module);
    let function = &cx.module(module).functions[id];
    let parts = result_parts(cx, module, function).unwrap_or_default();
    let mut body = Body::default();
    body.blocks.push(Vec::new());
    let mut params = Vec::new();
    for ty in &function.params {
        let slots = layout.of(*ty).slots.min(MAX_SLOTS);
        params.push(Param { slot: body.row(slots, RowKind::Param), slots });
    }
    if function.noreturn {
        ask(cx, &mut body, ProcessOp::Assume, 0, None);
    }
    let slots = parts.len() as u32;
    let returned = body.row(slots, RowKind::Local);
    for (i, part) in (0..).zip(&parts) {
        let slot = returned.plus(i);
        body.pointers[slot.index()] = part.pointer;
        match part.width {
            width @ 0..=WIDEST_CHOICE => {
                ask(cx, &mut body, ProcessOp::Choose, 1 << width, Some(slot));
            }
            width => ask(cx, &mut body, ProcessOp::Nondet, width.into(), Some(slot)),
        }
    }
    emit(&mut body, Op::Return { src: returned, count: slots });
    let name = plain_name(&function.symbol.name).to_owned();
    let header = Header {
        source_name: name.clone(),
        name,
        origin: Origin::Runtime,
        signature: Signature::of(layout, function),
        params,
        location: None,
    };
    finish(cx, module, header, body)
}

/// Appends a call of an operation with a number.
fn ask(cx: &mut Context<'_>, body: &mut Body, op: ProcessOp, number: u64, result: Option<Slot>) {
    let name = Operation::Process(op).row().name;
    let callee = Callee::Extern(cx.extern_id(name, vec![1], u32::from(result.is_some())));
    let int = Parts {
        bytes: 4,
        align: 4,
        parts: vec![Part { bit_offset: 0, width: 32, pointer: false }],
    };
    let int = cx.intern_parts(int);
    let number = body.constant(Const::Bits(number));
    call(body, callee, &[(number, int)], result);
}
