//! The functions that no module has: what a program begins with, and its destructors.
//!
//! The entry calls the constructors, `main`, and `exit`. The runtime's `exit` calls
//! its `__heddle_run_destructors`, whose empty body is replaced by calls of the
//! destructors (`llvm.global_dtors`; C++ registers its own with `atexit`).

use heddle_bitcode::FunctionId;

use crate::body::{Body, Inst, RowKind, no_live_set};
use crate::context::{Address, Context};
use crate::finish::{Header, finish};
use crate::link::result_slots;
use crate::operation::ProcessOp;
use crate::{
    Argument, CallSite, Callee, Const, FuncId, Function, LinkError, Op, Operation, Origin, Param,
    Part, Parts, PartsId, Signature, Slot,
};

/// Makes the entry function.
pub(crate) fn entry(
    cx: &mut Context<'_>,
    main: (usize, FunctionId),
    constructors: &[FuncId],
    exit: Option<Address>,
) -> Result<Function, LinkError> {
    let layout = cx.layout(main.0);
    let source = &cx.module(main.0).functions[main.1];
    let result = result_slots(layout, source);
    let mut takes = source.params.iter().map(|ty| layout.of(*ty).slots);
    if source.params.len() > 3 || takes.any(|slots| slots != 1) || result > 1 {
        return Err(LinkError::Malformed("`main` has strange parameters".into()));
    }
    let mut body = Body::default();
    body.blocks.push(Vec::new());
    let params: Vec<Param> =
        (0..3).map(|_| Param { slot: body.row(1, RowKind::Param), slots: 1 }).collect();
    body.pointers[1] = true;
    body.pointers[2] = true;
    let bits = layout.pointer_bits() as u8;
    let word = |width: u8, pointer: bool| Parts {
        bytes: u32::from(width / 8),
        align: u32::from(width / 8),
        parts: vec![Part { bit_offset: 0, width, pointer }],
    };
    let int = cx.intern_parts(word(32, false));
    let pointer = cx.intern_parts(word(bits, true));

    for constructor in constructors {
        call(&mut body, Callee::Function(*constructor), &[], None);
    }
    let args: Vec<_> = [(0, int), (1, pointer), (2, pointer)]
        .into_iter()
        .take(source.params.len())
        .map(|(slot, parts)| (Slot(slot), parts))
        .collect();
    let returned = (result == 1).then(|| body.row(1, RowKind::Value));
    let main = cx.function_id(main);
    call(&mut body, Callee::Function(main), &args, returned);
    let exit = match exit {
        Some(Address::Function(id)) => Callee::Function(id),
        _ => {
            let name = Operation::Process(ProcessOp::Exit).row().name;
            Callee::Extern(cx.extern_id(name, vec![1], 0))
        }
    };
    let status = returned.unwrap_or_else(|| body.constant(Const::Bits(0)));
    call(&mut body, exit, &[(status, int)], None);
    emit(&mut body, Op::Unreachable);

    let header = Header {
        name: "__heddle_entry".into(),
        source_name: "__heddle_entry".into(),
        origin: Origin::Runtime,
        signature: Signature::default(),
        params,
        location: None,
    };
    finish(cx, 0, header, body)
}

/// Makes the function that calls the destructors.
pub(crate) fn run_destructors(
    cx: &mut Context<'_>,
    destructors: &[FuncId],
) -> Result<Function, LinkError> {
    let mut body = Body::default();
    body.blocks.push(Vec::new());
    for destructor in destructors {
        call(&mut body, Callee::Function(*destructor), &[], None);
    }
    emit(&mut body, Op::Return { src: Slot(0), count: 0 });
    let header = Header {
        name: "__heddle_run_destructors".into(),
        source_name: "__heddle_run_destructors".into(),
        origin: Origin::Runtime,
        signature: Signature::default(),
        params: Vec::new(),
        location: None,
    };
    finish(cx, 0, header, body)
}

/// Appends an instruction to a body of one block.
pub(crate) fn emit(body: &mut Body, op: Op) {
    body.blocks[0].push(Inst { op, location: None, dead: false });
}

/// Appends a call with arguments of one slot each, and a result of one slot, if it has one.
pub(crate) fn call(
    body: &mut Body,
    callee: Callee,
    args: &[(Slot, PartsId)],
    result: Option<Slot>,
) {
    let args: Vec<_> = args
        .iter()
        .map(|(src, parts)| Argument { src: *src, slots: 1, by_value: None, parts: *parts })
        .collect();
    let site = CallSite {
        callee,
        fixed: args.len() as u32,
        args,
        dst: result.unwrap_or(Slot(0)),
        dst_slots: u32::from(result.is_some()),
        live_across: no_live_set(),
        pad: None,
    };
    let id = body.tables.calls.push(site);
    emit(body, Op::Call { id });
}
