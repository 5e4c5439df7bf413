//! Statements that wait: on locks, semaphores, condition variables and barriers.

use super::statement::Body;
use super::world::MUTEXES;

impl Body<'_> {
    /// Locks, mostly unlocks, and may lock another in between.
    pub(super) fn lock(&mut self) {
        let name = MUTEXES[self.chance.below(self.world.mutexes)];
        let is_careless = self.world.is_careless && self.chance.percent(12);
        if !(is_careless && self.chance.percent(50)) {
            self.text.line(format!("pthread_mutex_lock(&{name});"));
        }
        self.block();
        if !is_careless || self.chance.percent(50) {
            self.text.line(format!("pthread_mutex_unlock(&{name});"));
        }
    }

    pub(super) fn try_lock(&mut self) {
        let name = MUTEXES[self.chance.below(self.world.mutexes)];
        let lock = match self.chance.percent(50) {
            true => format!("pthread_mutex_trylock(&{name})"),
            false => format!("pthread_mutex_timedlock(&{name}, &(struct timespec){{0, 1}})"),
        };
        self.text.open(format!("if ({lock} == 0)"));
        self.block();
        self.text.line(format!("pthread_mutex_unlock(&{name});"));
        self.text.close();
    }

    /// Locks a recursive mutex at the depth where that fails, and unlocks it as often.
    pub(super) fn lock_deeply(&mut self) {
        let Some(name) = self.recursive_mutex() else { return };
        let place = self.place();
        self.text.line(format!("pthread_mutex_lock(&{name});"));
        self.text.line(format!("{name}.__data.__count = UINT_MAX - 1;"));
        self.text.line(format!("{place} = pthread_mutex_lock(&{name});"));
        self.text.line(format!("{place} = pthread_mutex_lock(&{name});"));
        self.text.line(format!("pthread_mutex_unlock(&{name});"));
        self.text.line(format!("{name}.__data.__count = 1;"));
        self.text.line(format!("pthread_mutex_unlock(&{name});"));
    }

    /// A mutex that its owner can lock again.
    pub(super) fn recursive_mutex(&self) -> Option<&'static str> {
        let mutexes = MUTEXES.iter().zip(self.world.initializers).take(self.world.mutexes);
        mutexes.into_iter().find(|(_, kind)| kind.contains("RECURSIVE")).map(|(name, _)| *name)
    }

    /// Takes a mutex down, or makes it anew, whoever may have it.
    pub(super) fn renew(&mut self) {
        let name = MUTEXES[self.chance.below(self.world.mutexes)];
        let line = match self.chance.below(4) {
            0 => format!("pthread_mutex_destroy(&{name});"),
            1 => format!("pthread_mutex_init(&{name}, NULL);"),
            2 => format!("memset(&{name}, 0, sizeof {name});"),
            _ => format!("x = {name}.__data.__lock;"),
        };
        self.text.line(line);
    }

    pub(super) fn spin_lock(&mut self) {
        let is_tried = self.chance.percent(25);
        match is_tried {
            true => self.text.open("if (pthread_spin_trylock(&v) == 0)"),
            false => self.text.line("pthread_spin_lock(&v);"),
        }
        self.block();
        self.text.line("pthread_spin_unlock(&v);");
        if is_tried {
            self.text.close();
        }
    }

    pub(super) fn once(&mut self) {
        self.text.line("pthread_once(&once, initialize);");
    }

    /// Waits for `ready`, or brings it about.
    pub(super) fn condition_variable(&mut self) {
        if self.chance.percent(50) {
            let keyword = if self.chance.percent(80) { "while" } else { "if" };
            self.text.line("pthread_mutex_lock(&k);");
            let wait = match self.chance.percent(80) {
                true => "pthread_cond_wait(&z, &k)",
                false => "pthread_cond_timedwait(&z, &k, &(struct timespec){0, 1})",
            };
            // A wait that fails has waited in vain.
            self.text.line(format!("{keyword} (!ready && {wait} == 0) {{ }}"));
            self.assign();
            self.text.line("pthread_mutex_unlock(&k);");
            return;
        }
        let is_locked = self.chance.percent(75);
        let wake = self.chance.pick(&["signal", "broadcast"]);
        if is_locked {
            self.text.line("pthread_mutex_lock(&k);");
        }
        self.text.line("ready = 1;");
        self.text.line(format!("pthread_cond_{wake}(&z);"));
        if is_locked {
            self.text.line("pthread_mutex_unlock(&k);");
        }
    }

    pub(super) fn semaphore(&mut self) {
        let place = self.place();
        match self.chance.below(9) {
            0 => self.text.line("sem_post(&semaphore);"),
            1 => self.text.line(format!("{place} = sem_post(&semaphore);")),
            2..4 => self.text.line("sem_wait(&semaphore);"),
            4 => self.text.line(format!("{place} = sem_trywait(&semaphore);")),
            5 => {
                let wait = "sem_timedwait(&semaphore, &(struct timespec){0, 1})";
                self.text.line(format!("{place} = {wait};"));
            }
            6 => self.text.line("sem_getvalue(&semaphore, &x);"),
            _ => {
                self.text.line("sem_wait(&semaphore);");
                self.block();
                self.text.line("sem_post(&semaphore);");
            }
        }
    }

    pub(super) fn read_write_lock(&mut self) {
        let side = self.chance.pick(&["rd", "wr"]);
        match self.chance.below(8) {
            0 if self.world.is_careless => self.text.line("pthread_rwlock_unlock(&l);"),
            0 | 1 => {
                let kind = self.chance.pick(&["try", "timed"]);
                let time = if kind == "try" { "" } else { ", &(struct timespec){0, 1}" };
                self.text.open(format!("if (pthread_rwlock_{kind}{side}lock(&l{time}) == 0)"));
                self.block();
                self.text.line("pthread_rwlock_unlock(&l);");
                self.text.close();
            }
            _ => {
                self.text.line(format!("pthread_rwlock_{side}lock(&l);"));
                self.block();
                self.text.line("pthread_rwlock_unlock(&l);");
            }
        }
    }

    pub(super) fn barrier(&mut self) {
        self.text.line("pthread_barrier_wait(&barrier);");
    }
}
