//! Instructions as text: `dst = name operands`.

use std::fmt;

use super::{Row, operand};
use crate::{
    AccessMode, Callee, FloatWidth, Function, MemoryOrder, Op, Program, Slot, WideOp, Wrap,
};

/// An instruction of a function, to be displayed.
pub(crate) struct OpText<'p> {
    pub(crate) program: &'p Program,
    pub(crate) function: &'p Function,
    pub(crate) op: &'p Op,
}

fn wrap(wrap: Wrap) -> String {
    let mut text = String::new();
    for (flag, name) in [(Wrap::NSW, " nsw"), (Wrap::NUW, " nuw"), (Wrap::EXACT, " exact")] {
        if wrap.has(flag) {
            text.push_str(name);
        }
    }
    text
}

fn order(order: MemoryOrder) -> &'static str {
    match order {
        MemoryOrder::NotAtomic => "",
        MemoryOrder::Unordered => " unordered",
        MemoryOrder::Relaxed => " relaxed",
        MemoryOrder::Acquire => " acquire",
        MemoryOrder::Release => " release",
        MemoryOrder::AcquireRelease => " acq_rel",
        MemoryOrder::SequentiallyConsistent => " seq_cst",
    }
}

fn access(access: AccessMode) -> String {
    let mut text = order(access.order()).to_owned();
    if access.is_volatile() {
        text.push_str(" volatile");
    }
    if access.is_pointer() {
        text.push_str(" ptr");
    }
    if access.is_weak() {
        text.push_str(" weak");
    }
    text
}

fn kind(kind: FloatWidth) -> &'static str {
    match kind {
        FloatWidth::F32 => "f32",
        FloatWidth::F64 => "f64",
    }
}

fn offset(offset: i32) -> String {
    if offset == 0 { String::new() } else { format!("{offset:+}") }
}

impl fmt::Display for OpText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.arithmetic() {
            return f.write_str(&text);
        }
        match self.memory() {
            Some(text) => f.write_str(&text),
            None => f.write_str(&self.control()),
        }
    }
}

impl OpText<'_> {
    fn slot(&self, slot: Slot) -> String {
        operand(self.program, self.function, slot)
    }

    fn binary(&self, name: &str, width: u8, wraps: Wrap, slots: [Slot; 3]) -> String {
        let [dst, a, b] = slots.map(|slot| self.slot(slot));
        format!("{dst} = {name}.{width}{} {a}, {b}", wrap(wraps))
    }

    fn float(&self, name: &str, width: FloatWidth, slots: [Slot; 3]) -> String {
        let [dst, a, b] = slots.map(|slot| self.slot(slot));
        format!("{dst} = {name}.{} {a}, {b}", kind(width))
    }

    /// Instructions that compute, as text.
    fn arithmetic(&self) -> Option<String> {
        let s = |slot: Slot| self.slot(slot);
        let plain = Wrap(0);
        Some(match *self.op {
            Op::Move { dst, src } => format!("{} = {}", s(dst), s(src)),
            Op::MoveMany { dst, src, count } => {
                format!("{} = {}", Row(dst, count), Row(src, count))
            }
            Op::Undef { width, dst, count } => format!("{} = undef.{width}", Row(dst, count)),
            Op::Freeze { dst, src } => format!("{} = freeze {}", s(dst), s(src)),
            Op::Add { width, wrap, dst, a, b } => self.binary("add", width, wrap, [dst, a, b]),
            Op::Sub { width, wrap, dst, a, b } => self.binary("sub", width, wrap, [dst, a, b]),
            Op::Mul { width, wrap, dst, a, b } => self.binary("mul", width, wrap, [dst, a, b]),
            Op::UDiv { width, wrap, dst, a, b } => self.binary("udiv", width, wrap, [dst, a, b]),
            Op::SDiv { width, wrap, dst, a, b } => self.binary("sdiv", width, wrap, [dst, a, b]),
            Op::URem { width, dst, a, b } => self.binary("urem", width, plain, [dst, a, b]),
            Op::SRem { width, dst, a, b } => self.binary("srem", width, plain, [dst, a, b]),
            Op::Shl { width, wrap, dst, a, b } => self.binary("shl", width, wrap, [dst, a, b]),
            Op::LShr { width, wrap, dst, a, b } => self.binary("lshr", width, wrap, [dst, a, b]),
            Op::AShr { width, wrap, dst, a, b } => self.binary("ashr", width, wrap, [dst, a, b]),
            Op::And { width, dst, a, b } => self.binary("and", width, plain, [dst, a, b]),
            Op::Or { width, dst, a, b } => self.binary("or", width, plain, [dst, a, b]),
            Op::Xor { width, dst, a, b } => self.binary("xor", width, plain, [dst, a, b]),
            Op::Eq { width, dst, a, b } => self.binary("eq", width, plain, [dst, a, b]),
            Op::Ne { width, dst, a, b } => self.binary("ne", width, plain, [dst, a, b]),
            Op::Ult { width, dst, a, b } => self.binary("ult", width, plain, [dst, a, b]),
            Op::Ule { width, dst, a, b } => self.binary("ule", width, plain, [dst, a, b]),
            Op::Slt { width, dst, a, b } => self.binary("slt", width, plain, [dst, a, b]),
            Op::Sle { width, dst, a, b } => self.binary("sle", width, plain, [dst, a, b]),
            Op::Trunc { width, dst, src } => format!("{} = trunc.{width} {}", s(dst), s(src)),
            Op::SExt { from, to, dst, src } => {
                format!("{} = sext.{from}.{to} {}", s(dst), s(src))
            }
            Op::PtrToInt { dst, src } => format!("{} = ptrtoint {}", s(dst), s(src)),
            Op::PunToInt { dst, src } => format!("{} = punned {}", s(dst), s(src)),
            Op::IntUnary { op, width, dst, a } => {
                format!("{} = {}.{width} {}", s(dst), lower(&op), s(a))
            }
            Op::IntBinary { op, width, dst, a, b } => {
                self.binary(&lower(&op), width, plain, [dst, a, b])
            }
            Op::Overflowing { op, width, dst, a, b } => {
                let row = Row(dst, 2);
                format!("{row} = {}_overflow.{width} {}, {}", lower(&op), s(a), s(b))
            }
            Op::FunnelShift { left, width, dst, a, b, by } => {
                let name = if left { "fshl" } else { "fshr" };
                format!("{} = {name}.{width} {}, {}, {}", s(dst), s(a), s(b), s(by))
            }
            Op::FAdd { kind, dst, a, b } => self.float("fadd", kind, [dst, a, b]),
            Op::FSub { kind, dst, a, b } => self.float("fsub", kind, [dst, a, b]),
            Op::FMul { kind, dst, a, b } => self.float("fmul", kind, [dst, a, b]),
            Op::FDiv { kind, dst, a, b } => self.float("fdiv", kind, [dst, a, b]),
            Op::FRem { kind, dst, a, b } => self.float("frem", kind, [dst, a, b]),
            Op::FNeg { kind: width, dst, a } => {
                format!("{} = fneg.{} {}", s(dst), kind(width), s(a))
            }
            Op::FCmp { kind, compare, dst, a, b } => {
                let name = format!("fcmp_{}", outcomes(compare.0));
                self.float(&name, kind, [dst, a, b])
            }
            Op::FConvert { from, dst, src } => {
                format!("{} = fconvert.{} {}", s(dst), kind(from), s(src))
            }
            Op::FToInt { kind: from, signed, width, dst, src } => {
                let name = if signed { "ftosi" } else { "ftoui" };
                format!("{} = {name}.{}.{width} {}", s(dst), kind(from), s(src))
            }
            Op::FToIntSat { kind: from, signed, width, dst, src } => {
                let name = if signed { "ftosi_sat" } else { "ftoui_sat" };
                format!("{} = {name}.{}.{width} {}", s(dst), kind(from), s(src))
            }
            Op::IntToF { kind: to, signed, width, dst, src } => {
                let name = if signed { "sitof" } else { "uitof" };
                format!("{} = {name}.{width}.{} {}", s(dst), kind(to), s(src))
            }
            Op::Math { f, kind: width, dst, a, b, c } => {
                let name = lower(&f);
                format!("{} = {name}.{} {}, {}, {}", s(dst), kind(width), s(a), s(b), s(c))
            }
            Op::IsFpClass { kind: width, mask, dst, a } => {
                format!("{} = fpclass.{} {}, {mask:#x}", s(dst), kind(width), s(a))
            }
            Op::Wide { id } => wide(&self.function.wide[id], &s),
            Op::Select { count: 1, dst, condition, a, b } => {
                format!("{} = select {}, {}, {}", s(dst), s(condition), s(a), s(b))
            }
            Op::Select { count, dst, condition, a, b } => {
                let [dst, a, b] = [dst, a, b].map(|slot| Row(slot, u32::from(count)));
                format!("{dst} = select {}, {a}, {b}", s(condition))
            }
            Op::GetElement { count, dst, base, index } => {
                format!("{} = element {}, {}", s(dst), Row(base, u32::from(count)), s(index))
            }
            Op::SetElement { count, base, index, src } => {
                let base = Row(base, u32::from(count));
                format!("{base} = set_element {}, {}", s(index), s(src))
            }
            Op::PtrAdd { dst, base, offset } => format!("{} = {} + {}", s(dst), s(base), s(offset)),
            Op::PtrIndex { width, dst, base, index, scale } => {
                format!("{} = {} + {}.{width} * {scale}", s(dst), s(base), s(index))
            }
            Op::PtrOffset { dst, base, offset } => format!("{} = {} {offset:+}", s(dst), s(base)),
            Op::Repack { id } => {
                let (dst, dst_parts, src, src_parts) = self.function.repacks[id];
                let slots = |parts| self.program.parts[parts].parts.len() as u32;
                format!("{} = repack {}", Row(dst, slots(dst_parts)), Row(src, slots(src_parts)))
            }
            _ => return None,
        })
    }

    /// Instructions on memory, as text.
    fn memory(&self) -> Option<String> {
        let s = |slot: Slot| self.slot(slot);
        let slots = |parts| self.program.parts[parts].parts.len() as u32;
        Some(match *self.op {
            Op::TlsAddress { dst, global } => {
                format!("{} = tls {}", s(dst), self.program.globals[global].name)
            }
            Op::Load { bytes: _, width, access: how, dst, ptr, offset: at } => {
                format!("{} = load.{width}{} [{}{}]", s(dst), access(how), s(ptr), offset(at))
            }
            Op::Store { bytes: _, width, access: how, src, ptr, offset: at } => {
                format!("store.{width}{} [{}{}], {}", access(how), s(ptr), offset(at), s(src))
            }
            Op::LoadParts { access: how, dst, ptr, parts } => {
                format!("{} = load_parts{} [{}]", Row(dst, slots(parts)), access(how), s(ptr))
            }
            Op::StoreParts { access: how, src, ptr, parts } => {
                format!("store_parts{} [{}], {}", access(how), s(ptr), Row(src, slots(parts)))
            }
            Op::AtomicRmw { op, width, access: how, dst, ptr, value } => {
                let name = lower(&op);
                format!("{} = rmw_{name}.{width}{} [{}], {}", s(dst), access(how), s(ptr), s(value))
            }
            Op::CmpXchg { width, access: how, failure, dst, ptr, expected, new } => {
                let dst = Row(dst, u32::from(width).div_ceil(64) + 1);
                let how = format!("{}, else{}", access(how), order(failure));
                format!("{dst} = cmpxchg.{width}{how} [{}], {}, {}", s(ptr), s(expected), s(new))
            }
            Op::Fence { access: how } => format!("fence{}", access(how)),
            Op::MemCopy { disjoint, access: how, dst, src, len } => {
                let name = if disjoint { "memcpy" } else { "memmove" };
                format!("{name}{} [{}], [{}], {}", access(how), s(dst), s(src), s(len))
            }
            Op::MemSet { access: how, dst, value, len } => {
                format!("memset{} [{}], {}, {}", access(how), s(dst), s(value), s(len))
            }
            Op::Alloca { dst, id } => format!("{} = {id}", s(dst)),
            Op::AllocaMany { width, dst, id, count } => {
                format!("{} = {id} * {}.{width}", s(dst), s(count))
            }
            Op::StackSave { dst } => format!("{} = stack_save", s(dst)),
            Op::StackRestore { src } => format!("stack_restore {}", s(src)),
            Op::LifetimeStart { ptr } => format!("lifetime_start {}", s(ptr)),
            Op::LifetimeEnd { ptr } => format!("lifetime_end {}", s(ptr)),
            Op::VaStart { list } => format!("va_start {}", s(list)),
            Op::VaCopy { dst, src } => format!("va_copy {}, {}", s(dst), s(src)),
            Op::VaEnd { list } => format!("va_end {}", s(list)),
            _ => return None,
        })
    }

    /// Instructions that go elsewhere, as text.
    fn control(&self) -> String {
        let s = |slot: Slot| self.slot(slot);
        match *self.op {
            Op::Jump { target } => format!("jump {target}"),
            Op::Branch { condition, then, otherwise } => {
                format!("branch {}, {then}, {otherwise}", s(condition))
            }
            Op::Switch { value, id } => {
                let table = &self.function.switches[id];
                let cases: Vec<_> =
                    table.cases.iter().map(|(bits, pc)| format!("{bits} => {pc}")).collect();
                format!("switch {} [{}] else {}", s(value), cases.join(", "), table.default)
            }
            Op::JumpTo { address, id } => {
                let table = &self.function.jump_tables[id];
                let labels: Vec<_> =
                    table.targets.iter().map(|(label, pc)| format!("{label} => {pc}")).collect();
                format!("jump_to {} [{}]", s(address), labels.join(", "))
            }
            Op::Call { id } => self.call(id),
            Op::Invoke { id, normal, unwind } => {
                format!("{}, then {normal}, unwind {unwind}", self.call(id))
            }
            Op::Return { src: _, count: 0 } => "return".to_owned(),
            Op::Return { src, count: 1 } => format!("return {}", s(src)),
            Op::Return { src, count } => format!("return {}", Row(src, count)),
            Op::Unreachable => "unreachable".to_owned(),
            Op::Trap => "trap".to_owned(),
            Op::Unsupported { id } => format!("unsupported: {}", self.program.unsupported[id]),
            other => format!("{other:?}"),
        }
    }

    fn call(&self, id: crate::CallSiteId) -> String {
        let site = &self.function.calls[id];
        let callee = match site.callee {
            Callee::Function(id) => match self.program.functions.get(id) {
                Some(function) => function.name.clone(),
                None => id.to_string(),
            },
            Callee::Extern(id) => format!("extern {}", self.program.externs[id].name),
            Callee::Indirect(slot) => format!("[{}]", self.slot(slot)),
        };
        let mut args = Vec::new();
        for (index, argument) in site.args.iter().enumerate() {
            let mut text = match argument.slots {
                1 => self.slot(argument.src),
                slots => Row(argument.src, slots).to_string(),
            };
            if let Some(copy) = argument.by_value {
                text = format!("copy({text}, {})", copy.size);
            }
            if index == site.fixed as usize {
                text = format!("... {text}");
            }
            args.push(text);
        }
        let args = args.join(", ");
        let result = match site.dst_slots {
            0 => String::new(),
            slots => format!("{} = ", Row(site.dst, slots)),
        };
        format!("{result}call {callee}({args})")
    }
}

/// A name in lower case.
fn lower(name: &impl fmt::Debug) -> String {
    format!("{name:?}").to_lowercase()
}

/// The outcomes for which a comparison of floats is true.
fn outcomes(set: u8) -> String {
    let names = ["eq", "gt", "lt", "un"];
    let chosen: Vec<_> = names
        .iter()
        .enumerate()
        .filter(|(bit, _)| set >> bit & 1 != 0)
        .map(|(_, name)| *name)
        .collect();
    chosen.join("_")
}

fn wide(op: &WideOp, s: &dyn Fn(Slot) -> String) -> String {
    match *op {
        WideOp::Int { op, wrap: flags, width, dst, a, b } => {
            format!("{} = wide {}.{width}{} {}, {}", s(dst), lower(&op), wrap(flags), s(a), s(b))
        }
        WideOp::ICmp { predicate, width, dst, a, b } => {
            format!("{} = wide {}.{width} {}, {}", s(dst), lower(&predicate), s(a), s(b))
        }
        WideOp::Resize { signed, from, to, dst, src } => {
            let name = if signed { "sresize" } else { "resize" };
            format!("{} = wide {name}.{from}.{to} {}", s(dst), s(src))
        }
        WideOp::Unary { op, width, dst, a } => {
            format!("{} = wide {}.{width} {}", s(dst), lower(&op), s(a))
        }
        WideOp::Binary { op, width, dst, a, b } => {
            format!("{} = wide {}.{width} {}, {}", s(dst), lower(&op), s(a), s(b))
        }
        WideOp::Overflowing { op, width, dst, a, b } => {
            format!("{} = wide {}_overflow.{width} {}, {}", s(dst), lower(&op), s(a), s(b))
        }
        WideOp::FunnelShift { left, width, dst, a, b, by } => {
            let name = if left { "fshl" } else { "fshr" };
            format!("{} = wide {name}.{width} {}, {}, {}", s(dst), s(a), s(b), s(by))
        }
        WideOp::Float { op, kind, dst, a, b } => {
            format!("{} = wide f{}.{} {}, {}", s(dst), lower(&op), lower(&kind), s(a), s(b))
        }
        WideOp::FNeg { kind, dst, a } => {
            format!("{} = wide fneg.{} {}", s(dst), lower(&kind), s(a))
        }
        WideOp::FCmp { kind, compare, dst, a, b } => {
            let outcomes = outcomes(compare.0);
            format!("{} = wide fcmp_{outcomes}.{} {}, {}", s(dst), lower(&kind), s(a), s(b))
        }
        WideOp::FConvert { from, to, dst, src } => {
            format!("{} = wide fconvert.{}.{} {}", s(dst), lower(&from), lower(&to), s(src))
        }
        WideOp::FToInt { kind, signed, width, dst, src } => {
            let name = if signed { "ftosi" } else { "ftoui" };
            format!("{} = wide {name}.{}.{width} {}", s(dst), lower(&kind), s(src))
        }
        WideOp::IntToF { kind, signed, width, dst, src } => {
            let name = if signed { "sitof" } else { "uitof" };
            format!("{} = wide {name}.{width}.{} {}", s(dst), lower(&kind), s(src))
        }
        WideOp::Math { f, kind, dst, a, b, c } => {
            let [b, c] = [s(b), s(c)];
            format!("{} = wide {}.{} {}, {b}, {c}", s(dst), lower(&f), lower(&kind), s(a))
        }
    }
}
