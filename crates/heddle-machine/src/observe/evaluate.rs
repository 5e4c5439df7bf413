//! Running an observer.

use heddle_model::{Finding, ThreadId, Unknown, UnknownKind, Violation};

use super::memo::{Answer, EvaluationOutcome, Role};
use super::registry::Region;
use crate::Machine;
use crate::exec::{Control, Stop};
use crate::fault::{Fault, Judgement};
use crate::record::event::Recording;
use crate::state::memory::{Access, MemoryFault, ObjectIndex};
use crate::state::thread::{Status, Thread, owner_of};
use crate::value::{Word, Words};

/// Most instructions of one evaluation.
const MOST_INSTRUCTIONS: u32 = 1_000_000;

impl Machine<'_> {
    /// Makes an observer's last answer the one for the loaded state.
    #[inline]
    pub(super) fn evaluate_observer(&mut self, memo: usize) {
        if !self.observers.memos[memo].find(&self.state.memory) {
            self.evaluate_anew(memo, None);
        }
    }

    /// Runs an observer; `buffer` is an object that it may write.
    #[cold]
    pub(super) fn evaluate_anew(&mut self, memo: usize, buffer: Option<ObjectIndex>) {
        let role = self.observers.memos[memo].role;
        let (outcome, reads) = self.run_observer(role, buffer);
        reads.iter().for_each(|&(address, bytes)| self.record_data_use(address, bytes.into()));
        let answer = Answer::new(&self.state.memory, reads, outcome);
        self.observers.memos[memo].keep(answer);
    }

    /// Runs a function on a thread of its own, without a trace of it in the loaded state.
    /// Returns what came of it, and what it read.
    fn run_observer(
        &mut self,
        role: Role,
        buffer: Option<ObjectIndex>,
    ) -> (EvaluationOutcome, Vec<(u64, u32)>) {
        let t = self.state.threads.len();
        let owner = owner_of(t);
        if owner.0 >= self.state.memory.addressing.max_owners() {
            let reason = format!("more than {t} threads");
            let unknown = Unknown { kind: UnknownKind::Limit, reason, place: None };
            return (EvaluationOutcome::Unknown(Box::new(unknown)), Vec::new());
        }
        // The end of its thread must not end the process.
        let process = self.state.process;
        let recording = std::mem::replace(&mut self.recorder.recording, Recording::Off);
        let mut thread = std::mem::replace(&mut self.observers.thread, Thread::new());
        thread.book.status = Status::Ready;
        // It runs alone: no access of its is a step.
        thread.book.atomic = 1;
        self.state.threads.push(thread);
        self.state.memory.ensure_owner(owner);
        self.state.memory.start_watch(owner, buffer);
        let stop = match self.arguments_of(role) {
            Ok(arguments) => {
                self.state.threads[t].push_frame(&self.image, role.function(), &arguments);
                let mut control = Control::new(MOST_INSTRUCTIONS, 0);
                self.run(ThreadId(t as u32), &mut control)
            }
            Err(fault) => Stop::Fault(fault),
        };
        let outcome = self.outcome_of(role, t, stop);
        let reads = self.state.memory.end_watch();

        let objects: Vec<ObjectIndex> = self.state.memory.objects_of(owner).collect();
        for index in objects {
            self.state.memory.remove(index);
        }
        if let Some(mut thread) = self.state.threads.pop() {
            thread.frames.clear();
            thread.stack_objects.clear();
            thread.book.locals.clear();
            self.observers.thread = thread;
        }
        self.recorder.recording = recording;
        self.state.process = process;
        (outcome, reads)
    }

    /// Arguments of an observer. Those that are read from memory are noted as read.
    fn arguments_of(&self, role: Role) -> Result<Words, Fault> {
        let words: Words = match role {
            Role::Invariant(_) | Role::Abstraction(_) => Words::new(),
            Role::Hash(_, region) => {
                Words::from_slice(&[Word::new(region.start), Word::new(region.bytes)])
            }
            Role::Proposition(_, variables) => {
                let value = |&Region { start, bytes }: &Region| {
                    let access = Access::inspection(start, bytes);
                    let range = self.state.memory.check(access).map_err(|it| access.refused(it))?;
                    Ok(self.state.memory.read(access, &range))
                };
                variables.list().iter().map(value).collect::<Result<Words, Fault>>()?
            }
        };
        Ok(words)
    }

    /// EvaluationOutcome of an observer that stopped on thread `t`.
    fn outcome_of(&self, role: Role, t: usize, stop: Stop) -> EvaluationOutcome {
        let observer = role.kind();
        let name = &self.image.program.functions[role.function()].source_name;
        let refused = |what: &str| {
            let reason = format!("{observer} '{name}' {what}");
            let place = self.user_place(ThreadId(t as u32));
            EvaluationOutcome::Unknown(Box::new(Unknown {
                kind: UnknownKind::Evaluation,
                reason,
                place,
            }))
        };
        let fault = match stop {
            Stop::Inactive if self.state.threads[t].book.status == Status::Exited => {
                let value = self.state.threads[t].book.value;
                match role {
                    Role::Abstraction(_) => return EvaluationOutcome::Value(1),
                    _ if value.is_defined() => return EvaluationOutcome::Value(value.bits),
                    _ => Fault::OpenValue { input: value.is_input(), what: "its result" },
                }
            }
            Stop::Inactive | Stop::Visible => return refused("does not return"),
            Stop::Limit => {
                let what = format!("does not return within {MOST_INSTRUCTIONS} instructions");
                return refused(&what);
            }
            Stop::Fault(fault) => fault,
        };
        match fault {
            Fault::Refused(what) => refused(&what),
            Fault::Memory { fault: MemoryFault::Watched(object), address, .. } => {
                let offset = self.state.memory.resolve(address).map_or(0, |(_, offset)| offset);
                let part = self.describe_part(object, offset);
                match self.object_name(object) {
                    Some(_) => refused(&format!("writes to '{part}'")),
                    None => refused(&format!("writes to {part}")),
                }
            }
            fault => match self.judge(ThreadId(t as u32), fault) {
                Judgement::Violation(violation) => {
                    let Violation { finding, place, thread: _, related: _ } = *violation;
                    let (name, finding) = (name.clone(), Box::new(finding));
                    let finding = Finding::Observer { observer, name, finding };
                    EvaluationOutcome::Violation(Box::new(Violation {
                        place,
                        ..Violation::of_run(finding)
                    }))
                }
                Judgement::Unknown(mut unknown) => {
                    unknown.reason = format!("in {observer} '{name}': {}", unknown.reason);
                    EvaluationOutcome::Unknown(unknown)
                }
                Judgement::Ignored => refused("does not return"),
            },
        }
    }
}
