//! Accesses to shared objects, as events.
//!
//! An object that several threads access, and one of them writes, is cut into cells, at the
//! places where accesses begin and end ([`Learned`](crate::symbolic::learned::Learned)). An
//! access is an event for each of its cells: what a read finds is a new variable.
//!
//! Undefined bits: a cell of an object that may hold some has one bit more, which is set if a bit
//! of it is undefined. Of a cell that is undefined in part, all bits count as undefined.

use heddle_model::UnknownKind;

use super::access::AccessKind;
use super::{Cell, EventInfo, Executor};
use crate::history::{AtomicBlockId, CellId, Event};
use crate::symbolic::execution_log::Action;
use crate::symbolic::learned::PointsTo;
use crate::symbolic::memory::{Bits, Content, ObjectId, ObjectKind, Target, places};
use crate::symbolic::path::World;
use crate::term::{Node, Term};

/// Most terms that are looked at to find a points-to set.
const MOST_LEAVES: usize = 96;

impl<'p> Executor<'p, '_> {
    /// True if an access to some bytes of an object is an event.
    pub(super) fn is_event(&self, world: &World, object: ObjectId, start: u32, end: u32) -> bool {
        !world.is_alone && self.learned.is_shared(object, start, end)
    }

    /// True if an access of some bytes is an event at one of the offsets that are possible.
    pub(super) fn is_event_at(&mut self, world: &World, target: &Target, bytes: u32) -> bool {
        if world.is_alone {
            return false;
        }
        let size = self.names.directory().info(target.object).size;
        let places = places(&mut self.out.terms, size, target.offset, bytes);
        places.iter().any(|&(_, at)| self.learned.is_shared(target.object, at, at + bytes))
    }

    /// Notes that a thread accesses some bytes.
    pub(super) fn touch(&mut self, world: &World, target: &Target, bytes: u32, writes: bool) {
        if world.is_alone {
            return;
        }
        let (object, thread) = (target.object, self.thread);
        let size = self.names.directory().info(object).size;
        let places = places(&mut self.out.terms, size, target.offset, bytes);
        for &(_, at) in &places {
            self.learned.touch(object, size, (at, at + bytes), thread, writes);
        }
        // If one place is shared then all are, since which it is is not known.
        if places.len() > 1
            && places.iter().any(|&(_, at)| self.learned.is_shared(object, at, at + bytes))
        {
            let (first, last) = (places[0].1, places[places.len() - 1].1);
            self.learned.touch(object, size, (first, last + bytes), thread, writes);
        }
    }

    /// The block of the instruction that is executed: that of its section, or one of its own.
    fn block_of(&mut self, world: &mut World) -> AtomicBlockId {
        match world.section {
            Some(section) => section.block,
            None => *self.access_block.get_or_insert_with(|| {
                let block = self.out.history.add_block(self.thread);
                self.last_block = block;
                block
            }),
        }
    }

    /// Ends the atomic block of an instruction that has made its accesses.
    pub(super) fn close_access(&mut self, world: &mut World) {
        if let Some(block) = self.access_block.take() {
            self.log(world.guard, Action::BlockEnd(block));
        }
    }

    /// Adds an event to the atomic block of the instruction that is executed.
    fn event(
        &mut self,
        world: &mut World,
        cell: CellId,
        condition: Term,
        value: Term,
        kind: AccessKind,
    ) {
        let guard = self.out.terms.and(world.guard, condition);
        if guard == Term::FALSE {
            return;
        }
        let block = self.block_of(world);
        let (entries, instructions) = self.before;
        let info = EventInfo {
            racing: kind.racing,
            stores_later: kind.stores_later,
            in_section: world.section.is_some_and(|section| section.is_users),
            may_wait: world.may_wait,
            entries,
            instructions,
            location: self.location(),
        };
        self.out.history.events.push(Event { block, guard, cell, writes: kind.writes, value });
        self.out.events.push(info);
    }

    /// The cell of some bytes of an object.
    fn cell(&mut self, object: ObjectId, start: u32, end: u32) -> CellId {
        if let Some(&cell) = self.cells.get(&(object, start, end)) {
            return cell;
        }
        let id = CellId(self.cell_list.len() as u32);
        let initial = self.initial_bits(object, start, end - start);
        let kinds = self.learned.kinds(object, start, end);
        self.cell_list.push(Cell { kinds });
        let initial = self.cell_value(id, initial);
        self.out.history.initial.push(initial);
        self.cells.insert((object, start, end), id);
        id
    }

    /// The bits of an object before any thread writes it as shared memory; `publish` writes what
    /// the main thread has made of it.
    fn initial_bits(&mut self, object: ObjectId, start: u32, bytes: u32) -> Bits {
        let terms = &mut self.out.terms;
        let bits = match self.initial.content(object) {
            Some(content) => content.load(terms, start, bytes),
            None => Bits::uninitialized(terms, bytes),
        };
        let stray = self.note_written(object, start, bits);
        debug_assert_eq!(stray, Term::FALSE, "initial values are known");
        bits
    }

    /// The term of a cell that holds some bits.
    fn cell_value(&mut self, cell: CellId, bits: Bits) -> Term {
        let (terms, kinds) = (&mut self.out.terms, &self.cell_list[cell.index()].kinds);
        let mut value = bits.value;
        for kind in 1..=last_kind(kinds) {
            let first = kinds.iter().position(|&other| other == kind);
            let undefined =
                first.map_or(Term::FALSE, |bit| terms.extract(bits.undef, bit as u32, 1));
            value = terms.concat(undefined, value);
        }
        value
    }

    /// The term that a read of a cell finds, with variables for its flags of undefined bits, and
    /// the bits that it stands for.
    fn found_bits(&mut self, cell: CellId, value: Term) -> (Term, Bits) {
        let count = last_kind(&self.cell_list[cell.index()].kinds);
        let flags: Vec<Term> = (0..count).map(|_| self.unknown(1)).collect();
        let (terms, kinds) = (&mut self.out.terms, &self.cell_list[cell.index()].kinds);
        let found = flags.iter().fold(value, |low, &flag| terms.concat(flag, low));
        let mut undef: Option<Term> = None;
        for same in kinds.chunk_by(|a, b| a == b) {
            let flag = match same[0] {
                0 => Term::FALSE,
                kind => flags[usize::from(kind) - 1],
            };
            let bits = terms.sext(flag, same.len() as u32);
            undef = Some(undef.map_or(bits, |low| terms.concat(bits, low)));
        }
        let undef = undef.unwrap_or(Term::FALSE);
        (found, Bits { value, undef })
    }

    /// The cell that says whether an object is dead.
    fn death_cell(&mut self, object: ObjectId) -> CellId {
        if let Some(&cell) = self.deaths.get(&object) {
            return cell;
        }
        let id = CellId(self.cell_list.len() as u32);
        self.out.history.initial.push(Term::FALSE);
        self.cell_list.push(Cell { kinds: Vec::new() });
        self.deaths.insert(object, id);
        id
    }

    /// Condition under which a shared object is dead when it is accessed, as a read of its death
    /// cell.
    fn death(&mut self, world: &mut World, target: &Target, kind: AccessKind) -> Term {
        let cell = self.death_cell(target.object);
        let found = self.unknown(1);
        self.event(world, cell, target.condition, found, AccessKind { writes: false, ..kind });
        found
    }

    /// Ends the life of an object.
    pub(super) fn end_object(
        &mut self,
        world: &mut World,
        condition: Term,
        object: ObjectId,
        kind: AccessKind,
    ) {
        let thread = (!world.is_alone).then_some(self.thread);
        self.learned.end(object, thread);
        if !world.is_alone && self.learned.shares_death(object) {
            let cell = self.death_cell(object);
            self.event(world, cell, condition, Term::TRUE, AccessKind { writes: true, ..kind });
        } else {
            world.memory.end(&mut self.out.terms, condition, object);
        }
    }

    /// Begins the life of a variable anew: nobody wrote it yet.
    pub(super) fn begin_again(&mut self, world: &mut World, condition: Term, object: ObjectId) {
        let size = self.names.directory().info(object).size;
        let content = Content::uninitialized(&mut self.out.terms, size);
        world.memory.begin(&mut self.out.terms, condition, object, content);
        if world.is_alone {
            return;
        }
        if self.learned.shares_death(object) {
            let cell = self.death_cell(object);
            self.event(world, cell, condition, Term::FALSE, AccessKind::SILENT_WRITE);
        }
        for (start, end) in self.learned.all_pieces(object) {
            let bits = Bits::uninitialized(&mut self.out.terms, end - start);
            self.write_piece(world, object, start, bits, condition, AccessKind::SILENT_WRITE);
        }
    }

    /// Condition under which an object is dead when it is accessed.
    pub(super) fn is_dead(&mut self, world: &mut World, target: &Target, kind: AccessKind) -> Term {
        let object = target.object;
        if !world.is_alone && self.learned.shares_death(object) {
            return self.death(world, target, kind);
        }
        if world.memory.content(object).is_none() && self.learned.is_foreign(object, self.thread) {
            return Term::FALSE;
        }
        let alive = world.memory.alive(object);
        self.out.terms.not(alive)
    }

    /// Reads shared bytes.
    pub(super) fn read_shared(
        &mut self,
        world: &mut World,
        target: &Target,
        bytes: u32,
        kind: AccessKind,
    ) -> Bits {
        let size = self.names.directory().info(target.object).size;
        let places = places(&mut self.out.terms, size, target.offset, bytes);
        let mut found: Option<Bits> = None;
        for (is_here, start) in places {
            let condition = self.out.terms.and(target.condition, is_here);
            let bits = self.read_at(world, target.object, start, bytes, condition, kind);
            found = Some(match found {
                None => bits,
                Some(other) => Bits::choose(&mut self.out.terms, is_here, bits, other),
            });
        }
        found.unwrap_or_else(|| Bits::uninitialized(&mut self.out.terms, bytes))
    }

    /// Reads shared bytes at a known offset.
    pub(super) fn read_at(
        &mut self,
        world: &mut World,
        object: ObjectId,
        start: u32,
        bytes: u32,
        condition: Term,
        kind: AccessKind,
    ) -> Bits {
        self.learned.cut(object, start, start + bytes);
        let mut whole: Option<Bits> = None;
        for (start, end) in self.learned.pieces(object, start, start + bytes) {
            let cell = self.cell(object, start, end);
            let value = self.new_value(object, start, end);
            let (found, bits) = self.found_bits(cell, value);
            let read = AccessKind { writes: false, ..kind };
            self.event(world, cell, condition, found, read);
            whole = Some(match whole {
                None => bits,
                Some(low) => bits.above(&mut self.out.terms, low),
            });
        }
        whole.unwrap_or_else(|| Bits::uninitialized(&mut self.out.terms, bytes))
    }

    /// A new term for what a read of a cell finds: one of the constants in its points-to set if
    /// these are known, or a variable.
    fn new_value(&mut self, object: ObjectId, start: u32, end: u32) -> Term {
        let width = 8 * (end - start);
        if end - start != self.pointer_bytes() {
            return self.unknown(width);
        }
        let points_to = self.learned.points_to(object, start);
        let points = |&number: &u64| self.names.directory().at(number);
        let is_pointer = points_to.constants.iter().any(|number| points(number).is_some());
        if points_to.are_known() && is_pointer {
            let numbers: Vec<u64> = points_to.constants.iter().copied().collect();
            let bits = (usize::BITS - (numbers.len() - 1).leading_zeros()).max(1);
            let which = self.unknown(bits);
            let terms = &mut self.out.terms;
            let mut value = terms.constant(width, numbers[0].into());
            for (i, &number) in numbers.iter().enumerate().skip(1) {
                let number = terms.constant(width, number.into());
                let i = terms.constant(bits, i as u128);
                let is_this = terms.eq(which, i);
                value = terms.ite(is_this, number, value);
            }
            return value;
        }
        let value = self.unknown(width);
        if let Node::Variable(variable) = self.out.terms.node(value) {
            self.symbols.insert(variable, points_to);
        }
        value
    }

    /// Writes shared bytes.
    pub(super) fn write_shared(
        &mut self,
        world: &mut World,
        target: &Target,
        bits: Bits,
        kind: AccessKind,
    ) {
        let size = self.names.directory().info(target.object).size;
        let bytes = bits.bytes(&self.out.terms);
        let places = places(&mut self.out.terms, size, target.offset, bytes);
        for (is_here, start) in places {
            let condition = self.out.terms.and(target.condition, is_here);
            self.write_at(world, target.object, start, bits, condition, kind);
        }
    }

    /// Writes shared bytes at a known offset.
    pub(super) fn write_at(
        &mut self,
        world: &mut World,
        object: ObjectId,
        start: u32,
        bits: Bits,
        condition: Term,
        kind: AccessKind,
    ) {
        let bytes = bits.bytes(&self.out.terms);
        self.learned.cut(object, start, start + bytes);
        for (from, to) in self.learned.pieces(object, start, start + bytes) {
            let terms = &mut self.out.terms;
            let [value, undef] = [bits.value, bits.undef]
                .map(|term| terms.extract(term, 8 * (from - start), 8 * (to - from)));
            self.write_piece(world, object, from, Bits { value, undef }, condition, kind);
        }
    }

    /// Writes a cell.
    fn write_piece(
        &mut self,
        world: &mut World,
        object: ObjectId,
        start: u32,
        bits: Bits,
        condition: Term,
        kind: AccessKind,
    ) {
        let stray = self.note_written(object, start, bits);
        let stray = self.out.terms.and(condition, stray);
        let reason = "an address that is computed from null, and that threads share".to_owned();
        self.refuse_if(world, stray, UnknownKind::Unsupported, reason);
        let end = start + bits.bytes(&self.out.terms);
        let cell = self.cell(object, start, end);
        let value = self.cell_value(cell, bits);
        self.event(world, cell, condition, value, AccessKind { writes: true, ..kind });
    }

    /// Makes the memory of a path that has been alone visible to all threads: writes the cells that
    /// differ from their initial values.
    pub(super) fn publish(&mut self, world: &mut World) {
        if !world.is_alone {
            return;
        }
        world.is_alone = false;
        for object in self.learned.shared() {
            if self.learned.shares_death(object) && self.born_alone.contains(&object) {
                let alive = world.memory.alive(object);
                let dead = self.out.terms.not(alive);
                if dead != Term::FALSE {
                    let cell = self.death_cell(object);
                    let kind = AccessKind::SILENT_WRITE;
                    self.event(world, cell, Term::TRUE, dead, kind);
                }
            }
            let Some(content) = world.memory.content(object).cloned() else { continue };
            for (start, end) in self.learned.all_pieces(object) {
                let initial = self.initial_bits(object, start, end - start);
                let bits = content.load(&mut self.out.terms, start, end - start);
                if bits != initial {
                    let kind = AccessKind::SILENT_WRITE;
                    self.write_piece(world, object, start, bits, Term::TRUE, kind);
                }
            }
        }
    }

    /// Learns that bits are written to an object that threads share: undefined bits, and the
    /// points-to set. Returns the condition under which they may be no address of that set.
    fn note_written(&mut self, object: ObjectId, start: u32, bits: Bits) -> Term {
        let terms = &mut self.out.terms;
        if terms.value(bits.undef) != Some(0) {
            let width = terms.width(bits.undef);
            let undefined: Vec<Term> =
                (0..width).map(|bit| terms.extract(bits.undef, bit, 1)).collect();
            self.learned.undefine(object, start, &undefined);
        }
        if terms.width(bits.value) == 8 * self.names.directory().addressing().pointer_bytes() {
            let (points_to, stray) = self.points_to_of(bits.value);
            self.learned.point(object, start, &points_to);
            return stray;
        }
        Term::FALSE
    }

    /// The points-to set of a term that is as wide as a pointer, and a condition under which it may be
    /// none of that: only where it strays from null.
    fn points_to_of(&mut self, term: Term) -> (PointsTo, Term) {
        let mut points_to = PointsTo::default();
        let mut stray = Term::FALSE;
        let mut stack = vec![term];
        let mut seen = 0;
        while let Some(term) = stack.pop() {
            seen += 1;
            match self.out.terms.node(term) {
                Node::Constant(number) => {
                    points_to.constants.insert(number as u64);
                }
                Node::Ite(_, then, otherwise)
                    if seen < MOST_LEAVES && !self.is_checked_sum([then, otherwise]) =>
                {
                    stack.extend([then, otherwise]);
                }
                // What reads a cell that nobody has written yet may be is found out when someone does.
                Node::Variable(variable) if self.symbols.contains_key(&variable) => {
                    points_to.add(&self.symbols[&variable]);
                }
                _ => {
                    let address = self.out.terms.zext(term, 64);
                    let resolved = self.resolve(address);
                    let objects = resolved.targets.iter().map(|target| target.object);
                    points_to.objects.extend(objects);
                    points_to.numbers = true;
                    points_to.anything |= resolved.unknown != Term::FALSE;
                    stray = self.out.terms.or(stray, resolved.stray);
                }
            }
        }
        (points_to, stray)
    }

    /// True if a choice between two addresses is a sum that was checked: one that names nothing if
    /// it leaves its object. By itself the other would be a sum that may leave it.
    fn is_checked_sum(&mut self, arms: [Term; 2]) -> bool {
        arms.into_iter().any(|arm| {
            let is_known = self.out.terms.value(arm).is_some();
            let address = self.out.terms.zext(arm, 64);
            !is_known && self.resolve(address).wild == Term::TRUE
        })
    }

    /// The reason why the content of a variable is not known, if it is not.
    pub(super) fn missing(&self, object: ObjectId) -> Option<(UnknownKind, String)> {
        let is_global = self.names.directory().info(object).kind == ObjectKind::Global;
        self.missing.get(&object).filter(|_| is_global).cloned()
    }
}

/// The greatest of some kinds of bits.
fn last_kind(kinds: &[u8]) -> u8 {
    kinds.iter().copied().max().unwrap_or(0)
}
