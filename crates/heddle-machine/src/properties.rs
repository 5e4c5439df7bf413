//! What is wrong with a state: deadlocks, races, leaks.

use heddle_model::{Choice, Place, Property, ThreadId, Violation};
use heddle_program::Op;

use crate::Machine;
use crate::exec::Target;
use crate::fault::Fault;
use crate::memory::access::little_endian;
use crate::memory::{Address, Flags, ObjectIndex, ObjectKind};
use crate::shims::{Shim, SyncOp};
use crate::thread::{Status, Wait};

/// An access that a thread is about to make.
pub(crate) struct Access {
    address: Address,
    bytes: u64,
    write: bool,
    atomic: bool,
}

impl Access {
    /// What it writes.
    pub(crate) fn written(&self) -> Option<(Address, u64)> {
        self.write.then_some((self.address, self.bytes))
    }
}

impl Machine<'_> {
    /// A state in which no thread can move, although not all have exited.
    pub(crate) fn describe_deadlock(&self) -> Violation {
        let stuck: Vec<usize> =
            (0..self.threads.len()).filter(|&t| self.threads[t].status != Status::Exited).collect();
        let mut sentences = Vec::new();
        let mut related = Vec::new();
        for &t in &stuck {
            let sentence = self.describe_wait(t);
            if let Some(place) = self.user_place(ThreadId(t as u32)) {
                related.push((sentence.clone(), place));
            }
            sentences.push(sentence);
        }
        Violation {
            kind: Property::Deadlock,
            detail: None,
            message: format!("deadlock: {}", sentences.join("; ")),
            place: None,
            thread: None,
            related,
        }
    }

    /// What a thread that cannot move waits for, and who has it.
    pub fn describe_wait(&self, t: usize) -> String {
        let held = |owner: Option<usize>| match owner {
            Some(owner) if owner == t => ", which it holds itself".to_owned(),
            Some(owner) if owner < self.threads.len() => {
                let exited = self.threads[owner].status == Status::Exited;
                format!(", held by T{owner}{}", if exited { ", which has exited" } else { "" })
            }
            _ => String::new(),
        };
        let waits = match self.threads[t].status {
            Status::Exited => return format!("T{t} has exited"),
            Status::Waiting(Wait::Condition { condition, .. }) => {
                format!("to be woken through {}", self.describe_address(condition))
            }
            Status::Waiting(Wait::Reacquire { mutex, .. }) => {
                format!("for {}{}", self.describe_address(mutex), held(self.mutex_owner(mutex)))
            }
            Status::Waiting(Wait::Barrier { barrier }) => {
                format!("for others to come to {}", self.describe_address(barrier))
            }
            Status::Waiting(Wait::BarrierOpen) => "for nothing".to_owned(),
            Status::Ready => self.describe_pending(t, held),
        };
        format!("T{t} waits {waits}")
    }

    fn describe_pending(&self, t: usize, held: impl Fn(Option<usize>) -> String) -> String {
        let Some(site) = self.pending_call(t) else { return "for its turn".to_owned() };
        let arguments = self.arguments(t, &site.args);
        let object = arguments.first().map_or(0, |word| word.bits);
        let name = || self.describe_address(object);
        match self.call_target(t, site) {
            Ok(Target::Shim(Shim::ThreadJoin)) => format!("for T{object} to exit"),
            Ok(Target::Shim(Shim::Sync(op))) => match op {
                SyncOp::MutexLock => format!("for {}{}", name(), held(self.mutex_owner(object))),
                SyncOp::RwlockRead | SyncOp::RwlockWrite => {
                    format!("for {}{}", name(), held(self.rwlock_writer(object)))
                }
                SyncOp::SpinLock => format!("for {}{}", name(), held(self.spin_owner(object))),
                SyncOp::SemWait => format!("for {} to be posted", name()),
                _ => format!("for {}", name()),
            },
            Ok(Target::Shim(Shim::Choose)) => "for a choice among nothing".to_owned(),
            _ => "for its turn".to_owned(),
        }
    }

    /// Pairs of threads that are about to touch the same bytes.
    pub(crate) fn find_races(&self, choices: &[Choice], violations: &mut Vec<Violation>) {
        let mut threads: Vec<ThreadId> = choices.iter().map(|choice| choice.thread).collect();
        threads.dedup();
        if threads.len() < 2 {
            return;
        }
        let pending: Vec<(ThreadId, Vec<Access>)> =
            threads.into_iter().map(|thread| (thread, self.pending_accesses(thread))).collect();
        for (i, (first, accesses)) in pending.iter().enumerate() {
            for (second, others) in &pending[i + 1..] {
                let races = |a: &Access| {
                    others
                        .iter()
                        .find(|b| conflicts(a, b))
                        .map(|b| (a.write, b.write, a.address.max(b.address)))
                };
                if let Some((a_writes, b_writes, address)) = accesses.iter().find_map(races) {
                    violations.push(self.race((*first, a_writes), (*second, b_writes), address));
                }
            }
        }
    }

    fn race(&self, a: (ThreadId, bool), b: (ThreadId, bool), address: Address) -> Violation {
        // The one that writes is told first.
        let (first, second) = if a.1 { (a, b) } else { (b, a) };
        let name = self.describe_address(address);
        let verb = |writes: bool| if writes { "write" } else { "read" };
        let place = self.user_place(first.0);
        let related = self.user_place(second.0);
        let caption = format!("conflicts with the {} by {} here", verb(second.1), second.0);
        let at = related.as_ref().map(|place: &Place| format!(" at line {}", place.line));
        Violation {
            kind: Property::DataRace,
            detail: None,
            message: format!(
                "data race: {} by {} and {} by {}{} of {name} can happen at the same time",
                verb(first.1),
                first.0,
                verb(second.1),
                second.0,
                at.unwrap_or_default(),
            ),
            place,
            thread: Some(first.0),
            related: related.map(|place| (caption, place)).into_iter().collect(),
        }
    }

    pub(crate) fn pending_accesses(&self, thread: ThreadId) -> Vec<Access> {
        let state = &self.threads[thread.index()];
        let (Some(frame), Status::Ready) = (state.frames.last(), state.status) else {
            return Vec::new();
        };
        let function = &self.program.functions[frame.func];
        let value = |slot| state.slot(slot).bits;
        let size = |parts| u64::from(self.program.parts[parts].bytes);
        let access = |address, bytes, write, atomic| Access { address, bytes, write, atomic };
        match function.code[frame.pc as usize] {
            Op::Load { bytes, access: how, ptr, offset, width: _, dst: _ } => {
                let address = self.pointer_add(value(ptr), i64::from(offset) as u64);
                vec![access(address, bytes.into(), false, how.is_atomic())]
            }
            Op::Store { bytes, access: how, ptr, offset, width: _, src: _ } => {
                let address = self.pointer_add(value(ptr), i64::from(offset) as u64);
                vec![access(address, bytes.into(), true, how.is_atomic())]
            }
            Op::LoadParts { access: how, ptr, parts, dst: _ } => {
                vec![access(value(ptr), size(parts), false, how.is_atomic())]
            }
            Op::StoreParts { access: how, ptr, parts, src: _ } => {
                vec![access(value(ptr), size(parts), true, how.is_atomic())]
            }
            Op::AtomicRmw { width, ptr, .. } | Op::CmpXchg { width, ptr, .. } => {
                vec![access(value(ptr), u64::from(width).div_ceil(8), true, true)]
            }
            Op::MemCopy { dst, src, len, .. } => vec![
                access(value(src), value(len), false, false),
                access(value(dst), value(len), true, false),
            ],
            Op::MemSet { dst, len, .. } => vec![access(value(dst), value(len), true, false)],
            Op::Call { id } => {
                let site = &function.calls[id];
                match self.call_target(thread.index(), site) {
                    Ok(Target::Shim(Shim::Free)) => self.freed_range(thread, site),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Freeing an object is like writing all of it.
    fn freed_range(&self, thread: ThreadId, site: &heddle_program::CallSite) -> Vec<Access> {
        let arguments = self.arguments(thread.index(), &site.args);
        let Some((object, 0)) = arguments.first().and_then(|word| self.memory.resolve(word.bits))
        else {
            return Vec::new();
        };
        let object = self.memory.object(object);
        let bytes = u64::from(object.size);
        vec![Access { address: object.base, bytes, write: true, atomic: false }]
    }

    /// At the end of the process: a heap object that nobody can free any more.
    pub(crate) fn check_leaks(&self) -> Result<(), Fault> {
        if !self.options.properties.leaks() {
            return Ok(());
        }
        let reachable = self.reachable();
        let lost =
            self.memory.owners().flat_map(|owner| self.memory.objects_of(owner)).find(|index| {
                let object = self.memory.object(*index);
                object.kind == ObjectKind::Heap
                    && !object.flags.any(Flags::DEAD)
                    && !reachable.contains(index)
            });
        match lost {
            None => Ok(()),
            Some(index) => Err(Fault::Bug {
                kind: Property::Memory,
                detail: Some("leak"),
                message: format!(
                    "a heap object of {} bytes is never freed, and nothing points to it any more",
                    self.memory.object(index).size
                ),
                object: Some(index),
            }),
        }
    }

    /// All objects that the program can still name.
    fn reachable(&self) -> std::collections::BTreeSet<ObjectIndex> {
        let word = self.memory.addressing.pointer_bytes();
        let mut seen = std::collections::BTreeSet::new();
        let mut work: Vec<ObjectIndex> = Vec::new();
        for owner in self.memory.owners() {
            work.extend(self.memory.objects_of(owner).filter(|&index| {
                let object = self.memory.object(index);
                let heap = object.kind == ObjectKind::Heap;
                (!heap || object.flags.any(Flags::PINNED)) && !object.flags.any(Flags::DEAD)
            }));
        }
        for (t, thread) in self.threads.iter().enumerate() {
            for (depth, frame) in thread.frames.iter().enumerate() {
                for slot in self.live_slots(t, depth) {
                    let bits = thread.stack[frame.base as usize + slot.index()].bits;
                    work.extend(self.memory.resolve(bits).map(|(object, _)| object));
                }
            }
        }
        while let Some(index) = work.pop() {
            if !seen.insert(index) {
                continue;
            }
            let object = self.memory.object(index);
            if object.flags.any(Flags::DEAD | Flags::MISSING) {
                continue;
            }
            let block = self.memory.block(object.block);
            let (start, end) = (object.start as usize, (object.start + object.size) as usize);
            for bytes in block.data[start..end].chunks_exact(word) {
                let address = little_endian(bytes);
                work.extend(self.memory.resolve(address).map(|(object, _)| object));
            }
        }
        seen
    }
}

fn conflicts(a: &Access, b: &Access) -> bool {
    let overlap =
        a.address < b.address.wrapping_add(b.bytes) && b.address < a.address.wrapping_add(a.bytes);
    overlap && (a.write || b.write) && !(a.atomic && b.atomic)
}
