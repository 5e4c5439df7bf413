//! Ends of the process, assertions, choices, output.

use cpp_demangle::Symbol;
use heddle_model::{Crash, Escape, Finding, Misuse};
use heddle_program::AccessMode;
use heddle_program::operation::ProcessOp;

use super::{Invocation, MOST_ALTERNATIVES, ShimResult};
use crate::fault::Fault;
use crate::races::Accesses;
use crate::record::event::Event;
use crate::state::memory::{Access, Address};
use crate::state::process::ExitCode;
use crate::value::Word;
use crate::{Machine, Options};

/// The number of alternatives of an operation.
pub(super) fn alternatives(op: ProcessOp, call: &Invocation) -> Result<u32, Fault> {
    Ok(match op {
        ProcessOp::Choose => match call.argument(0)? as u32 {
            // Made as a step, so that it is told what is wrong.
            0 => 1,
            alternatives if alternatives > MOST_ALTERNATIVES => 1,
            alternatives => alternatives,
        },
        ProcessOp::NarrowInput => call.argument(2)? as u32,
        ProcessOp::Exit
        | ProcessOp::Abort
        | ProcessOp::AssertFail
        | ProcessOp::ErrorCall
        | ProcessOp::UncaughtException
        | ProcessOp::Terminate
        | ProcessOp::RefuseFile
        | ProcessOp::Assume
        | ProcessOp::Nondet
        | ProcessOp::AtomicBegin
        | ProcessOp::AtomicEnd
        | ProcessOp::Output
        | ProcessOp::Trace
        | ProcessOp::Format
        | ProcessOp::Print
        | ProcessOp::Strtod
        | ProcessOp::Clock => 1,
    })
}

/// The reason why a run is not followed that needs a file, or standard input if it has no name.
fn refusal_of_file(name: Option<&[u8]>) -> String {
    match name {
        Some(name) => {
            format!("the file '{}' is not there for heddle", String::from_utf8_lossy(name))
        }
        None => "there is no standard input for heddle".to_owned(),
    }
}

/// A type as C++ writes it, of the name that its `std::type_info` has.
fn type_name(mangled: &[u8]) -> String {
    let mangled = mangled.strip_prefix(b"*").unwrap_or(mangled);
    let symbol = [b"_ZTS", mangled].concat();
    let text = Symbol::new(&symbol[..]).ok().and_then(|symbol| symbol.demangle().ok());
    match text.as_deref().and_then(|text| text.strip_prefix("typeinfo name for ")) {
        Some(name) => name.to_owned(),
        None => String::from_utf8_lossy(mangled).into_owned(),
    }
}

impl Machine<'_> {
    pub(super) fn process(
        &mut self,
        op: ProcessOp,
        call: &Invocation,
        alternative: u32,
    ) -> Result<ShimResult, Fault> {
        let t = call.thread;
        match op {
            ProcessOp::Exit => {
                let code = match call.arguments.first() {
                    Some(code) if code.is_input() && code.undef & !code.bits == 0 => {
                        ExitCode::Input
                    }
                    _ => ExitCode::Known(call.known(0, "the exit code of the program")? as i32),
                };
                self.materialize_all();
                self.check_leaks()?;
                self.state.process.end(code);
                self.recorder.note(|| Event::Ended(code));
                return Ok(ShimResult::Inactive);
            }
            ProcessOp::Abort => return Err(Fault::bug(Finding::Crash(Crash::Abort))),
            ProcessOp::Terminate => return Err(Fault::bug(Finding::Crash(Crash::Terminate))),
            ProcessOp::AssertFail => {
                let text = self.c_string(call.thread, call.argument(0)?)?;
                let text = String::from_utf8_lossy(&text).into_owned();
                return Err(Fault::bug(Finding::FailedAssertion { text }));
            }
            ProcessOp::ErrorCall => {
                let function = self.c_string(call.thread, call.argument(0)?)?;
                let function = String::from_utf8_lossy(&function).into_owned();
                return Err(Fault::bug(Finding::ErrorCall { function }));
            }
            ProcessOp::UncaughtException => {
                let name = self.c_string(call.thread, call.argument(0)?)?;
                let exception = type_name(&name);
                let escape = match call.argument(1)? as u32 {
                    0 => Escape::Uncaught,
                    1 => Escape::Noexcept,
                    _ => Escape::Terminate,
                };
                return Err(Fault::bug(Finding::UncaughtException { exception, escape }));
            }
            ProcessOp::RefuseFile => {
                let name = match call.argument(0)? {
                    0 => None,
                    address => Some(self.c_string(call.thread, address)?),
                };
                return Err(Fault::NoFile(refusal_of_file(name.as_deref())));
            }
            ProcessOp::Assume => {
                if call.argument(0)? as u32 == 0 {
                    return Err(Fault::Abandon);
                }
            }
            ProcessOp::Choose => {
                let alternatives = call.argument(0)? as u32;
                if alternatives == 0 {
                    return Err(Fault::Abandon);
                }
                if alternatives > MOST_ALTERNATIVES {
                    let message = format!(
                        "a choice among {alternatives} values is too wide to enumerate (at most \
                         {MOST_ALTERNATIVES})"
                    );
                    return Err(Fault::Limit(message));
                }
                self.recorder.note(|| Event::Chose(alternative));
                return Ok(ShimResult::int(alternative as i32));
            }
            ProcessOp::AtomicBegin => self.state.threads[t].book.atomic += 1,
            ProcessOp::AtomicEnd => {
                let depth = &mut self.state.threads[t].book.atomic;
                *depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| Fault::bug(Finding::LockMisuse(Misuse::EndOfNoSection)))?;
            }
            ProcessOp::Output => {
                let stream = call.int(0)?;
                let bytes = self.bytes(t, call.argument(1)?, call.argument(2)? as usize)?;
                self.recorder.note(|| Event::Output { stream, bytes });
            }
            ProcessOp::Trace => {
                let bytes = self.bytes(t, call.argument(0)?, call.argument(1)? as usize)?;
                self.recorder.note(|| Event::Message(bytes));
            }
            ProcessOp::Nondet => {
                let bits = (call.argument(0)? as u32).clamp(1, 64);
                return Ok(ShimResult::value(self.take_input(t, bits)));
            }
            ProcessOp::NarrowInput => {
                let bits = (call.argument(0)? as u32).clamp(1, 64);
                let value = call.argument(1)?.wrapping_add(alternative.into());
                return Ok(ShimResult::value(self.take_narrow_input(t, bits, value)));
            }
            ProcessOp::Clock => return Ok(ShimResult::word(1_000_000_000)),
            ProcessOp::Format => return self.format(call),
            ProcessOp::Print => return self.print(call),
            ProcessOp::Strtod => return self.strtod(call),
        }
        self.state.threads[t].touch();
        Ok(ShimResult::void())
    }

    /// The accesses, as far as others may notice them, of an operation on the process that finds
    /// out while it is made what it reads and writes.
    pub(super) fn text_accesses(
        &self,
        op: ProcessOp,
        call: &Invocation,
    ) -> Result<Accesses, Fault> {
        match op {
            ProcessOp::Format => self.format_accesses(call),
            ProcessOp::Print => self.print_accesses(call),
            ProcessOp::Strtod => self.strtod_accesses(call),
            ProcessOp::Exit
            | ProcessOp::Abort
            | ProcessOp::AssertFail
            | ProcessOp::ErrorCall
            | ProcessOp::UncaughtException
            | ProcessOp::Terminate
            | ProcessOp::RefuseFile
            | ProcessOp::Assume
            | ProcessOp::Choose
            | ProcessOp::Nondet
            | ProcessOp::NarrowInput
            | ProcessOp::AtomicBegin
            | ProcessOp::AtomicEnd
            | ProcessOp::Output
            | ProcessOp::Trace
            | ProcessOp::Clock => Ok(Accesses::new()),
        }
    }

    /// The next input of a thread: the one that it is given, or one that is left open.
    fn take_input(&mut self, t: usize, bits: u32) -> Word {
        let Some(inputs) = &self.image.options.inputs else { return Word::input(bits) };
        let taken = self.state.threads[t].book.inputs_taken;
        let next = inputs.get(t).and_then(|own| own.get(taken as usize)).copied();
        let value = next.unwrap_or(0) & u64::MAX >> (64 - bits);
        if next.is_some() {
            // Behind the last, it does not matter how many there were.
            self.state.threads[t].book.inputs_taken += 1;
            self.state.threads[t].touch();
        }
        self.recorder.note(|| Event::Input { bits, value });
        Word::new(value)
    }

    /// True if inputs of which the program takes few values are enumerated: they are not given, and
    /// nobody looks where a thread is that will not meet an assumption.
    pub(super) fn enumerates_inputs(&self) -> bool {
        let Options { inputs, propositions, .. } = &self.image.options;
        inputs.is_none() && propositions.is_empty()
    }

    /// The next input of a thread: this value, if it is one of few that are enumerated.
    fn take_narrow_input(&mut self, t: usize, bits: u32, value: u64) -> Word {
        if !self.enumerates_inputs() {
            return self.take_input(t, bits);
        }
        let value = value & u64::MAX >> (64 - bits);
        self.recorder.note(|| Event::Input { bits, value });
        Word::new(value)
    }

    /// Bytes of memory; undefined bits read as what stands there.
    pub(super) fn bytes(&self, t: usize, address: Address, len: usize) -> Result<Vec<u8>, Fault> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let access = Access::read(t, address, len as u64, AccessMode::PLAIN);
        let range = self.state.memory.check(access).map_err(|fault| access.refused(fault))?;
        Ok(self.state.memory.read_bytes(access, &range).0.to_vec())
    }

    /// A string, without its end.
    pub(crate) fn c_string(&self, t: usize, address: Address) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        loop {
            let at = self.pointer_add(address, bytes.len() as u64);
            match self.bytes(t, at, 1)?[0] {
                0 => return Ok(bytes),
                byte => bytes.push(byte),
            }
        }
    }
}
