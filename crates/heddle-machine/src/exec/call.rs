//! Calls and returns.

use cranelift_entity::PrimaryMap;
use heddle_program::{
    AccessMode, Argument, CallSite, CallSiteId, Callee, FuncId, Op, Operation, PartsId, Refusal,
    Slot,
};

use heddle_model::AccessKind;

use super::dispatch::undefined_address;
use super::{Control, Stop};
use crate::Machine;
use crate::fault::Fault;
use crate::shims::{Invocation, ShimResult};
use crate::state::memory::{Access, Address, Addressing, Block, MemoryFault, ObjectKind};
use crate::state::thread::owner_of;
use crate::value::{Word, Words};

/// Target of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A function of the program.
    Function(FuncId),
    /// An operation of the machine.
    Operation(Operation),
}

impl<'p> Machine<'p> {
    /// Target of a call of a thread's innermost frame.
    pub(crate) fn call_target(&self, t: usize, site: &CallSite) -> Result<Target, Fault> {
        let external = |id| match self.image.program.externs[id].operation {
            Some(Operation::Model(_)) | None => {
                let refusal = self.image.program.externs[id].refusal();
                let reason = refusal.to_string();
                Err(match refusal {
                    Refusal::Unmodelled(_) => Fault::Unsupported(reason),
                    Refusal::Undefined(_) => Fault::Missing(reason),
                })
            }
            Some(op) => Ok(Target::Operation(op)),
        };
        match site.callee {
            Callee::Function(func) => Ok(Target::Function(func)),
            Callee::Extern(id) => external(id),
            Callee::Indirect(slot) => {
                let pointer = self.state.threads[t].slot(slot);
                if !pointer.is_defined() {
                    return Err(undefined_address(pointer));
                }
                match self.function_at(pointer.bits) {
                    Some(ObjectKind::Function(func)) => Ok(Target::Function(func)),
                    Some(ObjectKind::Extern(id)) => external(id),
                    _ => {
                        let address = pointer.bits;
                        let fault = self.state.memory.check(Access::inspection(address, 1));
                        let fault = fault.err().unwrap_or(MemoryFault::Wild);
                        Err(Fault::Memory { fault, address, bytes: 1, kind: AccessKind::Call })
                    }
                }
            }
        }
    }

    /// The call at which a thread is, if it is at one.
    pub(crate) fn pending_call(&self, t: usize) -> Option<&'p CallSite> {
        let frame = self.state.threads[t].frames.last()?;
        let function = &self.image.program.functions[frame.func];
        function.code[frame.pc as usize].call_site().map(|id| &function.calls[id])
    }

    /// True if others could notice a call. What an operation reads and writes by itself is not
    /// known beforehand, so that does not count.
    pub(super) fn is_noticeable_call(&self, t: usize, site: &CallSite) -> bool {
        match self.call_target(t, site) {
            Ok(Target::Function(func)) => self.is_visible_call(t, func, site),
            Ok(Target::Operation(op)) => {
                let arguments = self.arguments(t, &site.args);
                let invocation = Invocation { thread: t, arguments: &arguments, fresh: true };
                self.needs_own_step(op, &invocation)
            }
            Err(_) => false,
        }
    }

    /// An atomic function is a step of its own, and so is the copy of a structure that others
    /// can reach.
    fn is_visible_call(&self, t: usize, func: FuncId, site: &CallSite) -> bool {
        self.image.program.functions[func].atomic
            || self.copies(t, site).any(|(address, _)| self.is_visible_address(address))
    }

    /// Makes a call.
    pub(super) fn call(
        &mut self,
        t: usize,
        id: CallSiteId,
        control: &mut Control,
    ) -> Result<Option<Stop>, Fault> {
        let Some(frame) = self.state.threads[t].frames.last() else {
            return Ok(Some(Stop::Inactive));
        };
        let site = &self.image.program.functions[frame.func].calls[id];
        match self.call_target(t, site)? {
            Target::Function(func) => {
                if !control.is_fresh()
                    && self.is_visible_call(t, func, site)
                    && self.needs_step(t, true)
                {
                    return Ok(Some(Stop::Visible));
                }
                self.check_depth(t)?;
                if self.watches(t) {
                    let copies: Vec<(u64, u64)> = self.copies(t, site).collect();
                    for (address, bytes) in copies {
                        self.watch(Access::read(t, address, bytes, AccessMode::PLAIN));
                    }
                }
                self.enter(t, func, site)?;
                control.executed += 1;
                Ok(None)
            }
            Target::Operation(op) => self.call_operation(t, op, site, control),
        }
    }

    fn call_operation(
        &mut self,
        t: usize,
        op: Operation,
        site: &CallSite,
        control: &mut Control,
    ) -> Result<Option<Stop>, Fault> {
        if self.state.memory.is_watched()
            && let Some(what) = op.row().side_effect
        {
            return Err(Fault::Refused(what.to_owned()));
        }
        let arguments = self.arguments(t, &site.args);
        let fresh = control.is_fresh();
        let invocation = Invocation { thread: t, arguments: &arguments, fresh };
        if !fresh && self.needs_own_step(op, &invocation) {
            return Ok(Some(Stop::Visible));
        }
        let alternative = if fresh { control.alternative } else { 0 };
        let kept = self.recorder.section.len();
        if self.watches(t) {
            self.watch_pending(t);
        }
        match self.invoke(op, &invocation, alternative)? {
            ShimResult::Return(values) => {
                control.executed += 1;
                self.finish_call(t, &values);
                Ok(None)
            }
            ShimResult::Elsewhere => {
                control.executed += 1;
                Ok(None)
            }
            ShimResult::Inactive => {
                control.executed += 1;
                self.state.threads[t].touch();
                Ok(Some(Stop::Inactive))
            }
            ShimResult::Pause => {
                self.recorder.section.truncate(kept);
                Ok(Some(Stop::Visible))
            }
        }
    }

    /// Address and size of the structures that a call copies.
    pub(crate) fn copies(
        &self,
        t: usize,
        site: &'p CallSite,
    ) -> impl Iterator<Item = (u64, u64)> + '_ {
        site.args.iter().filter_map(move |arg| {
            let by_value = arg.by_value?;
            Some((self.state.threads[t].slot(arg.src).bits, by_value.size.into()))
        })
    }

    /// The words of a call's arguments.
    pub(crate) fn arguments(&self, t: usize, args: &[Argument]) -> Words {
        let thread = &self.state.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        let mut words = Words::new();
        for arg in args {
            let first = base + arg.src.index();
            words.extend_from_slice(&thread.stack[first..first + arg.slots as usize]);
        }
        words
    }

    /// Writes the result of the call at which a thread is, and goes on behind it.
    pub(crate) fn finish_call(&mut self, t: usize, values: &[Word]) {
        let Some(site) = self.pending_call(t) else { return };
        let thread = &mut self.state.threads[t];
        let Some(frame) = thread.frames.last_mut() else { return };
        frame.pc = match self.image.program.functions[frame.func].code[frame.pc as usize] {
            Op::Invoke { normal, .. } => normal,
            _ => frame.pc + 1,
        };
        let first = frame.base as usize + site.dst.index();
        for i in 0..site.dst_slots as usize {
            let value = values.get(i).copied().unwrap_or(Word::uninitialized(64));
            thread.stack[first + i] = value;
        }
        thread.touch_top();
    }

    /// Enters a function of the program.
    fn enter(&mut self, t: usize, func: FuncId, site: &CallSite) -> Result<(), Fault> {
        let function = &self.image.program.functions[func];
        // A function that is called without a prototype may have a fixed number of
        // parameters all the same.
        let fixed = match function.varargs {
            Some(_) => (site.fixed as usize).min(site.args.len()),
            None => site.args.len(),
        };
        self.expose_mistyped(t, func, &site.args[..fixed]);
        let simple = site.args.iter().all(|arg| arg.by_value.is_none());
        if simple && function.varargs.is_none() {
            self.enter_simply(t, func, &site.args[..fixed]);
            return Ok(());
        }
        let mut words = self.arguments(t, &site.args[..fixed]);
        let variable = match function.varargs {
            Some(_) => {
                let words = self.arguments(t, &site.args[fixed..]);
                Some(self.variable_arguments(t, &site.args[fixed..], &words)?)
            }
            None => None,
        };
        let mut copies = Vec::new();
        if !simple {
            let mut at = 0;
            for arg in &site.args[..fixed] {
                if let Some(by_value) = arg.by_value {
                    let block = self.copy_of(t, words[at], by_value.size)?;
                    copies.push((at, by_value.align, block));
                }
                at += arg.slots as usize;
            }
        }
        self.state.threads[t].push_frame(&self.image, func, &words);
        for (at, align, block) in copies {
            words[at] = Word::new(self.allocate_stack(t, ObjectKind::ByValue, align, block)?);
            self.set_slot(t, Slot(at as u32), words[at]);
        }
        if let (Some(slot), Some(block)) = (function.varargs, variable) {
            let area = self.allocate_stack(t, ObjectKind::VarArgs, 16, block)?;
            self.set_slot(t, slot, Word::new(area));
        }
        Ok(())
    }

    /// Pointers that a function takes as something else, since it is called with another
    /// type than its own, are known as integers from now on.
    fn expose_mistyped(&mut self, t: usize, func: FuncId, args: &[Argument]) {
        let Some(frame) = self.state.threads[t].frames.last() else { return };
        let (program, base) = (self.image.program, frame.base as usize);
        let (caller, callee) = (&program.functions[frame.func], &program.functions[func]);
        let params: usize = callee.params.iter().map(|param| param.slots as usize).sum();
        let sources = args.iter().flat_map(|arg| (0..arg.slots).map(|i| arg.src.plus(i)));
        for (at, source) in sources.enumerate().take(params) {
            let is_pointer = caller.pointer_slots.get(source.index()) == Some(&true);
            if is_pointer && !callee.pointer_slots[at] {
                let live = callee.live_sets.slots(callee.live[0]);
                let address = self.state.threads[t].stack[base + source.index()].bits;
                if live.contains(Slot(at as u32)) {
                    self.expose_address(address);
                }
            }
        }
    }

    /// Exposes the object that an address names: it is known as an integer from now on.
    fn expose_address(&mut self, address: Address) {
        if let Some((object, _)) = self.state.memory.resolve(address) {
            self.state.memory.expose(object);
        }
    }

    /// Pointers that a function returns to a caller that takes them for something else
    /// are known as integers from now on.
    fn expose_mistyped_result(&mut self, t: usize, src: Slot, values: &[Word]) {
        let frames = &self.state.threads[t].frames;
        let [.., caller, callee] = &frames[..] else { return };
        let (caller, callee) = (
            (&self.image.program.functions[caller.func], caller.pc),
            &self.image.program.functions[callee.func],
        );
        let Some(id) = caller.0.code[caller.1 as usize].call_site() else { return };
        let site = &caller.0.calls[id];
        let count = values.len().min(site.dst_slots as usize);
        for (i, value) in (0..).zip(&values[..count]) {
            let is_pointer = callee.pointer_slots.get(src.plus(i).index()) == Some(&true);
            if is_pointer && !caller.0.pointer_slots[site.dst.plus(i).index()] {
                self.expose_address(value.bits);
            }
        }
    }

    /// Enters a function whose arguments are just words: they are copied from frame
    /// to frame.
    fn enter_simply(&mut self, t: usize, func: FuncId, args: &[Argument]) {
        let Some(caller) = self.state.threads[t].frames.last().map(|frame| frame.base as usize)
        else {
            return;
        };
        self.state.threads[t].push_frame(&self.image, func, &[]);
        let params: usize = self.image.program.functions[func]
            .params
            .iter()
            .map(|param| param.slots as usize)
            .sum();
        let thread = &mut self.state.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        let mut at = 0;
        for arg in args {
            let first = caller + arg.src.index();
            let count = (arg.slots as usize).min(params - at);
            thread.stack.copy_within(first..first + count, base + at);
            at += count;
        }
    }

    /// A copy of what a pointer points to.
    fn copy_of(&mut self, t: usize, from: Word, size: u32) -> Result<Block, Fault> {
        let access = Access::read(t, from.bits, size.into(), AccessMode::PLAIN);
        let range = self.check(from, access)?;
        // The copy may be kept anywhere, pointers in it included.
        self.state.memory.expose_pointers(&range);
        let (data, undef) = self.state.memory.read_bytes(access, &range);
        let mut block = Block::zeroed(data.len(), owner_of(t));
        block.data.copy_from_slice(data);
        block.undef = undef.unwrap_or_default().to_vec();
        Ok(block)
    }

    /// The variable arguments as they lie in memory, by the rules of the target.
    fn variable_arguments(
        &mut self,
        t: usize,
        args: &[Argument],
        words: &[Word],
    ) -> Result<Block, Fault> {
        let stride = self.state.memory.addressing.pointer_bytes();
        let parts = &self.image.program.parts;
        let mut size = 0usize;
        let mut places = Vec::with_capacity(args.len());
        for arg in args {
            let (bytes, align) = argument_layout(self.state.memory.addressing, parts, arg);
            size = size.next_multiple_of(align);
            places.push(size);
            size += bytes.next_multiple_of(stride);
        }
        let mut block = Block::undefined(size, owner_of(t));
        let mut at = 0;
        for (arg, &place) in args.iter().zip(&places) {
            let values = &words[at..at + arg.slots as usize];
            at += arg.slots as usize;
            if let Some(by_value) = arg.by_value {
                let copy = self.copy_of(t, values[0], by_value.size)?;
                let range = place..place + copy.data.len();
                block.data[range.clone()].copy_from_slice(&copy.data);
                match copy.undef.is_empty() {
                    true => block.undef[range].fill(0),
                    false => block.undef[range].copy_from_slice(&copy.undef),
                }
                continue;
            }
            // Pointers among them are not marked as such, so what they point to
            // counts as known to all.
            for value in values {
                if let Some((object, _)) = self.state.memory.resolve(value.bits) {
                    self.state.memory.expose(object);
                }
            }
            let bytes = parts[arg.parts].bytes as usize;
            let range = place..place + bytes;
            let (data, undef) = (&mut block.data[range.clone()], &mut block.undef[range]);
            super::bulk::pack(&parts[arg.parts], values, data, undef);
        }
        Ok(block)
    }

    /// Writes a slot of a thread's innermost frame.
    pub(crate) fn set_slot(&mut self, t: usize, slot: Slot, word: Word) {
        let thread = &mut self.state.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        thread.stack[base + slot.index()] = word;
    }

    /// Returns from a thread's innermost function.
    pub(super) fn return_from(
        &mut self,
        t: usize,
        src: Slot,
        count: u32,
    ) -> Result<Option<Stop>, Fault> {
        if count <= 1 && self.state.threads[t].frames.len() > 1 {
            let value = if count == 1 { self.state.threads[t].slot(src) } else { Word::default() };
            let values = &[value][..count as usize];
            self.expose_mistyped_result(t, src, values);
            self.pop_frame(t, values);
            self.finish_call(t, values);
            return Ok(None);
        }
        let values: Words = (0..count).map(|i| self.state.threads[t].slot(src.plus(i))).collect();
        self.expose_mistyped_result(t, src, &values);
        self.pop_frame(t, &values);
        if self.state.threads[t].frames.is_empty() {
            let value = values.first().copied().unwrap_or_default();
            self.exit_thread(t, value);
            return Ok(Some(Stop::Inactive));
        }
        self.finish_call(t, &values);
        Ok(None)
    }

    /// Fills in a `va_list`, by the rules of the target.
    pub(super) fn start_varargs(&mut self, t: usize, list: Address) -> Result<(), Fault> {
        let frame = self.state.threads[t].frames.last();
        let slot = frame.and_then(|frame| self.image.program.functions[frame.func].varargs);
        let Some(slot) = slot else {
            return Err(Fault::Unsupported(
                "va_start in a function that takes a fixed number of arguments".into(),
            ));
        };
        let area = self.state.threads[t].slot(slot);
        // x86-64 keeps two counters of used registers: all are used, so that every
        // argument is taken from memory.
        let fields: &[(u64, u64, Word, bool)] = match self.state.memory.addressing {
            Addressing::Numbered => &[
                (0, 4, Word::new(48), false),
                (4, 4, Word::new(176), false),
                (8, 8, area, true),
                (16, 8, Word::new(0), true),
            ],
            Addressing::Flat => &[(0, 4, area, true)],
        };
        for &(offset, bytes, value, pointer) in fields {
            let address = self.pointer_add(list, offset);
            let access = Access::write(t, address, bytes, AccessMode::PLAIN);
            let range = self.check(Word::new(address), access)?;
            self.state.memory.write(access, &range, value, pointer);
        }
        Ok(())
    }
}

/// Size and alignment of a variable argument.
fn argument_layout(
    addressing: Addressing,
    parts: &PrimaryMap<PartsId, heddle_program::Parts>,
    arg: &Argument,
) -> (usize, usize) {
    let (bytes, align) = match arg.by_value {
        Some(by_value) => (by_value.size as usize, by_value.align as usize),
        None => (parts[arg.parts].bytes as usize, parts[arg.parts].align as usize),
    };
    let stride = addressing.pointer_bytes();
    match addressing {
        Addressing::Numbered => (bytes, align.clamp(stride, 16)),
        Addressing::Flat => (bytes, stride),
    }
}
