//! Making steps of instructions.
//!
//! A step is what one thread does on one line without interruption. Before every
//! instruction the narrator looks where its thread is; when that is another line,
//! frame or thread than before, the step is over.

use heddle_machine::{Event, Frame, Machine, Renames};
use heddle_model::{Actor, InternalId, Place, ThreadId};
use heddle_program::{Origin, Slot};

use super::accesses::{Range, bytes_of_word, describe, learn_type};
use super::before::{Before, Line, Position};
use super::effects::{LibraryRange, add, note_library_range, tell_library_range};
use super::forms::{self, FormAccess};
use super::locals::Snapshot;
use super::steps::Steps;
use crate::frames::{call_depth, place_of};
use crate::model::{Effect, Step, ThreadInfo, Valuation};
use crate::names::Names;
use crate::source::{SourceText, line_of};

/// A step under way.
#[derive(Debug)]
struct Current {
    position: Position,
    step: Step,
    locals: Option<Snapshot>,
    /// Ranges that library functions accessed for the line.
    ranges: Vec<LibraryRange>,
    /// Values of the C++ library that it accessed.
    forms: Vec<FormAccess>,
}

/// Makes the story.
#[derive(Debug)]
pub(super) struct Narrator {
    names: Names,
    threads: Vec<ThreadInfo>,
    steps: Steps,
    current: Option<Current>,
    /// The number of the first step that the choice under way is told in.
    first: Option<usize>,
    /// True if that choice is in an atomic section, or was.
    in_section: bool,
    /// For each thread, the line of each frame where it was last seen.
    lines: Vec<Vec<Line>>,
}

impl Narrator {
    pub(super) fn new(machine: &Machine) -> Narrator {
        let main = ThreadInfo {
            id: ThreadId::MAIN,
            name: "main".to_owned(),
            creator: None,
            created: None,
        };
        Narrator {
            names: Names::default(),
            threads: vec![main],
            steps: Steps::default(),
            current: None,
            first: None,
            in_section: false,
            lines: vec![Vec::new(); machine.thread_count()],
        }
    }

    pub(super) fn names(&mut self) -> &mut Names {
        &mut self.names
    }

    /// Notes what a thread did in a choice of which nothing is told: threads that it created are
    /// met all the same.
    pub(super) fn pass(
        &mut self,
        machine: &Machine,
        thread: ThreadId,
        events: Vec<Event>,
        instructions: u64,
    ) {
        for event in events {
            if let Event::Created(created) = event {
                self.meet(machine, created, thread);
            }
        }
        if let Some(lines) = self.lines.get_mut(thread.index()) {
            lines.clear();
        }
        self.steps.pass(instructions);
    }

    /// Number of steps that are over.
    pub(super) fn steps_over(&self) -> usize {
        self.steps.count()
    }

    /// The position of the step with a number in the story so far.
    pub(super) fn position(&self, number: usize) -> usize {
        self.steps.position(number)
    }

    /// Another choice is about to be made.
    pub(super) fn begin_choice(&mut self) {
        self.first = None;
        self.in_section = false;
    }

    /// Notes what the choice that was just made has changed about propositions: some of it
    /// by its first step, some by its last.
    pub(super) fn note_valuation(
        &mut self,
        machine: &Machine,
        actor: Actor,
        choice: usize,
        [mut by_first, mut by_last]: [Valuation; 2],
    ) {
        if by_first.is_empty() && by_last.is_empty() {
            return;
        }
        let over = self.steps.count();
        let is_there =
            self.current.as_ref().is_some_and(|step| actor == step.position.thread.into());
        let (first, last) = match self.first {
            Some(first) => (first, if is_there { over } else { over.saturating_sub(1) }),
            None if is_there => (over, over),
            None => {
                // Nothing else is told of it.
                self.end_step(machine);
                let over = self.steps.count();
                self.steps.push(outside(actor.thread().unwrap_or(ThreadId::MAIN), choice));
                (over, over)
            }
        };
        if first == last {
            by_first.append(&mut by_last);
        }
        self.add_valuation(first, by_first);
        self.add_valuation(last, by_last);
    }

    /// Ends the story with the first line of the last choice, which made the visible change: what
    /// came after it is the thread's alone. Of an atomic section, only the end counts. All steps
    /// are over.
    pub(super) fn end_with_change(&mut self) {
        if let (Some(first), false) = (self.first, self.in_section) {
            self.steps.truncate(first + 1);
        }
    }

    /// The choice under way is in an atomic section.
    pub(super) fn note_section(&mut self) {
        self.in_section = true;
    }

    /// Notes an internal action, as an effect of the step during which it happens.
    pub(super) fn note_internal(&mut self, action: InternalId, choice: usize) {
        self.first.get_or_insert(self.steps.count());
        let effect = Effect::Internal { action };
        match &mut self.current {
            Some(current) => current.step.effects.push(effect),
            None => {
                let step = outside(ThreadId::MAIN, choice);
                self.steps.push(Step { effects: vec![effect], ..step });
            }
        }
    }

    fn add_valuation(&mut self, number: usize, changes: Valuation) {
        if changes.is_empty() {
            return;
        }
        let is_over = number < self.steps.count();
        let step = match &mut self.current {
            Some(current) if !is_over => Some(&mut current.step),
            _ => self.steps.get_mut(number),
        };
        if let Some(step) = step {
            step.effects.push(Effect::Valuation { changes });
        }
    }

    pub(super) fn into_story(self) -> (Vec<ThreadInfo>, Vec<Step>) {
        (self.threads, self.steps.into_vec())
    }

    /// Objects have other addresses now.
    pub(super) fn rename(&mut self, renames: &Renames) {
        self.names.rename(renames);
        if let Some(current) = &mut self.current {
            current.ranges.iter_mut().for_each(|range| range.rename(renames));
            current.forms.iter_mut().for_each(|form| form.rename(renames));
            if let Some(locals) = &mut current.locals {
                locals.rename(renames);
            }
        }
    }

    /// Looks where a thread is before it makes an instruction.
    pub(super) fn look(&mut self, machine: &Machine, thread: ThreadId) -> Before {
        let mut before = Before::of(machine, thread);
        if self.current.as_ref().is_none_or(|current| current.position != before.position) {
            self.end_step(machine);
            before.locals = before
                .position
                .line
                .and_then(|line| Snapshot::take(machine, thread, line.depth, line.inlined_at));
        }
        before
    }

    /// Notes what the instruction did.
    pub(super) fn note(
        &mut self,
        machine: &Machine,
        before: Before,
        events: Vec<Event>,
        failed: bool,
        choice: usize,
        sources: &mut dyn SourceText,
    ) {
        let made = failed || !events.is_empty() || before.has_changed(machine);
        let access = |event: &Event| matches!(event, Event::Read { .. } | Event::Write { .. });
        let nowhere = before.position.line.is_none();
        if !made || nowhere && events.iter().all(access) {
            return;
        }
        if self.current.is_none() {
            self.begin_step(machine, &before, choice, sources);
        }
        self.first.get_or_insert(self.steps.count());
        for event in events {
            self.note_event(machine, &before, event);
        }
        self.note_freed(machine, &before);
    }

    /// Notes the end of a heap object: freeing it counts as writing all of it.
    fn note_freed(&mut self, machine: &Machine, before: &Before) {
        let Some(current) = &mut self.current else { return };
        for (address, _) in &before.old {
            if let Some(view) = machine.object_at(*address).filter(|view| view.heap && view.dead) {
                if before.in_library && self.names.is_inner(&view) {
                    continue;
                }
                let object = self.names.object(&view, "");
                add(&mut current.step.effects, Effect::Freed { object });
            }
        }
    }

    fn begin_step(
        &mut self,
        machine: &Machine,
        before: &Before,
        choice: usize,
        sources: &mut dyn SourceText,
    ) {
        let Position { thread, line } = before.position;
        let mut place: Option<Place> = None;
        let mut depth = 0;
        if let Some(line) = line
            && let Some(frame) = machine.thread(thread).frames.get(line.depth)
        {
            let function = &machine.program().functions[frame.func];
            let here = place_of(machine, function, before.location);
            if function.origin == Origin::User {
                self.name_thread(thread, &here.function);
            }
            place = Some(here);
            depth = call_depth(machine, thread, line.depth);
        } else if let Some(id) = before.location {
            // The instruction was a return: the frame is gone.
            place = Some(machine.place(id));
            depth = line.map_or(0, |line| call_depth(machine, thread, line.depth) + 1);
        }
        let source = place.as_ref().map(|place| line_of(machine, sources, place));
        let step = Step {
            thread,
            place,
            source: source.unwrap_or_default(),
            depth,
            enters: before.enters,
            resumed: line.is_some_and(|line| self.is_resumed(thread, line)),
            choice,
            left_out: 0,
            unfollowed: 0,
            effects: Vec::new(),
        };
        let locals = before.locals.clone();
        let position = before.position;
        self.current =
            Some(Current { position, step, locals, ranges: Vec::new(), forms: Vec::new() });
    }

    /// Names a thread that the library has started after the first function of the user's.
    fn name_thread(&mut self, thread: ThreadId, function: &str) {
        if let Some(info) = self.threads.get_mut(thread.index())
            && info.name == NAMELESS
        {
            info.name = if function == "operator()" { "lambda" } else { function }.to_owned();
        }
    }

    /// True if the thread was already on that line of that frame when something
    /// else came between.
    fn is_resumed(&mut self, thread: ThreadId, line: Line) -> bool {
        if self.lines.len() <= thread.index() {
            self.lines.resize(thread.index() + 1, Vec::new());
        }
        let lines = &mut self.lines[thread.index()];
        lines.retain(|known| known.depth <= line.depth);
        let resumed = lines.last() == Some(&line);
        if lines.last().is_some_and(|last| last.depth == line.depth) {
            lines.pop();
        }
        lines.push(line);
        resumed
    }

    /// The step under way, if any, is over.
    pub(super) fn end_step(&mut self, machine: &Machine) {
        let Some(mut current) = self.current.take() else { return };
        let here = current.step.place.as_ref().map_or("", |place| &place.function).to_owned();
        for range in std::mem::take(&mut current.ranges) {
            tell_library_range(machine, &mut self.names, &here, &range, &mut current.step.effects);
        }
        for form in std::mem::take(&mut current.forms) {
            if let Some(effect) = form.effect(machine, &mut self.names, &here) {
                add(&mut current.step.effects, effect);
            }
        }
        if let Some(locals) = current.locals {
            let changes = locals.changes(machine, &mut self.names, &here);
            changes.into_iter().for_each(|change| add(&mut current.step.effects, change));
        }
        self.steps.push(current.step);
    }

    fn note_event(&mut self, machine: &Machine, before: &Before, event: Event) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let effect = match event {
            Event::Read { address, bytes, value, shared } => {
                let old = value.map(|word| bytes_of_word(word, bytes));
                let bytes = u64::from(bytes);
                let scalar = value.is_some();
                let range = Range { address, bytes, old, scalar };
                return self.note_access(machine, before, range, false, shared);
            }
            Event::Write { address, bytes, value, shared } => {
                let old = before.old.iter().find(|(start, _)| *start == address);
                let old = old.map(|(_, bytes)| bytes.clone());
                let bytes = u64::from(bytes);
                let scalar = value.is_some();
                let range = Range { address, bytes, old, scalar };
                return self.note_access(machine, before, range, true, shared);
            }
            Event::Output { stream, bytes } => Effect::Output { stream, text: text(&bytes) },
            Event::Message(bytes) => Effect::Message { text: text(&bytes) },
            Event::Sync(event) => Effect::Sync(event),
            Event::AllocationFailed => {
                let function = called_by_program(machine, before);
                Effect::AllocationFailed { function }
            }
            Event::Chose(value) => Effect::Chose { value },
            Event::OpenBranch(value) => Effect::OpenBranch { value },
            Event::Input { bits, value } => {
                let value = input_text(machine, before, bits, value);
                Effect::Input { value }
            }
            Event::Created(thread) => {
                self.meet(machine, thread, before.position.thread);
                Effect::Created { thread }
            }
            Event::Exited => Effect::Exited,
            Event::Ended(code) => Effect::Ended { code: code.known() },
        };
        if let Some(current) = &mut self.current {
            add(&mut current.step.effects, effect);
        }
    }

    fn note_access(
        &mut self,
        machine: &Machine,
        before: &Before,
        range: Range,
        write: bool,
        shared: bool,
    ) {
        let (Some(current), Some(line)) = (&mut self.current, before.position.line) else { return };
        let Some(view) = machine.object_at(range.address) else { return };
        if view.runtime {
            return;
        }
        let here = current.step.place.as_ref().map_or("", |place| &place.function).to_owned();
        let whom = (machine, &mut self.names, here.as_str());
        if forms::note(&mut current.forms, whom, &view, &range, (write, shared))
            || !write && !shared
        {
            return;
        }
        let untyped = self.names.is_untyped(&view);
        if untyped {
            learn_type(machine, &mut self.names, &view, before.position.thread, line.depth);
        }
        if before.in_runtime {
            // What the library allocates for itself is its own business.
            let is_inner = before.in_library && self.names.is_inner(&view);
            if !(is_inner || untyped && self.names.is_untyped(&view)) {
                note_library_range(&mut current.ranges, &view, &range, write, shared);
            }
            return;
        }
        let Some(told) = describe(machine, &mut self.names, &here, &view, &range) else { return };
        let (name, old, new) = (told.name, told.old, told.new);
        let effect = match (write, shared) {
            (true, true) => Effect::Write { name, old: range.old.map(|_| old), new },
            (true, false) => Effect::Local { name, value: new },
            (false, _) => Effect::Read { name, value: old },
        };
        add(&mut current.step.effects, effect);
    }

    /// A new thread enters the story.
    fn meet(&mut self, machine: &Machine, thread: ThreadId, creator: ThreadId) {
        let start = machine.slot_at(thread, 0, Slot(0));
        let name = start
            .and_then(|word| machine.object_at(word.bits))
            .and_then(|view| view.function)
            .filter(|name| is_users(machine, name))
            .unwrap_or_else(|| NAMELESS.to_owned());
        let created = machine.user_place(creator);
        let info = ThreadInfo { id: thread, name, creator: Some(creator), created };
        if let Some(lines) = self.lines.get_mut(thread.index()) {
            lines.clear();
        }
        match self.threads.get_mut(thread.index()) {
            // The number was that of a thread that has ended: its steps keep their name.
            Some(former) if former.name.split('/').any(|name| name == info.name) => {
                let name = std::mem::take(&mut former.name);
                *former = ThreadInfo { name, ..info };
            }
            Some(former) => {
                let name = format!("{}/{}", former.name, info.name);
                *former = ThreadInfo { name, ..info };
            }
            None => self.threads.push(info),
        }
    }
}

/// The name of a thread that the library starts, until it enters a function of the user's.
const NAMELESS: &str = "thread";

/// True if the user has written a function of this name.
fn is_users(machine: &Machine, name: &str) -> bool {
    let mut functions = machine.program().functions.values();
    functions.any(|function| function.origin == Origin::User && function.source_name == name)
}

/// The function of the library that the program has called.
fn called_by_program(machine: &Machine, before: &Before) -> String {
    let frames = &machine.thread(before.position.thread).frames;
    let outermost = before.position.line.map_or(0, |line| line.depth + 1);
    let called = frames.get(outermost).or(frames.last());
    called.map_or_else(String::new, |frame| {
        machine.program().functions[frame.func].source_name.clone()
    })
}

/// An input as a number of the type for which it was asked.
fn input_text(machine: &Machine, before: &Before, bits: u32, value: u64) -> String {
    // Inputs of signed types, by the names of the functions that give them.
    const SIGNED: [&str; 8] =
        ["char", "schar", "short", "int", "long", "longlong", "ssize_t", "loff_t"];
    let function = |frame: &Frame| machine.program().functions[frame.func].name.as_str();
    let mut callers = machine.thread(before.position.thread).frames.iter().rev().map(function);
    let asked = callers.find_map(|name| name.strip_prefix("__VERIFIER_nondet_"));
    match asked {
        Some(ty) if SIGNED.contains(&ty) => {
            ((value << (64 - bits)) as i64 >> (64 - bits)).to_string()
        }
        _ => value.to_string(),
    }
}

/// A step outside of the program's own code, which did nothing so far.
fn outside(thread: ThreadId, choice: usize) -> Step {
    Step {
        thread,
        place: None,
        source: String::new(),
        depth: 0,
        enters: false,
        resumed: false,
        choice,
        left_out: 0,
        unfollowed: 0,
        effects: Vec::new(),
    }
}
