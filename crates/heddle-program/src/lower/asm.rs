//! Inline assembly: what real code uses for barriers and pauses, by its text.

use heddle_bitcode::{InlineAsm, InstId, Value};

use crate::context::{Lowered, Stop};
use crate::lower::Lowerer;
use crate::{Access, Op, Slot};

/// The text with spaces, tabs, newlines and separators made alike.
fn normalize(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for line in text.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or("");
        let line: Vec<&str> = line.split_whitespace().collect();
        if !line.is_empty() {
            words.push(line.join(" ").replace(" ,", ",").replace(", ", ","));
        }
    }
    words.join("; ")
}

fn is_pause(text: &str) -> bool {
    matches!(text, "pause" | "rep; nop" | "rep nop" | "yield" | "nop" | "hint #1" | "isb")
}

fn is_fence(text: &str) -> bool {
    matches!(text, "mfence" | "lfence" | "sfence" | "dmb ish" | "dmb sy")
        || [
            "lock; addl $$0,0(%rsp)",
            "lock; addl $$0,0(%esp)",
            "lock; addl $$0,(%rsp)",
            "lock; addl $$0,(%esp)",
            "lock; addl $$0x0,(%rsp)",
            "lock; addl $$0x0,(%esp)",
            "lock; addq $$0,0(%rsp)",
            "lock; addq $$0,(%rsp)",
            "lock; orl $$0,(%rsp)",
            "lock; orl $$0,0(%rsp)",
            "lock; orq $$0,(%rsp)",
            "lock; orq $$0,0(%rsp)",
        ]
        .contains(&text.replacen("lock ", "lock; ", 1).as_str())
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
        if is_pause(&text) && slots == 0 {
            return Ok(());
        }
        if is_fence(&text) && slots == 0 {
            self.emit(Op::Fence { access: Access(6) });
            return Ok(());
        }
        if text.is_empty() && self.empty_asm(inst, &asm.constraints, args, dst)? {
            return Ok(());
        }
        Stop::unsupported(format!("inline assembly `{}`", asm.assembly))
    }

    /// Assembly without text: a barrier for the compiler, which may also hide a value
    /// from it (an output in the register of an input).
    fn empty_asm(
        &mut self,
        inst: InstId,
        constraints: &str,
        args: &[Value],
        dst: Slot,
    ) -> Lowered<bool> {
        let ty = self.function.insts[inst].ty;
        let slots = self.slots(ty)?;
        if slots == 0 {
            return Ok(true);
        }
        // Outputs come first, then inputs in the order of the arguments.
        let mut outputs = 0;
        let mut tied = Vec::new();
        let mut input = 0;
        for constraint in constraints.split(',') {
            if constraint.starts_with('~') {
                continue;
            }
            if constraint.starts_with('=') {
                if constraint.starts_with("=*") {
                    input += 1;
                } else {
                    outputs += 1;
                }
                continue;
            }
            if let Ok(output) = constraint.parse::<u32>() {
                tied.push((output, input));
            }
            input += 1;
        }
        let [(0, input)] = tied[..] else { return Ok(false) };
        let Some(value) = args.get(input) else { return Ok(false) };
        if outputs != 1 || self.slots(self.type_of(*value))? != slots {
            return Ok(false);
        }
        let src = self.value(*value)?;
        self.copy(dst, src, slots);
        Ok(true)
    }
}
