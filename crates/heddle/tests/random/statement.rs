//! Statements of a thread.

use super::chance::Chance;
use super::expression::Scope;
use super::text::Text;
use super::world::{ARRAY, Shared, World};

/// The body of a function under construction.
pub(crate) struct Body<'a> {
    pub(crate) chance: &'a mut Chance,
    pub(crate) text: &'a mut Text,
    pub(crate) world: &'a World,
    /// Number of statements that may follow.
    pub(crate) budget: usize,
    /// The statement that leaves the function early.
    pub(crate) leave: &'static str,
    /// The side of a gate that the thread is on, if that is settled.
    pub(crate) gives: Option<bool>,
    /// True if it may create threads.
    pub(crate) may_create: bool,
    /// True if the function returns a pointer.
    pub(crate) returns_pointer: bool,
    scope: Scope<'a>,
    pub(super) is_escaping: bool,
    /// True if it has something to lend.
    pub(super) is_lending: bool,
    pub(super) nesting: usize,
    in_loop: bool,
}

/// A family of statements.
type Family<'a> = fn(&mut Body<'a>);

impl<'a> Body<'a> {
    /// The body of a function, without anything in it.
    pub(crate) fn new(
        chance: &'a mut Chance,
        text: &'a mut Text,
        world: &'a World,
        budget: usize,
        leave: &'static str,
    ) -> Body<'a> {
        Body {
            chance,
            text,
            world,
            budget,
            leave,
            gives: None,
            may_create: true,
            returns_pointer: true,
            scope: Scope::new(world),
            is_escaping: false,
            is_lending: false,
            nesting: 0,
            in_loop: false,
        }
    }

    /// Declares the variables of a thread.
    pub(crate) fn declare(&mut self) {
        if self.world.has(Shared::Argument) {
            self.text.line("int *mine = argument;");
            self.scope.has_argument = true;
        }
        if self.chance.percent(60) {
            let value = self.value();
            self.text.line(format!("int i = {value};"));
            self.scope.locals.push("i".to_owned());
        }
        if self.world.has(Shared::Escaped) && self.chance.percent(60) {
            self.text.line("int own = 1;");
            self.scope.locals.push("own".to_owned());
            self.is_escaping = true;
        }
        if let Some(loan) = self.world.loan.filter(|_| self.chance.percent(70)) {
            self.declare_loan(loan);
        }
    }

    /// Writes statements until the budget is spent.
    pub(crate) fn spend(&mut self) {
        while self.budget > 0 {
            self.statement();
        }
    }

    /// Writes a statement or two in a block that is open.
    pub(super) fn block(&mut self) {
        self.nesting += 1;
        self.statement();
        if self.budget > 0 && self.chance.percent(60) {
            self.statement();
        }
        self.nesting -= 1;
    }

    fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        let mut menu: Vec<(usize, Family<'a>)> = vec![
            (8, Self::assign),
            (6, Self::count),
            (2, Self::assert),
            (1, Self::assume),
            (1, Self::choose),
        ];
        if self.nesting < 2 {
            let nested: [(usize, Family<'a>); 5] = [
                (5, Self::branch),
                (2, Self::repeat),
                (2, Self::atomically),
                (1, Self::spin),
                (1, Self::leave),
            ];
            menu.extend(nested);
            self.synchronization(&mut menu);
        }
        self.data(&mut menu);
        let family = self.chance.weighted(&menu);
        family(self);
    }

    /// Adds the statements that wait.
    fn synchronization(&self, menu: &mut Vec<(usize, Family<'a>)>) {
        let World {
            mutexes,
            has_condition,
            has_semaphore,
            has_lock,
            has_barrier,
            has_spin,
            has_once,
            has_threads,
            has_gate,
            ..
        } = *self.world;
        let families: [(bool, usize, Family<'a>); 13] = [
            (mutexes > 0, 8, Self::lock),
            (mutexes > 0, 2, Self::try_lock),
            (self.recursive_mutex().is_some(), 2, Self::lock_deeply),
            (mutexes > 0 && self.world.is_careless, 1, Self::renew),
            (has_spin, 4, Self::spin_lock),
            (has_once, 3, Self::once),
            (has_threads, 10, Self::threads),
            (has_gate, 6, Self::gate),
            (self.world.loan.is_some(), 12, Self::loan),
            (has_condition, 6, Self::condition_variable),
            (has_semaphore, 5, Self::semaphore),
            (has_lock, 5, Self::read_write_lock),
            (has_barrier, 3, Self::barrier),
        ];
        let there = families.into_iter().filter(|(is_there, ..)| *is_there);
        menu.extend(there.map(|(_, weight, family)| (weight, family)));
    }

    /// Adds the statements for special data.
    fn data(&self, menu: &mut Vec<(usize, Family<'a>)>) {
        let families: [(bool, usize, Family<'a>); 11] = [
            (self.world.has_propositions, 8, Self::propose),
            (self.world.has(Shared::Atomic), 6, Self::atomic),
            (self.world.has(Shared::Pair), 8, Self::pair),
            (self.world.has_open_branches && self.nesting < 2, 6, Self::open_branch),
            (self.world.has(Shared::Heap), 7, Self::heap),
            (self.world.has(Shared::List), 9, Self::list),
            (self.world.has(Shared::List) && self.nesting < 2, 3, Self::remember),
            (self.world.has(Shared::Escaped), 6, Self::escape),
            (self.world.has(Shared::Pointer), 3, Self::point),
            (self.world.has(Shared::Structure), 3, Self::copy),
            (self.world.has(Shared::Array), 1, Self::clear),
        ];
        let there = families.into_iter().filter(|(is_there, ..)| *is_there);
        menu.extend(there.map(|(_, weight, family)| (weight, family)));
    }

    pub(super) fn value(&mut self) -> String {
        self.scope.value(self.chance)
    }

    pub(super) fn place(&mut self) -> String {
        self.scope.place(self.chance)
    }

    fn condition(&mut self) -> String {
        self.scope.condition(self.chance)
    }

    pub(super) fn assign(&mut self) {
        let value = self.value();
        let target = match self.scope.locals.first() {
            Some(local) if self.chance.percent(30) => local.clone(),
            _ => self.place(),
        };
        self.text.line(format!("{target} = {value};"));
    }

    fn count(&mut self) {
        let place = self.place();
        let step = self.chance.pick(&["++", "++", "--", " += 2", " ^= 1"]);
        let place = if place.starts_with('*') { format!("({place})") } else { place };
        self.text.line(format!("{place}{step};"));
    }

    fn assert(&mut self) {
        let condition = self.scope.expectation(self.chance);
        let assert = self.chance.pick(&["assert", "heddle_assert"]);
        self.text.line(format!("{assert}({condition});"));
    }

    fn assume(&mut self) {
        let condition = self.scope.expectation(self.chance);
        self.text.line(format!("heddle_assume({condition});"));
    }

    /// Says something about a proposition.
    fn propose(&mut self) {
        let variable = self.chance.pick(&["x", "y"]);
        let own = match self.scope.locals.first() {
            Some(local) if self.chance.percent(70) => local.clone(),
            _ => variable.to_owned(),
        };
        match self.chance.below(4) {
            0 => self.text.line("ap(moment);"),
            1 => self.text.line(format!("ap_set(level, {variable} > 0);")),
            2 => self.text.line(format!("ap_global(everywhere, positive, {variable});")),
            _ => self.text.line(format!("ap_local(inside, positive, {own});")),
        }
    }

    fn choose(&mut self) {
        let place = self.place();
        self.text.line(format!("{place} = heddle_choose(2);"));
    }

    fn branch(&mut self) {
        let condition = self.condition();
        self.text.open(format!("if ({condition})"));
        self.block();
        if self.chance.percent(40) {
            self.text.otherwise();
            self.block();
        }
        self.text.close();
    }

    fn repeat(&mut self) {
        if self.in_loop {
            return self.count();
        }
        self.text.open("for (int j = 0; j < 2; j++)");
        self.in_loop = true;
        self.scope.locals.push("j".to_owned());
        self.block();
        self.scope.locals.pop();
        self.in_loop = false;
        self.text.close();
    }

    fn atomically(&mut self) {
        self.text.line("heddle_atomic_begin();");
        self.assign();
        self.statement();
        self.text.line("heddle_atomic_end();");
    }

    /// Waits for another thread, and burns time.
    fn spin(&mut self) {
        if !self.chance.percent(40) {
            return self.count();
        }
        let condition = self.condition().replace("heddle_choose(2)", "x == 1");
        self.text.open(format!("while ({condition})"));
        self.text.close();
    }

    fn leave(&mut self) {
        let condition = self.condition();
        self.text.open(format!("if ({condition})"));
        self.text.line(self.leave);
        self.text.close();
    }

    /// Assigns without any waiting in between.
    pub(super) fn assign_shared(&mut self) {
        let (place, value) = (self.place(), self.value());
        self.text.line(format!("{place} = {value};"));
    }

    fn atomic(&mut self) {
        let value = self.value();
        let place = self.place();
        match self.chance.below(6) {
            0 => self.text.line(format!("atomic_store(&t, {value});")),
            1 => self.text.line(format!("{place} = atomic_load(&t);")),
            2 => self.text.line(format!("{place} = atomic_fetch_add(&t, 1);")),
            3 => self.text.line(format!("{place} = atomic_exchange(&t, {value});")),
            4 => self.text.line("atomic_fetch_xor_explicit(&t, 1, memory_order_relaxed);"),
            _ => {
                self.text.open("");
                let expected = self.chance.below(2);
                self.text.line(format!("int expected = {expected};"));
                self.text
                    .open(format!("if (atomic_compare_exchange_strong(&t, &expected, {value}))"));
                self.block();
                self.text.close();
                self.text.close();
            }
        }
    }

    /// Accesses the pair as a whole: its halves are always the same.
    fn pair(&mut self) {
        let value = self.value();
        self.text.open("");
        match self.chance.below(5) {
            0 | 1 => {
                let place = self.place();
                self.text.line("struct pair now;");
                self.text.line("library_load(sizeof now, &d, &now, __ATOMIC_SEQ_CST);");
                self.text.line("heddle_assert(now.first == now.second);");
                self.text.line(format!("{place} = now.first;"));
            }
            2 => {
                self.text.line(format!("struct pair next = {{{value}, 0}};"));
                self.text.line("next.second = next.first;");
                self.text.line("__atomic_store(&d, &next, __ATOMIC_SEQ_CST);");
            }
            3 => {
                self.text.line("struct pair old = {0, 0}, next = {1, 1};");
                self.text.line("__atomic_compare_exchange(&d, &old, &next, 0, 5, 5);");
            }
            _ => {
                let one = "(__int128)1 << 64 | 1";
                self.text.line(format!("__sync_fetch_and_add((__int128 *)&d, {one});"));
            }
        }
        self.text.close();
    }

    /// Branches on a value that nobody wrote, of which some bits may be known.
    fn open_branch(&mut self) {
        self.text.open("");
        self.text.line("volatile unsigned *open = malloc(sizeof *open);");
        if self.chance.percent(30) {
            self.text.line("*open = (*open & 3) | 4;");
        }
        if self.chance.percent(50) {
            let bound = self.chance.below(8);
            self.text.open(format!("if (*open + 1 > {bound})"));
            self.block();
            self.text.close();
        } else {
            self.text.open("switch (*open & 6)");
            self.text.line("case 0:;");
            self.block();
            self.text.line("break;");
            self.text.line("case 4:;");
            self.count();
            self.text.close();
        }
        self.text.line("free((void *)open);");
        self.text.close();
    }

    /// Allocates, uses or frees what `h` points to; with care, or without.
    fn heap(&mut self) {
        let value = self.value();
        let guard = if self.world.is_careless && self.chance.percent(25) { "" } else { "if (h) " };
        match self.chance.below(8) {
            0 | 1 => {
                self.text.open("if (!h)");
                let count = self.chance.pick(&["1", "1", "2"]);
                self.text.line(format!("int *fresh = malloc({count} * sizeof *fresh);"));
                self.text.line(format!("*fresh = {value};"));
                self.text.line("h = fresh;");
                self.text.close();
            }
            2 | 3 => self.text.line(format!("{guard}*h = {value};")),
            4 => {
                let place = self.place();
                self.text.line(format!("{guard}{place} = *h;"));
            }
            5 => {
                let place = self.place();
                self.text.line(format!("{place} = malloc_usable_size(h) & 15;"));
            }
            6 => {
                self.text.open("if (h)");
                let orders = [["free(h);", "h = NULL;"], ["int *old = h; h = NULL;", "free(old);"]];
                for line in orders[self.chance.below(2)] {
                    self.text.line(line);
                }
                self.text.close();
            }
            _ => {
                self.text.open("");
                self.text.line("int *block = malloc(2 * sizeof *block);");
                self.text.line(format!("block[0] = {value};"));
                self.text.line("block[1] = block[0] + 1;");
                let place = self.place();
                self.text.line(format!("{place} = block[1];"));
                self.text.line("free(block);");
                self.text.close();
            }
        }
    }

    /// Lets others reach a variable of this thread, or reaches for theirs.
    fn escape(&mut self) {
        let value = self.value();
        match self.chance.below(4) {
            0 | 1 if self.is_escaping => self.text.line("e = &own;"),
            0 if self.world.has_local => self.text.line("e = &local;"),
            2 if self.is_escaping => self.text.line("e = NULL;"),
            0 | 2 => self.text.line(format!("if (e) *e = {value};")),
            _ => {
                let place = self.place();
                self.text.line(format!("if (e) {place} = *e;"));
            }
        }
    }

    fn point(&mut self) {
        let target = self.chance.pick(&["&x", "&y", "p == &x ? &y : &x"]);
        self.text.line(format!("p = {target};"));
    }

    fn copy(&mut self) {
        let copy = self.chance.pick(&["s = r;", "r = s;"]);
        self.text.line(copy);
    }

    fn clear(&mut self) {
        let values = self.chance.pick(&["0", "1"]);
        self.text.line(format!("for (int q = 0; q < {ARRAY}; q++) a[q] = {values};"));
    }
}
