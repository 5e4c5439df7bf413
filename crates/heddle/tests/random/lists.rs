//! Statements on linked lists of heap objects, and on addresses.
//!
//! None of them depends on which address an object has, only on its keeping it: that
//! is what renaming objects must not change.

use super::statement::Body;

impl Body<'_> {
    /// Links a new item in, takes one out, or looks at all.
    pub(super) fn list(&mut self) {
        let value = self.value();
        match self.chance.below(8) {
            0..4 => {
                self.text.open("");
                self.text.line("struct item *item = malloc(sizeof *item);");
                self.text.line(format!("item->value = {value};"));
                let is_atomic = self.chance.percent(70);
                self.maybe_atomically(is_atomic, &["item->next = items;", "items = item;"]);
                self.text.close();
            }
            4 | 5 => {
                let place = self.place();
                let take = format!("if (item) {{ {place} = item->value; items = item->next; }}");
                self.text.open("");
                self.text.line("struct item *item;");
                self.maybe_atomically(true, &["item = items;", &take]);
                // One that is not freed is a leak, and nobody's any more.
                if self.chance.percent(60) {
                    self.text.line("free(item);");
                }
                self.text.close();
            }
            6 => {
                self.text.line("heddle_atomic_begin();");
                self.text.open("if (items && items->next)");
                self.text.line("struct item *second = items->next;");
                self.text.line("items->next = second->next, second->next = items;");
                self.text.line("items = second;");
                self.text.close();
                self.text.line("heddle_atomic_end();");
            }
            _ => {
                let place = self.place();
                self.text.line("heddle_atomic_begin();");
                self.text.open("");
                self.text.line("int sum = 0;");
                self.text.line("for (struct item *i = items; i; i = i->next) sum += i->value;");
                self.text.line(format!("{place} = sum & 3;"));
                self.text.close();
                self.text.line("heddle_atomic_end();");
            }
        }
    }

    /// Keeps an address as a number, or the order of two, and looks again later.
    pub(super) fn remember(&mut self) {
        let (kept, expected) = match self.chance.below(3) {
            0 => ("unsigned long kept = (unsigned long)one;", "kept == (unsigned long)one"),
            1 => ("int kept = one < two;", "kept == (one < two)"),
            _ => ("struct item **kept = &two->next;", "kept == &two->next && one != two"),
        };
        self.text.open("");
        self.text.line("struct item *one = malloc(sizeof *one), *two = malloc(sizeof *two);");
        self.text.line(kept);
        // Others may free what is in the list.
        let is_linked = self.chance.percent(50);
        if is_linked {
            self.maybe_atomically(true, &["two->value = 1, two->next = items;", "items = two;"]);
        }
        self.block();
        self.text.line(format!("heddle_assert({expected});"));
        self.text.line(if is_linked { "free(one);" } else { "free(one), free(two);" });
        self.text.close();
    }

    fn maybe_atomically(&mut self, is_atomic: bool, lines: &[&str]) {
        if is_atomic {
            self.text.line("heddle_atomic_begin();");
        }
        for line in lines {
            self.text.line(line);
        }
        if is_atomic {
            self.text.line("heddle_atomic_end();");
        }
    }
}
