//! Statements on what a thread has itself and lends to others: a semaphore or a mutex among
//! its own variables, an address in a form that nobody recognizes, a list of arguments.
//!
//! What only one thread can reach costs a search nothing; whether others can reach it
//! after all, and in which state a thread's own variables are, is what these ask.

use super::chance::Chance;
use super::statement::Body;
use super::text::Text;
use super::world::World;

/// Things that are lent, by way of the global `lent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loan {
    /// A semaphore on the stack.
    Semaphore,
    /// A semaphore of which each thread has one.
    LocalSemaphore,
    /// A mutex on the stack.
    Mutex,
    /// The address of an integer on the stack, as a number with all bits flipped.
    Hidden,
    /// The arguments of a call.
    Arguments,
}

impl Loan {
    /// One of them.
    pub(crate) fn random(chance: &mut Chance) -> Loan {
        use Loan::{Arguments, Hidden, LocalSemaphore, Mutex, Semaphore};
        chance.weighted(&[
            (3, Semaphore),
            (2, LocalSemaphore),
            (3, Mutex),
            (3, Hidden),
            (2, Arguments),
        ])
    }

    /// The globals that it needs.
    pub(crate) fn declaration(self) -> &'static str {
        match self {
            Loan::Semaphore => "static sem_t *lent;",
            Loan::LocalSemaphore => "static sem_t *lent; static _Thread_local sem_t pool;",
            Loan::Mutex => "static pthread_mutex_t *lent;",
            Loan::Hidden => "static unsigned long lent;",
            Loan::Arguments => "static va_list *lent;",
        }
    }
}

/// The function that lends its arguments.
pub(crate) fn lender(world: &World, chance: &mut Chance, text: &mut Text) {
    text.line("static void lend(int count, ...)");
    text.open("");
    let mut body = Body::new(chance, text, world, 1, "return;");
    body.text.line("va_list list;");
    body.text.line("va_start(list, count);");
    body.text.line("lent = &list;");
    body.assign_shared();
    let place = body.place();
    body.text.line(format!("{place} = va_arg(list, int);"));
    if body.chance.percent(60) {
        body.text.line("lent = NULL;");
    }
    body.text.line("va_end(list);");
    text.close();
    text.line("");
}

impl Body<'_> {
    /// Declares what the thread may lend.
    pub(super) fn declare_loan(&mut self, loan: Loan) {
        let count = self.chance.pick(&["0", "0", "1"]);
        match loan {
            Loan::Semaphore => self.text.line("sem_t pool;"),
            Loan::Mutex => self.text.line("pthread_mutex_t latch = PTHREAD_MUTEX_INITIALIZER;"),
            Loan::Hidden => self.text.line("int kept = 1;"),
            Loan::LocalSemaphore | Loan::Arguments => {}
        }
        if matches!(loan, Loan::Semaphore | Loan::LocalSemaphore) {
            self.text.line(format!("sem_init(&pool, 0, {count});"));
        }
        self.is_lending = true;
    }

    /// Lends, uses what it has, or borrows.
    pub(super) fn loan(&mut self) {
        let Some(loan) = self.world.loan else { return };
        let is_own = self.is_lending && self.chance.percent(60);
        match loan {
            Loan::Semaphore | Loan::LocalSemaphore => self.semaphore_loan(is_own),
            Loan::Mutex => self.mutex_loan(is_own),
            Loan::Hidden => self.hidden_loan(is_own),
            Loan::Arguments => self.arguments_loan(is_own),
        }
    }

    fn semaphore_loan(&mut self, is_own: bool) {
        if is_own && self.chance.percent(40) {
            return self.text.line("lent = &pool;");
        }
        let (guard, semaphore) = if is_own { ("", "&pool") } else { ("if (lent) ", "lent") };
        let place = self.place();
        let line = match self.chance.below(6) {
            0 | 1 => format!("sem_post({semaphore});"),
            2 | 3 => format!("sem_wait({semaphore});"),
            4 => format!("{place} = sem_trywait({semaphore});"),
            _ => format!("sem_getvalue({semaphore}, &x);"),
        };
        self.text.line(format!("{guard}{line}"));
    }

    fn mutex_loan(&mut self, is_own: bool) {
        if is_own && self.chance.percent(40) {
            return self.text.line("lent = &latch;");
        }
        self.text.open("");
        let mutex = if is_own { "&latch" } else { "lent" };
        self.text.line(format!("pthread_mutex_t *found = {mutex};"));
        self.text.line("if (found) pthread_mutex_lock(found);");
        self.assign();
        // Whoever waits for one that is never unlocked waits for ever.
        if self.chance.percent(85) {
            self.text.line("if (found) pthread_mutex_unlock(found);");
        }
        self.text.close();
    }

    fn hidden_loan(&mut self, is_own: bool) {
        let (place, value) = (self.place(), self.value());
        let line = match (is_own, self.chance.below(3)) {
            (true, 0 | 1) => "lent = ~(unsigned long)&kept;".to_owned(),
            (true, _) => format!("{place} = kept;"),
            (false, 0) => format!("{place} = *(int *)~number;"),
            (false, 1) => format!("*(int *)~number = {value};"),
            (false, _) => return self.text.line("lent = 0;"),
        };
        match is_own {
            true => self.text.line(line),
            false => {
                self.text.open("");
                self.text.line("unsigned long number = lent;");
                self.text.line(format!("if (number) {line}"));
                self.text.close();
            }
        }
    }

    fn arguments_loan(&mut self, is_own: bool) {
        let (place, one, other) = (self.place(), self.value(), self.value());
        if is_own {
            return self.text.line(format!("lend(2, (int)({one}), (int)({other}));"));
        }
        self.text.open("");
        self.text.line("va_list copy, *from = lent;");
        self.text.open("if (from)");
        self.text.line("va_copy(copy, *from);");
        self.text.line(format!("{place} = va_arg(copy, int);"));
        self.text.line("va_end(copy);");
        self.text.close();
        self.text.close();
    }
}
