//! C++ exceptions: landing pads, and how code behind them goes on.
//!
//! A native compiler writes down for each function which handlers its landing pads have, and a
//! personality routine reads that while the stack is unwound. Here, each landing pad has a table
//! in constant memory, which the call sites that lead to it name; C code of the runtime
//! (`runtime/cxx/`) reads it and decides, and all that engines have to do is to find the table
//! of a call under way and to end the calls above it.
//!
//! # Tables
//! Words of a pointer's size: the address of the function by which a thread exits that has landing
//! pads to enter before; flags (1 if the pad has cleanups to run, 2 if all that it does is
//! to end the program, as in functions that must not throw); the number of clauses; the
//! clauses. One that catches is a selector, above zero, and the address of the
//! `std::type_info` of what it catches, or null if that is everything. A filter, which is an
//! exception specification, is -1 less the number of types that it lets pass, and their addresses.
//!
//! A landing pad itself is two calls, which give the exception and the selector that the runtime
//! has unwound with. Selectors stand for types in the whole program, so that code which was
//! inlined compares them with its own.

use heddle_bitcode::{BlockId, Constant, InstId, Opcode, Value};

use crate::body::no_live_set;
use crate::context::{Address, LowerError, Lowered};
use crate::lower::{Lowerer, constants};
use crate::{Argument, CallSite, Callee, Const, GlobalId, Op, Part, Parts, Slot};

/// Personality routines whose landing pads are understood: those of C++ and C.
const PERSONALITIES: [&str; 2] = ["__gxx_personality_v0", "__gcc_personality_v0"];

/// The runtime's function that returns the exception with which a landing pad was entered.
const LANDED_EXCEPTION: &str = "__heddle_landed_exception";

/// The runtime's function that returns the selector with which a landing pad was entered.
const LANDED_SELECTOR: &str = "__heddle_landed_selector";

/// The runtime's function by which a thread exits that has landing pads to enter.
const EXIT: &str = "__heddle_exit_through_pads";

/// The function that clang makes for landing pads of functions that must not throw.
const TERMINATE: &str = "__clang_call_terminate";

/// The function that goes on unwinding.
const RESUME: &str = "_Unwind_Resume";

impl Lowerer<'_, '_> {
    /// The table of the landing pad that a block begins with.
    pub(crate) fn pad_at(&mut self, block: BlockId) -> Lowered<GlobalId> {
        self.check_personality()?;
        let function = self.function;
        let block = &function.blocks[block];
        let mut insts = (block.first.as_u32()..block.end.as_u32()).map(InstId::from_u32);
        let is_phi = |inst: &InstId| matches!(function.insts[*inst].op, Opcode::Phi { .. });
        match insts.find(|inst| !is_phi(inst)).map(|inst| &function.insts[inst].op) {
            Some(Opcode::LandingPad { cleanup, clauses }) => {
                let terminates =
                    insts.map(|inst| &function.insts[inst].op).find_map(|op| match op {
                        Opcode::ExtractValue { .. } => None,
                        op => Some(self.is_call_of(op, TERMINATE)),
                    });
                self.pad(*cleanup, terminates == Some(true), clauses)
            }
            Some(Opcode::WindowsEh { name, .. }) => {
                LowerError::unsupported(format!("C++ exceptions: {name}"))
            }
            _ => LowerError::malformed("a call unwinds to what is not a landing pad"),
        }
    }

    /// True if an instruction calls the function of a name.
    fn is_call_of(&self, op: &Opcode, name: &str) -> bool {
        let Opcode::Call { callee: Value::Const(id), .. } = op else { return false };
        match &self.module.constants[*id] {
            Constant::Function(function) => self.module.functions[*function].symbol.name == name,
            _ => false,
        }
    }

    /// Refuses exceptions of other languages.
    fn check_personality(&self) -> Lowered<()> {
        let Some(id) = self.function.personality else {
            return LowerError::malformed("a landing pad without a personality routine");
        };
        match &self.module.constants[id] {
            Constant::Function(function) => {
                let name = &self.module.functions[*function].symbol.name;
                match PERSONALITIES.contains(&name.as_str()) {
                    true => Ok(()),
                    false => LowerError::unsupported(format!("exceptions by `{name}`")),
                }
            }
            _ => LowerError::unsupported("exceptions by a computed personality routine"),
        }
    }

    fn pad(
        &mut self,
        cleanup: bool,
        terminates: bool,
        clauses: &[(bool, Value)],
    ) -> Lowered<GlobalId> {
        let flags = u64::from(cleanup) | u64::from(terminates) << 1;
        let exit = match self.cx.symbol(EXIT)? {
            Some(Address::Function(function)) => Const::Function(function),
            _ => Const::Bits(0),
        };
        let mut words = vec![exit, Const::Bits(flags), Const::Bits(clauses.len() as u64)];
        for (catches, value) in clauses {
            let types = self.types(*value)?;
            if *catches {
                let [ty] = types[..] else {
                    return LowerError::malformed("a handler of several types");
                };
                words.push(Const::Bits(self.cx.selector(ty).into()));
            } else {
                words.push(Const::Bits((-1 - types.len() as i64).cast_unsigned()));
            }
            words.extend(types);
        }
        Ok(self.cx.pad(words))
    }

    /// The addresses of the types that a clause names.
    fn types(&mut self, value: Value) -> Lowered<Vec<Const>> {
        if let Value::Const(id) = value
            && let Some(types) = constants::eval(self.cx, self.m, id, 0)?
            && types.iter().all(|ty| matches!(ty, Const::Global(..) | Const::Bits(0)))
        {
            return Ok(types);
        }
        LowerError::unsupported("a handler of what is not a constant type")
    }

    /// Lowers a landing pad: its result is what the runtime has unwound with.
    pub(crate) fn landing_pad(&mut self, inst: InstId) -> Lowered<()> {
        let slots = self.slots(self.function.insts[inst].ty)?;
        if slots != 2 {
            return LowerError::unsupported("a landing pad of another type than C++ has");
        }
        let dst = self.result(inst)?;
        self.call_runtime(LANDED_EXCEPTION, None, Some(dst))?;
        self.call_runtime(LANDED_SELECTOR, None, Some(dst.plus(1)))
    }

    /// Lowers the end of a cleanup: the exception goes on.
    pub(crate) fn resume(&mut self, value: Value) -> Lowered<()> {
        let exception = self.value(value)?;
        self.call_runtime(RESUME, Some(exception), None)?;
        self.emit(Op::Unreachable);
        Ok(())
    }

    /// Lowers `llvm.eh.typeid.for`: the selector of a type.
    pub(crate) fn type_selector(&mut self, args: &[Value], dst: Slot) -> Lowered<()> {
        let Some(value) = args.first() else {
            return LowerError::malformed("an intrinsic with too few arguments");
        };
        let [ty] = self.types(*value)?[..] else {
            return LowerError::malformed("a selector of several types");
        };
        let selector = Const::Bits(self.cx.selector(ty).into());
        let src = self.body.constant(selector);
        self.emit(Op::Move { dst, src });
        Ok(())
    }

    /// Emits a call of a function of the runtime that takes at most one pointer.
    fn call_runtime(
        &mut self,
        name: &str,
        pointer: Option<Slot>,
        result: Option<Slot>,
    ) -> Lowered<()> {
        let callee = match self.cx.symbol(name)? {
            Some(Address::Function(function)) => Callee::Function(function),
            _ => {
                let params = pointer.iter().map(|_| 1).collect();
                Callee::Extern(self.cx.extern_id(name, params, result.is_some().into()))
            }
        };
        let bytes = self.module.layout.pointer_bytes;
        let part = Part { bit_offset: 0, width: (bytes * 8) as u8, pointer: true };
        let parts = self.cx.intern_parts(Parts { bytes, align: bytes, parts: vec![part] });
        let args: Vec<_> = pointer
            .map(|src| Argument { src, slots: 1, by_value: None, parts })
            .into_iter()
            .collect();
        let id = self.body.tables.calls.push(CallSite {
            callee,
            fixed: args.len() as u32,
            args,
            dst: result.unwrap_or(Slot(0)),
            dst_slots: u32::from(result.is_some()),
            live_across: no_live_set(),
            pad: None,
        });
        self.emit(Op::Call { id });
        Ok(())
    }
}
