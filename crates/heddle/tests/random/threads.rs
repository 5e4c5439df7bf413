//! Statements on threads: creating, joining, detaching and cancelling them, not only
//! from `main`, and looking at their identifiers.

use super::statement::Body;

/// The function of threads that are created by threads.
pub(crate) const CHILD: &str = "child";

impl Body<'_> {
    /// Something about threads.
    pub(super) fn threads(&mut self) {
        match self.chance.below(10) {
            0..3 if self.may_create => self.create(),
            0..4 => self.join(),
            4 => self.detach(),
            5..7 if self.world.has_cancellation => self.cancel(),
            5..8 if self.world.has_selves => self.who(),
            _ => self.result(),
        }
    }

    /// A thread, which may not be there yet or no longer.
    fn thread(&mut self) -> &'static str {
        let threads = ["ids[0]", "ids[0]", "ids[1]", "ids[1]", "who", "pthread_self()"];
        let possible = threads.len() - usize::from(!self.world.has_selves);
        self.chance.pick(&threads[..possible])
    }

    /// Starts a thread, and may wait for it, or say that nobody will.
    fn create(&mut self) {
        let is_local = self.chance.percent(50);
        let place = if is_local { "id" } else { self.chance.pick(&["who", "ids[1]"]) };
        let argument = match self.world.argument_is_given {
            true => "calloc(2, sizeof(int))",
            false => self.chance.pick(&["NULL", "NULL", "&x", "&y"]),
        };
        self.text.open("");
        if is_local {
            self.text.line("pthread_t id;");
        }
        self.text.line(format!("pthread_create(&{place}, NULL, {CHILD}, {argument});"));
        match self.chance.below(6) {
            0 | 1 => self.text.line(format!("pthread_join({place}, NULL);")),
            2 => self.text.line(format!("pthread_detach({place});")),
            3 if is_local => self.text.line("who = id;"),
            4 if self.nesting < 2 => {
                self.block();
                self.text.line(format!("pthread_join({place}, &result);"));
            }
            _ => {}
        }
        self.text.close();
    }

    /// Waits for a thread, or tries to.
    fn join(&mut self) {
        let (thread, place) = (self.thread(), self.place());
        let value = self.chance.pick(&["NULL", "NULL", "&result"]);
        let join = match self.chance.below(4) {
            0 | 1 => format!("pthread_join({thread}, {value})"),
            2 => format!("pthread_tryjoin_np({thread}, {value})"),
            _ => format!("pthread_timedjoin_np({thread}, {value}, &(struct timespec){{0, 1}})"),
        };
        self.tried(&place, &join);
    }

    fn detach(&mut self) {
        let (thread, place) = (self.thread(), self.place());
        self.tried(&place, &format!("pthread_detach({thread})"));
    }

    /// Does something that may fail, and may look how.
    fn tried(&mut self, place: &str, call: &str) {
        match self.chance.below(4) {
            0 => self.text.line(format!("{place} = {call} == 0;")),
            1 => self.text.line(format!("{place} = {call};")),
            _ => self.text.line(format!("{call};")),
        }
    }

    /// Cancels a thread, or may be cancelled.
    fn cancel(&mut self) {
        let place = self.place();
        match self.chance.below(6) {
            0 | 1 => {
                let thread = self.thread();
                self.text.line(format!("pthread_cancel({thread});"));
            }
            2 => {
                let thread = self.thread();
                self.text.line(format!("{place} = pthread_cancel({thread}) == 0;"));
            }
            3 | 4 => self.text.line("pthread_testcancel();"),
            _ => {
                self.text.open("");
                self.text.line("int state;");
                self.text.line("pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);");
                self.block();
                self.text.line("pthread_setcancelstate(state, NULL);");
                self.text.close();
            }
        }
    }

    /// Tells who it is, or asks.
    fn who(&mut self) {
        let place = self.place();
        match self.chance.below(4) {
            0 | 1 => self.text.line("who = pthread_self();"),
            2 => self.text.line(format!("{place} = pthread_equal(who, pthread_self());")),
            _ => self.text.line(format!("{place} = ids[0] == who;")),
        }
    }

    /// Looks at what a thread has returned.
    fn result(&mut self) {
        let place = self.place();
        match self.chance.below(3) {
            0 => self.text.line(format!("{place} = result != NULL;")),
            1 => self.text.line(format!("if (result) {place} = *(int *)result;")),
            _ => self.text.line("result = NULL;"),
        }
    }
}
