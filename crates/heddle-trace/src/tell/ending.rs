//! The end of a run: stacks, variables, what threads wait for.

use heddle_machine::{ExitCode, Frame, Machine, Status};
use heddle_model::{Choice, ThreadId, Waiting, WaitsFor};
use heddle_program::{GlobalId, Origin, Variable};

use crate::frames::{
    Holder, SourceFrame, bytes_of_words, holder, place_of, source_frames, variables_in_scope,
};
use crate::model::{Ending, FrameView, GlobalChange, ThreadEnding, VariableView};
use crate::names::Names;
use crate::source::{SourceText, line_of};
use crate::types::{size, type_name};
use crate::value::Printer;
use crate::value::bits::Bytes;
use crate::value::library::has_form;

/// Pointers in a row that are followed.
const LEVELS: u32 = 2;
/// Larger variables are not compared.
const LARGEST_COMPARED_VARIABLE: u64 = 1 << 20;

/// The program's variables at the start of the run.
#[derive(Debug)]
pub(super) struct Start {
    globals: Vec<(GlobalId, Bytes)>,
}

impl Start {
    /// Remembers the loaded state.
    pub(super) fn of(machine: &Machine) -> Start {
        let globals = machine.program().globals.iter().filter_map(|(id, global)| {
            let users = global.origin == Origin::User && global.ty.is_some();
            if !users
                || global.constant
                || global.thread_local
                || global.size > LARGEST_COMPARED_VARIABLE
            {
                return None;
            }
            Some((id, read(machine, machine.global_address(id), global.size)?))
        });
        Start { globals: globals.collect() }
    }

    /// Describes the loaded state, the last of the run.
    pub(super) fn end(
        &self,
        machine: &Machine,
        choices: &[Choice],
        names: &mut Names,
        sources: &mut dyn SourceText,
    ) -> Ending {
        let threads = || (0..machine.thread_count()).map(|t| ThreadId(t as u32));
        let stacks: Vec<Vec<SourceFrame>> = threads().map(|t| source_frames(machine, t)).collect();
        let changed: Vec<&(GlobalId, Bytes)> =
            self.globals.iter().filter(|(id, old)| is_changed(machine, *id, old)).collect();
        let initial: Vec<String> =
            changed.iter().map(|(id, old)| global_text(machine, names, *id, old)).collect();

        let mut printer = Printer::following(machine, names, LEVELS);
        // What is shown under its own name needs no second showing behind a pointer.
        for (id, _) in &changed {
            printer.mark_shown(machine.global_address(*id));
        }
        for (thread, frames) in threads().zip(&stacks) {
            for frame in frames {
                for variable in variables_in_scope(machine, thread, frame) {
                    if let Some(Holder::Memory(address)) =
                        holder(machine, thread, frame.depth, variable)
                    {
                        printer.mark_shown(address);
                    }
                }
            }
        }
        let threads = threads()
            .zip(&stacks)
            .map(|(thread, frames)| ThreadEnding {
                thread,
                not_started: is_new(machine, thread),
                exited: machine.thread(thread).status() == Status::Exited,
                waits: waits(machine, thread, choices),
                frames: frames
                    .iter()
                    .map(|frame| frame_view(machine, thread, frame, &mut printer, sources))
                    .collect(),
            })
            .collect();
        printer.here = String::new();
        let source = &machine.program().source;
        let globals = changed
            .iter()
            .zip(initial)
            .filter_map(|((id, _), initial)| {
                let global = &machine.program().globals[*id];
                let address = machine.global_address(*id);
                let variable =
                    memory_view(&mut printer, &global.readable_name(), global.ty?, address)?;
                // What the library does to its own members is of no interest.
                let is_same = variable.value == initial && has_form(source, global.ty?);
                (!is_same).then_some(GlobalChange { variable, initial })
            })
            .collect();
        Ending { threads, globals, exit_code: machine.exit_code().and_then(ExitCode::known) }
    }
}

impl Ending {
    /// Adds what threads wait for that can move, and do so in vain.
    pub(super) fn add_waits(&mut self, waiting: &[Waiting]) {
        for Waiting { thread, waits } in waiting {
            let ending = self.threads.iter_mut().find(|ending| ending.thread == *thread);
            ending.into_iter().for_each(|ending| ending.waits = Some(waits.clone()));
        }
    }
}

/// True if a thread stands before its first instruction.
fn is_new(machine: &Machine, thread: ThreadId) -> bool {
    let thread = machine.thread(thread);
    thread.status() == Status::Ready && matches!(thread.frames[..], [Frame { pc: 0, .. }])
}

fn is_changed(machine: &Machine, id: GlobalId, old: &Bytes) -> bool {
    let bytes = old.data.len() as u64;
    read(machine, machine.global_address(id), bytes).is_some_and(|now| now != *old)
}

fn global_text(machine: &Machine, names: &mut Names, id: GlobalId, bytes: &Bytes) -> String {
    match machine.program().globals[id].ty {
        // Not at its address: whether a lock is free is not to be looked up there.
        Some(ty) => Printer::new(machine, names, "").value(ty, bytes.at(None)),
        None => String::new(),
    }
}

fn read(machine: &Machine, address: u64, bytes: u64) -> Option<Bytes> {
    let (data, undef) = machine.memory_at(address, usize::try_from(bytes).ok()?)?;
    Some(Bytes { data, undef })
}

/// The event that a thread waits for, if it cannot move and it is not just another's turn.
fn waits(machine: &Machine, thread: ThreadId, choices: &[Choice]) -> Option<WaitsFor> {
    let can_move = choices.iter().any(|choice| choice.thread() == Some(thread));
    let exited = machine.thread(thread).status() == Status::Exited;
    if can_move || exited || machine.exit_code().is_some() {
        return None;
    }
    Some(machine.wait_of(thread.index())).filter(|waits| *waits != WaitsFor::Turn)
}

fn frame_view(
    machine: &Machine,
    thread: ThreadId,
    frame: &SourceFrame,
    printer: &mut Printer,
    sources: &mut dyn SourceText,
) -> FrameView {
    let func = machine.thread(thread).frames[frame.depth].func;
    let place = place_of(machine, &machine.program().functions[func], frame.location);
    printer.here.clone_from(&place.function);
    let mut variables = variables_in_scope(machine, thread, frame);
    variables.sort_by_key(|variable| (variable.argument == 0, variable.argument, variable.line));
    let variables = variables
        .into_iter()
        .filter_map(|variable| {
            let view = variable_view(machine, thread, frame.depth, variable, printer)?;
            // A variable that is declared further down is not there yet.
            let later = variable.line >= place.line && view.value == "<uninitialized>";
            (!later).then_some(view)
        })
        .collect();
    let source = line_of(machine, sources, &place);
    FrameView { place, source, variables }
}

fn variable_view(
    machine: &Machine,
    thread: ThreadId,
    depth: usize,
    variable: &Variable,
    printer: &mut Printer,
) -> Option<VariableView> {
    let ty = variable.ty?;
    match holder(machine, thread, depth, variable)? {
        Holder::Memory(address) => memory_view(printer, &variable.name, ty, address),
        Holder::Words(words) => {
            let bytes = bytes_of_words(machine, ty, &words);
            let value = printer.value(ty, bytes.at(None));
            Some(VariableView { name: variable.name.clone(), ty: text_of(machine, ty), value })
        }
    }
}

fn memory_view(
    printer: &mut Printer,
    name: &str,
    ty: heddle_program::DebugTypeId,
    address: u64,
) -> Option<VariableView> {
    let machine = printer.machine;
    let bytes = printer.read(address, size(machine, ty).min(LARGEST_COMPARED_VARIABLE))?;
    let value = printer.value(ty, bytes.at(Some(address)));
    Some(VariableView { name: name.to_owned(), ty: text_of(machine, ty), value })
}

fn text_of(machine: &Machine, ty: heddle_program::DebugTypeId) -> String {
    type_name(&machine.program().source, ty)
}
