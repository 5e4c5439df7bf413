//! Unwinding the stack.
//!
//! The calls under way are known wherever a path is executed, so which of them a path ends, and
//! at which landing pad it goes on, is known, too. It leaves the calls that it ends at once, and
//! waits, while their other paths are executed, for the call that it lands in
//! ([`Executor::land`]).

use heddle_program::operation::UnwindOp;
use heddle_program::{Const, Op};

use super::Executor;
use super::activation::Returned;
use crate::symbolic::execution_log::Action;
use crate::symbolic::path::{Path, World};
use crate::symbolic::value::Value;
use crate::term::Term;

/// A path that has left calls and not landed yet.
pub(super) struct Flight {
    /// Number of the call that it lands in, counted from the outermost on.
    landing: usize,
    /// State of the thread.
    world: World,
}

impl Executor<'_, '_> {
    /// Makes an operation on the stack.
    pub(super) fn unwinding(
        &mut self,
        path: &mut Path,
        op: UnwindOp,
        arguments: &[Value],
    ) -> Option<Value> {
        let number = self.argument(&mut path.world, arguments, 0);
        let Some(number) = self.out.terms.value(number.bits) else {
            self.refuse(&mut path.world, "an exception whose handler is not known");
            return None;
        };
        let landing = self.interruptible(number as usize);
        match op {
            UnwindOp::Pad => Some(match landing.and_then(|landing| self.pad(landing)) {
                Some(pad) => self.constant(pad),
                None => Value::constant(&mut self.out.terms, 0),
            }),
            UnwindOp::Unwind => {
                match landing {
                    Some(landing) => self.unwind_to(path, landing),
                    None => {
                        self.refuse(&mut path.world, "unwinding to a landing pad that is not there")
                    }
                }
                None
            }
        }
    }

    /// Number of the call whose frame is at a call with a landing pad, by the number of the
    /// latter, which is counted from the innermost on.
    fn interruptible(&self, number: usize) -> Option<usize> {
        let frames = self.frames.iter().enumerate().rev();
        let landings = frames.filter(|(_, call)| {
            let code = &self.program.functions[call.func].code;
            matches!(code[call.site_key.pc as usize], Op::Invoke { .. })
        });
        landings.map(|(landing, _)| landing).nth(number)
    }

    /// Address of the table of the landing pad of a call.
    fn pad(&self, landing: usize) -> Option<Const> {
        let call = &self.frames[landing];
        let function = &self.program.functions[call.func];
        let site = function.code[call.site_key.pc as usize].call_site()?;
        function.calls[site].pad.map(|pad| Const::Global(pad, 0))
    }

    /// Ends all calls above one, for the path that is executed.
    fn unwind_to(&mut self, path: &mut Path, landing: usize) {
        let mut world = std::mem::replace(&mut path.world, World::nowhere());
        for call in (landing + 1..self.frames.len()).rev() {
            if self.program.functions[self.frames[call].func].atomic {
                self.leave_section(&mut world);
            }
        }
        if let Some(first) = self.frames.get(landing + 1).map(|call| call.first_object) {
            let ended = world.objects.split_off(first);
            self.end_objects(&mut world, &ended);
        }
        self.log(world.guard, Action::Instructions);
        self.open_paths += 1;
        self.flights.push(Flight { landing, world });
        path.world.guard = Term::FALSE;
    }

    /// The paths that land in the innermost call, merged.
    pub(super) fn land(&mut self) -> Option<World> {
        let innermost = self.frames.len().checked_sub(1)?;
        let (landed, others): (Vec<Flight>, _) = std::mem::take(&mut self.flights)
            .into_iter()
            .partition(|flight| flight.landing == innermost);
        self.flights = others;
        self.open_paths -= landed.len();
        let returned = landed.into_iter().map(|flight| flight.world);
        let returned = returned.map(|world| Returned { world, values: Vec::new() });
        self.merge_returns(returned.collect()).map(|returned| returned.world)
    }
}
