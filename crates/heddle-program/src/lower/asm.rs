//! Inline assembly: what real code uses for barriers, pauses and atomic operations,
//! known by its text.

use heddle_bitcode::{InlineAsm, InstId, Value};

use crate::body::RowKind;
use crate::context::{LowerError, Lowered};
use crate::layout::Scalar;
use crate::lower::Lowerer;
use crate::{AccessMode, Const, Op, Rmw, Slot};

/// The text with spaces, line ends and separators made alike.
fn normalize(text: &str) -> String {
    let lines = text.split(['\n', ';']).map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.join(" ").replace(" ,", ",").replace(", ", ",")
    });
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("; ").replace("lock; ", "lock ")
}

fn is_pause(text: &str) -> bool {
    matches!(text, "pause" | "rep; nop" | "rep nop" | "yield" | "nop")
}

fn is_fence(text: &str) -> bool {
    if matches!(text, "mfence" | "lfence" | "sfence") {
        return true;
    }
    // A locked operation on the stack that changes nothing.
    let Some(rest) = text.strip_prefix("lock ") else { return false };
    let Some((instruction, operands)) = rest.split_once(' ') else { return false };
    matches!(instruction, "addl" | "addq" | "orl" | "orq")
        && ["$$0", "$$0x0"].iter().any(|zero| {
            let place = operands.strip_prefix(zero).and_then(|rest| rest.strip_prefix(','));
            matches!(
                place,
                Some("(%rsp)" | "0(%rsp)" | "(%esp)" | "0(%esp)" | "-4(%rsp)" | "-8(%rsp)")
            )
        })
}

/// An operand as the constraints declare it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operand {
    /// A register that is written.
    Output,
    /// A place in memory, by the number of the argument that is its address.
    Memory(usize),
    /// A value, by the number of the argument.
    Input(usize),
    /// A value in the register of an output: output and argument.
    Tied(usize, usize),
}

/// The operands in the order of their numbers.
fn operands(constraints: &str) -> Vec<Operand> {
    let mut operands = Vec::new();
    let mut argument = 0;
    for constraint in constraints.split(',').filter(|constraint| !constraint.starts_with('~')) {
        let body = constraint.trim_start_matches(['=', '+', '&', '%']);
        let operand = if body.starts_with('*') {
            Operand::Memory(argument)
        } else if constraint.starts_with('=') {
            operands.push(Operand::Output);
            continue;
        } else if let Ok(output) = body.parse() {
            Operand::Tied(output, argument)
        } else {
            Operand::Input(argument)
        };
        argument += 1;
        operands.push(operand);
    }
    operands
}

/// The number of an operand in the text: `$1`, `${1:b}`.
fn operand_number(text: &str) -> Option<usize> {
    let text = text.strip_prefix('$')?;
    let text = match text.strip_prefix('{') {
        Some(inner) => inner.strip_suffix('}')?.split(':').next()?,
        None => text,
    };
    text.parse().ok()
}

/// The name without the letter for the width.
fn width_of(instruction: &str, stems: &[&str]) -> Option<(String, Option<u32>)> {
    for stem in stems {
        let width = match instruction.strip_prefix(stem) {
            Some("") => None,
            Some("b") => Some(8),
            Some("w") => Some(16),
            Some("l") => Some(32),
            Some("q") => Some(64),
            _ => continue,
        };
        return Some(((*stem).to_owned(), width));
    }
    None
}

impl Lowerer<'_, '_> {
    /// Lowers inline assembly that is known, by its text.
    pub(crate) fn inline_asm(
        &mut self,
        inst: InstId,
        asm: &InlineAsm,
        args: &[Value],
        dst: Slot,
    ) -> Lowered<()> {
        let text = normalize(&asm.assembly);
        let slots = self.slots(self.function.insts[inst].ty)?;
        let operands = operands(&asm.constraints);
        let done = if is_pause(&text) {
            slots == 0
        } else if is_fence(&text) {
            self.emit(Op::Fence { access: AccessMode::SEQ_CST });
            slots == 0
        } else if text.is_empty() {
            self.empty_asm(inst, &operands, args, dst)?
        } else {
            self.atomic_asm(inst, &text, &operands, args, dst)?
        };
        if done {
            Ok(())
        } else {
            LowerError::unsupported(format!("inline assembly `{}`", asm.assembly))
        }
    }

    /// Assembly without text: a barrier for the compiler, which may also hide values
    /// from it (each output in the register of an input).
    fn empty_asm(
        &mut self,
        inst: InstId,
        operands: &[Operand],
        args: &[Value],
        dst: Slot,
    ) -> Lowered<bool> {
        let slots = self.slots(self.function.insts[inst].ty)?;
        if slots == 0 {
            return Ok(true);
        }
        let outputs = operands.iter().filter(|operand| **operand == Operand::Output).count();
        let mut next = dst;
        for output in 0..outputs {
            let tied = operands.iter().find_map(|operand| match operand {
                Operand::Tied(to, argument) if *to == output => args.get(*argument),
                _ => None,
            });
            let Some(value) = tied else { return Ok(false) };
            let count = self.slots(self.type_of(*value))?;
            let src = self.value(*value)?;
            if next.0 + count > dst.0 + slots {
                return Ok(false);
            }
            self.copy(next, src, count);
            next = next.plus(count);
        }
        Ok(next == dst.plus(slots))
    }

    /// One locked instruction on memory.
    fn atomic_asm(
        &mut self,
        inst: InstId,
        text: &str,
        operands: &[Operand],
        args: &[Value],
        dst: Slot,
    ) -> Lowered<bool> {
        let (locked, text) = match text.strip_prefix("lock ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let Some((instruction, places)) = text.split_once(' ') else { return Ok(false) };
        let places: Vec<&str> = places.split(',').collect();
        let result = self.layout.scalar(self.function.insts[inst].ty);
        let at =
            |place: &str| operand_number(place).and_then(|number| operands.get(number)).copied();
        match places[..] {
            [place] if locked && result.is_none() => {
                let Some((name, Some(width))) = width_of(instruction, &["inc", "dec"]) else {
                    return Ok(false);
                };
                let Some(Operand::Memory(address)) = at(place) else { return Ok(false) };
                let one = self.body.constant(Const::Bits(1));
                let op = if name == "inc" { Rmw::Add } else { Rmw::Sub };
                self.locked(op, width, args.get(address), one)
            }
            [value, place] if locked && result.is_none() => {
                let stems = ["add", "sub", "and", "or", "xor"];
                let Some((name, Some(width))) = width_of(instruction, &stems) else {
                    return Ok(false);
                };
                let (Some(Operand::Input(value)), Some(Operand::Memory(address))) =
                    (at(value), at(place))
                else {
                    return Ok(false);
                };
                let op = match name.as_str() {
                    "add" => Rmw::Add,
                    "sub" => Rmw::Sub,
                    "and" => Rmw::And,
                    "or" => Rmw::Or,
                    _ => Rmw::Xor,
                };
                let Some(value) = args.get(value) else { return Ok(false) };
                if self.layout.scalar(self.type_of(*value)) != Some(Scalar::Int(width)) {
                    return Ok(false);
                }
                let value = self.value(*value)?;
                self.locked(op, width, args.get(address), value)
            }
            [a, b] => {
                let Some(Scalar::Int(width @ (8 | 16 | 32 | 64))) = result else {
                    return Ok(false);
                };
                let Some((name, explicit)) = width_of(instruction, &["xchg", "xadd", "cmpxchg"])
                else {
                    return Ok(false);
                };
                if explicit.is_some_and(|explicit| explicit != width) || (name != "xchg" && !locked)
                {
                    return Ok(false);
                }
                self.exchange(&name, width, [at(a), at(b)], operands, args, dst)
            }
            _ => Ok(false),
        }
    }

    /// An operation on memory whose result is not used.
    fn locked(
        &mut self,
        op: Rmw,
        width: u32,
        address: Option<&Value>,
        value: Slot,
    ) -> Lowered<bool> {
        let Some(address) = address else { return Ok(false) };
        let ptr = self.pointer(*address)?;
        let dst = self.body.row(1, RowKind::Value);
        self.emit(Op::AtomicRmw {
            op,
            width: width as u8,
            access: AccessMode::SEQ_CST,
            dst,
            ptr,
            value,
        });
        Ok(true)
    }

    /// `xchg`, `xadd` and `cmpxchg` with the old value as the only result.
    fn exchange(
        &mut self,
        name: &str,
        width: u32,
        places: [Option<Operand>; 2],
        operands: &[Operand],
        args: &[Value],
        dst: Slot,
    ) -> Lowered<bool> {
        // `xchg` takes its operands in either order.
        let (register, address) = match places {
            [Some(register), Some(Operand::Memory(address))] => (register, address),
            [Some(Operand::Memory(address)), Some(register)] if name == "xchg" => {
                (register, address)
            }
            _ => return Ok(false),
        };
        let mut tied = operands.iter().filter_map(|operand| match operand {
            Operand::Tied(0, argument) => Some(*argument),
            _ => None,
        });
        let (Some(tied), None) = (tied.next(), tied.next()) else { return Ok(false) };
        let value = match (name, register) {
            // The register is the output, which comes in with the tied value.
            ("xchg" | "xadd", Operand::Output | Operand::Tied(0, _)) => tied,
            ("cmpxchg", Operand::Input(argument)) => argument,
            _ => return Ok(false),
        };
        let arguments = [tied, value, address].map(|argument| args.get(argument).copied());
        let [Some(tied), Some(value), Some(address)] = arguments else { return Ok(false) };
        let is_int =
            |value: Value| self.layout.scalar(self.type_of(value)) == Some(Scalar::Int(width));
        if !is_int(tied) || !is_int(value) {
            return Ok(false);
        }
        let (tied, value, ptr) = (self.value(tied)?, self.value(value)?, self.pointer(address)?);
        let (width, access) = (width as u8, AccessMode::SEQ_CST);
        match name {
            "cmpxchg" => {
                let row = self.body.row(2, RowKind::Value);
                let (failure, expected, new) = (access.order(), tied, value);
                let exchange = Op::CmpXchg { width, access, failure, dst: row, ptr, expected, new };
                self.emit(exchange);
                self.emit(Op::Move { dst, src: row });
            }
            _ => {
                let op = if name == "xchg" { Rmw::Xchg } else { Rmw::Add };
                self.emit(Op::AtomicRmw { op, width, access, dst, ptr, value });
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_do_not_matter() {
        assert_eq!(normalize("rep;\n\tnop"), "rep; nop");
        assert_eq!(normalize("lock ; xaddl $0 , $1"), "lock xaddl $0,$1");
        assert_eq!(normalize("\t\n"), "");
    }

    #[test]
    fn fences_are_known() {
        assert!(is_fence(&normalize("lock; addl $$0,0(%rsp)")));
        assert!(is_fence(&normalize("mfence")));
        assert!(!is_fence(&normalize("lock; addl $$1,0(%rsp)")));
        assert!(!is_fence(&normalize("lock; addl $$0,0(%rax)")));
    }

    #[test]
    fn constraints_number_operands_and_arguments() {
        let found = operands("=r,=*m,0,*m,~{memory},~{dirflag}");
        assert_eq!(
            found,
            [Operand::Output, Operand::Memory(0), Operand::Tied(0, 1), Operand::Memory(2)]
        );
    }
}
