//! Calls.

use heddle_model::{Property, UnknownKind};
use heddle_program::{Argument, CallSite, Callee, ExternId, FuncId, Origin};
use smallvec::SmallVec;

use super::activation::{Returned, Start};
use super::bulk::CopyMode;
use super::{Done, Executor, Here};
use crate::symbolic::execution_log::Action;
use crate::symbolic::memory::{Addressing, Content, ObjectId, ObjectKind};
use crate::symbolic::names::ObjectOrigin;
use crate::symbolic::path::{Path, Section, World};
use crate::symbolic::value::Value;
use crate::term::Term;

/// Alignment of variable arguments in memory.
const VARARGS_ALIGNMENT: u32 = 16;

/// Target of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CallTarget {
    Function(FuncId),
    Extern(ExternId),
}

impl<'p> Executor<'p, '_> {
    /// Makes a call; the path goes on behind it, if it does.
    pub(super) fn call(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        site: &'p CallSite,
    ) -> Done<()> {
        if self.settings.properties.contains(Property::Leak)
            && let Some(call) = self.frames.last_mut()
        {
            let live = here.frame.function.live_sets.slots(site.live_across);
            call.live = live.iter().map(|slot| path.slots[slot.index()].bits).collect();
        }
        let returned = match site.callee {
            Callee::Function(func) => {
                self.call_target(here, path, site, CallTarget::Function(func))?
            }
            Callee::Extern(id) => self.call_target(here, path, site, CallTarget::Extern(id))?,
            Callee::Indirect(slot) => {
                let pointer = path.slots[slot.index()];
                self.call_indirectly(here, path, site, pointer)?
            }
        };
        let Some(Returned { world, values }) = returned else {
            path.world.guard = Term::FALSE;
            return Ok(());
        };
        path.world = world;
        let undefined = Value::undefined(&mut self.out.terms);
        for i in 0..site.dst_slots {
            let value = values.get(i as usize).copied().unwrap_or(undefined);
            path.slots[site.dst.plus(i).index()] = value;
        }
        Ok(())
    }

    /// Calls whatever a pointer points to.
    fn call_indirectly(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        site: &'p CallSite,
        pointer: Value,
    ) -> Done<Option<Returned>> {
        // Whatever is wrong with the pointer, the machine says when it makes the call.
        path.world.in_step = true;
        let undefined = pointer.has_undefined(&mut self.out.terms);
        self.fault(&mut path.world, Property::Memory, undefined);
        let resolved = self.resolve(pointer.bits);
        let reason = "a call of an address that is computed from numbers".to_owned();
        let unfollowed = resolved.unfollowed(&mut self.out.terms);
        self.refuse_if(&mut path.world, unfollowed, UnknownKind::Unsupported, reason);
        let mut ways = Vec::new();
        let mut is_call = Vec::new();
        for target in &resolved.targets {
            let callee = match self.names.function(target.object) {
                Some(&ObjectOrigin::Function(func)) => CallTarget::Function(func),
                Some(&ObjectOrigin::Extern(id)) => CallTarget::Extern(id),
                _ => continue,
            };
            let zero = self.out.terms.constant(64, 0);
            let is_start = self.out.terms.eq(target.offset, zero);
            let condition = self.out.terms.and(target.condition, is_start);
            is_call.push(condition);
            ways.push((condition, callee));
        }
        let is_call = self.out.terms.any(&is_call);
        let is_wrong = self.out.terms.not(is_call);
        self.fault(&mut path.world, Property::Memory, is_wrong);
        path.world.in_step = false;
        if let [(_, callee)] = ways[..] {
            return self.call_target(here, path, site, callee);
        }
        self.log(path.world.guard, Action::Instructions);
        let mut all: Vec<Returned> = Vec::new();
        let others = ways.len();
        self.open_paths += others;
        for (condition, callee) in ways {
            let mut way = path.clone();
            way.world.guard = self.out.terms.and(way.world.guard, condition);
            if way.world.guard == Term::FALSE {
                continue;
            }
            if let Some(returned) = self.call_target(here, &mut way, site, callee)? {
                self.log(returned.world.guard, Action::Instructions);
                all.push(returned);
            }
        }
        self.open_paths -= others;
        Ok(self.merge_returns(all))
    }

    /// The values of all arguments.
    fn arguments(path: &Path, args: &[Argument]) -> Vec<Value> {
        let slots = |arg: &Argument| arg.src.index()..arg.src.index() + arg.slots as usize;
        args.iter().flat_map(|arg| path.slots[slots(arg)].iter().copied()).collect()
    }

    /// Calls a function that is known.
    fn call_target(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        site: &'p CallSite,
        callee: CallTarget,
    ) -> Done<Option<Returned>> {
        let func = match callee {
            CallTarget::Function(func) => func,
            CallTarget::Extern(id) => {
                let arguments = Self::arguments(path, &site.args);
                let values = self.native(here, path, id, &arguments)?;
                self.close_access(&mut path.world);
                let world = std::mem::replace(&mut path.world, World::nowhere());
                let returns = world.guard != Term::FALSE;
                return Ok(returns.then_some(Returned { world, values }));
            }
        };
        let function = &self.program.functions[func];
        if function.origin != Origin::Model {
            self.tick()?;
        }
        let start = self.start(here, path, site, func)?;
        if path.world.guard == Term::FALSE {
            return Ok(None);
        }
        let mut world = std::mem::replace(&mut path.world, World::nowhere());
        if function.atomic {
            self.enter_section(&mut world, true);
        }
        let context = self.names.context(here.site(), func.as_u32());
        let returned = self.activate(func, world, start, context)?;
        Ok(returned.map(|mut returned| {
            if function.atomic {
                self.leave_section(&mut returned.world);
            }
            returned
        }))
    }

    /// Prepares a call: arguments, copies of structures, variable arguments.
    fn start(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        site: &'p CallSite,
        func: FuncId,
    ) -> Done<Start> {
        let function = &self.program.functions[func];
        // A function that is called without a prototype may have a fixed number of parameters.
        let fixed = match function.varargs {
            Some(_) => (site.fixed as usize).min(site.args.len()),
            None => site.args.len(),
        };
        let mut arguments = Self::arguments(path, &site.args[..fixed]);
        let mut objects: SmallVec<[ObjectId; 8]> = SmallVec::new();
        let mut at = 0;
        for (number, arg) in (1..).zip(&site.args[..fixed]) {
            if let Some(by_value) = arg.by_value {
                let content = Content::uninitialized(&mut self.out.terms, by_value.size);
                let (world, kind) = (&mut path.world, ObjectKind::Stack);
                let copy = self.make(world, here, number, kind, by_value.align, content)?;
                let to = self.address_of(copy);
                let size = Value::constant(&mut self.out.terms, by_value.size.into());
                self.copy_memory(&mut path.world, CopyMode::MOVE, [to, arguments[at], size]);
                arguments[at] = to;
                objects.push(copy);
            }
            at += arg.slots as usize;
        }
        let varargs = match function.varargs {
            Some(_) => Some(self.variable_arguments(here, path, &site.args[fixed..])?),
            None => None,
        };
        objects.extend(varargs);
        Ok(Start { arguments, objects, varargs })
    }

    /// The variable arguments as they lie in memory, by the rules of the target.
    fn variable_arguments(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        args: &'p [Argument],
    ) -> Done<ObjectId> {
        let word = self.pointer_bytes();
        let mut size = 0u32;
        let mut places = Vec::with_capacity(args.len());
        for arg in args {
            let parts = &self.program.parts[arg.parts];
            let (bytes, align) = match arg.by_value {
                Some(by_value) => (by_value.size, by_value.align),
                None => (parts.bytes, parts.align),
            };
            let align = match self.addressing() {
                Addressing::Numbered => align.clamp(word, 16),
                Addressing::Flat => word,
            };
            size = size.next_multiple_of(align);
            places.push(size);
            size += bytes.next_multiple_of(word);
        }
        let content = Content::uninitialized(&mut self.out.terms, size);
        let (world, kind) = (&mut path.world, ObjectKind::Stack);
        let area = self.make(world, here, 0, kind, VARARGS_ALIGNMENT, content)?;
        let base = self.address_of(area);
        for (arg, &place) in args.iter().zip(&places) {
            let to = self.offset(base, place.into());
            match arg.by_value {
                Some(by_value) => {
                    let size = Value::constant(&mut self.out.terms, by_value.size.into());
                    let from = path.slots[arg.src.index()];
                    self.copy_memory(&mut path.world, CopyMode::MOVE, [to, from, size]);
                }
                None => {
                    let parts = &self.program.parts[arg.parts];
                    for (i, part) in (0..).zip(&parts.parts) {
                        let value = path.slots[arg.src.plus(i).index()];
                        self.store_part(
                            &mut path.world,
                            to,
                            part,
                            value,
                            self.access_kind(true, false),
                        );
                    }
                }
            }
        }
        self.close_access(&mut path.world);
        Ok(area)
    }

    /// Enters an atomic section, or a step of a model.
    pub(super) fn enter_section(&mut self, world: &mut World, is_users: bool) {
        match &mut world.section {
            Some(section) => section.depth += 1,
            None => {
                let block = self.out.history.add_block(self.thread);
                self.last_block = block;
                world.section = Some(Section { block, depth: 1, is_users });
            }
        }
    }

    /// Leaves it; whether there was one is returned.
    pub(super) fn leave_section(&mut self, world: &mut World) -> bool {
        let Some(section) = &mut world.section else { return false };
        section.depth -= 1;
        if section.depth == 0 {
            let block = section.block;
            world.section = None;
            self.log(world.guard, Action::BlockEnd(block));
        }
        true
    }
}
