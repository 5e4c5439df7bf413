//! Statements on a gate: a lock, a semaphore and a flag in one object that one thread
//! gives to another, which then takes it down, perhaps too early.
//!
//! What a thread does last with such an object is what a reduction is tempted to make
//! together with what it did before.

use super::statement::Body;

impl Body<'_> {
    /// The side that gives, and the side that takes.
    pub(super) fn gate(&mut self) {
        if self.gives.unwrap_or_else(|| self.chance.percent(50)) {
            self.give();
        } else {
            self.take();
        }
    }

    fn give(&mut self) {
        let flag = self.chance.pick(&["g->done = 1;", "done = 1;", "done = 1;", "x = 1;"]);
        match self.chance.below(6) {
            0 | 1 => {
                self.text.line("pthread_mutex_lock(&g->lock);");
                self.assign_shared();
                // Rightly the flag is the last.
                let is_last = self.chance.percent(70);
                let lines = ["pthread_mutex_unlock(&g->lock);", flag];
                self.text.line(lines[usize::from(!is_last)]);
                self.text.line(lines[usize::from(is_last)]);
            }
            2 => {
                self.text.line("pthread_mutex_lock(&g->lock);");
                self.text.line(flag);
                self.text.line("pthread_mutex_unlock(&g->lock);");
            }
            3 | 4 => {
                self.text.line("sem_post(&g->semaphore);");
                if self.chance.percent(40) {
                    self.text.line(flag);
                }
            }
            _ => {
                self.text.line("pthread_spin_lock(&g->spin);");
                self.text.line(flag);
                self.text.line("pthread_spin_unlock(&g->spin);");
            }
        }
    }

    fn take(&mut self) {
        let keyword = if self.chance.percent(60) { "while" } else { "if" };
        let condition = self.chance.pick(&["!done", "!done", "!g->done", "x != 1"]);
        let wait = match (keyword, self.chance.below(5)) {
            (_, 0 | 1) => "sem_wait(&g->semaphore);".to_owned(),
            (_, 2) => {
                let timed = "sem_timedwait(&g->semaphore, &(struct timespec){0, 1})";
                format!("if ({timed}) return NULL;")
            }
            ("while", _) => format!("while ({condition}) {{ }}"),
            _ => format!("if ({condition}) return NULL;"),
        };
        let wait = match self.returns_pointer {
            true => wait,
            false => wait.replace("return NULL;", "return 0;"),
        };
        self.text.line(wait);
        if self.chance.percent(30) {
            self.text.line("pthread_mutex_lock(&g->lock);");
            self.assign_shared();
            self.text.line("pthread_mutex_unlock(&g->lock);");
        }
        let ends = [
            "pthread_mutex_destroy(&g->lock);",
            "sem_destroy(&g->semaphore);",
            "sem_init(&g->semaphore, 0, 1);",
            "pthread_spin_destroy(&g->spin);",
            "x = pthread_mutex_trylock(&g->lock);",
            "sem_getvalue(&g->semaphore, &x);",
            // The bytes of a lock are data as well, and reductions rely on nobody's
            // taking a static one for them until they see it.
            "memset(&g->lock, 0, sizeof g->lock);",
            "memset(g, 0, sizeof *g);",
            "x = g->lock.__data.__lock;",
        ];
        self.text.line(self.chance.pick(&ends));
        if self.world.gate_is_free && self.chance.percent(60) {
            self.text.line("free(g);");
        }
    }
}
