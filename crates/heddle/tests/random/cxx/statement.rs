//! Statements of functions.

use super::throwing::{handler, thrown};
use super::world::World;
use crate::random::chance::Chance;
use crate::random::text::Text;

/// The body of a function under construction.
pub(super) struct Body<'a> {
    pub(super) chance: &'a mut Chance,
    pub(super) text: &'a mut Text,
    pub(super) world: &'a World,
    /// Number of the function.
    function: usize,
    /// Objects in scope, with the numbers of their classes.
    objects: Vec<(String, usize)>,
    /// Number of names that were given.
    names: usize,
    /// Number of statements that may still come.
    budget: usize,
    /// Depth of handlers around, and of blocks.
    handlers: usize,
    depth: usize,
    loops: usize,
}

impl<'a> Body<'a> {
    /// The body of the function of a number.
    pub(super) fn new(
        chance: &'a mut Chance,
        text: &'a mut Text,
        world: &'a World,
        function: usize,
    ) -> Body<'a> {
        let budget = 4 + chance.below(8);
        let (objects, names) = (Vec::new(), 0);
        let (handlers, depth, loops) = (0, 0, 0);
        Body { chance, text, world, function, objects, names, budget, handlers, depth, loops }
    }

    /// Writes as many statements as may come.
    pub(super) fn spend(&mut self) {
        while self.budget > 0 {
            self.statement();
        }
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    fn class(&mut self) -> usize {
        self.chance.below(self.world.classes.len())
    }

    /// A number that depends on the argument.
    fn number(&mut self) -> &'static str {
        self.chance.pick(&["n", "n", "n + 1", "n - 1", "n % 3", "2", "3"])
    }

    /// Something to throw.
    fn thrown(&mut self) -> String {
        let number = self.number();
        thrown(number, self.world.classes.len(), self.world, self.chance)
    }

    /// A call of a function before this one.
    fn call(&mut self) -> String {
        let number = self.number();
        if self.function == 0 {
            return format!("twice({number})");
        }
        format!("f{}({number})", self.chance.below(self.function))
    }

    /// Some statements in a block of their own.
    fn block(&mut self, head: &str) {
        let outer = self.objects.len();
        self.text.open(head);
        self.depth += 1;
        for _ in 0..1 + self.chance.below(3) {
            self.statement();
        }
        self.depth -= 1;
        self.text.close();
        self.objects.truncate(outer);
    }

    fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        match self.chance.below(31) {
            0..4 => self.object(),
            4..6 => self.throw(),
            6..9 => {
                let call = self.call();
                self.text.line(format!("say(\"called\", {call});"));
            }
            9..13 if self.depth < 3 => self.attempt(),
            13 if self.depth < 3 => self.branch(),
            14 if self.depth < 3 => self.repeat(),
            15..17 => self.pointer(),
            17 => self.vector(),
            18 => self.array(),
            19 if !self.world.is_concurrent => self.local_static(),
            20..22 => self.cast(),
            22 | 23 => self.kept(),
            24 if self.world.has_threads => self.thread(),
            25 => self.lambda(),
            26 => self.member(),
            27 => self.temporary(),
            28 => {
                let name = self.name("w");
                self.text.line(format!("Watch {name};"));
            }
            // The class of such an exception has a destructor that must not throw.
            29 if !self.world.destructors_throw => self.nested(),
            30 if self.handlers > 0 => self.text.line("throw;"),
            _ => {
                let number = self.number();
                self.text.line(format!("say(\"here\", {number}, std::uncaught_exceptions());"));
            }
        }
    }

    /// An object of a class.
    fn object(&mut self) {
        let name = self.name("o");
        let (class, number) = (self.class(), self.number());
        if let Some((other, class)) = self.some_object()
            && self.chance.percent(40)
        {
            let base = self.base_of(class);
            let from = self.chance.pick(&["", "", "std::move"]);
            self.text.line(format!("C{base} {name}({from}({other}));"));
            return self.objects.push((name, base));
        }
        match self.chance.below(4) {
            0 => self.text.line(format!("C{class} {name}({number}, n);")),
            1 if !self.world.is_concurrent => {
                self.text.line(format!("static thread_local C{class} {name}({number});"));
            }
            _ => self.text.line(format!("C{class} {name}({number});")),
        }
        self.objects.push((name, class));
    }

    fn some_object(&mut self) -> Option<(String, usize)> {
        let count = self.objects.len();
        (count > 0).then(|| self.objects[self.chance.below(count)].clone())
    }

    /// A class that objects of one convert to.
    fn base_of(&mut self, class: usize) -> usize {
        let to = &self.world.classes[class].converts_to;
        to[self.chance.below(to.len())]
    }

    fn throw(&mut self) {
        let thrown = self.thrown();
        let condition = self.chance.pick(&["n == 1", "n == 2", "n > 1", "n == 3", "n < 2"]);
        self.text.line(format!("if ({condition}) throw {thrown};"));
    }

    /// A block with handlers.
    fn attempt(&mut self) {
        self.block("try");
        self.catch();
    }

    /// Handlers, of which the last may be for everything.
    pub(super) fn catch(&mut self) {
        let count = self.chance.weighted(&[(2, 0), (4, 1), (3, 2), (1, 4)]);
        let has_last = count == 0 || self.chance.percent(50);
        for number in 0..count + usize::from(has_last) {
            let (declared, says) = match number == count {
                true => ("...".to_owned(), "say(\"anything\");".to_owned()),
                false => handler(self.world, self.chance),
            };
            self.text.open(format!("catch ({declared})"));
            self.text.line(says);
            let outer = self.objects.len();
            self.handlers += 1;
            self.depth += 1;
            match self.chance.below(8) {
                0 => self.text.line("throw;"),
                1 => {
                    let thrown = self.thrown();
                    self.text.line(format!("throw {thrown};"));
                }
                2 => self.text.line("if (n == 2) throw;"),
                3 => self.text.line("return n + 20;"),
                4 => self.statement(),
                5 if self.loops > 0 => self.text.line("continue;"),
                _ => {}
            }
            self.depth -= 1;
            self.handlers -= 1;
            self.objects.truncate(outer);
            self.text.close();
        }
    }

    fn branch(&mut self) {
        let condition =
            self.chance.pick(&["n == 1", "n > 1", "n % 2", "std::uncaught_exceptions()"]);
        self.block(&format!("if ({condition})"));
    }

    fn repeat(&mut self) {
        let name = self.name("i");
        self.loops += 1;
        self.block(&format!("for (int {name} = 0; {name} < 2; {name}++)"));
        self.loops -= 1;
    }

    /// An object behind a pointer that owns it.
    fn pointer(&mut self) {
        let name = self.name("p");
        let (class, number) = (self.class(), self.number());
        let base = self.base_of(class);
        match self.chance.below(5) {
            0 => {
                self.text.line(format!("std::unique_ptr<C{base}> {name}(new C{class}({number}));"));
            }
            1 => self.text.line(format!("auto {name} = std::make_unique<C{class}>({number}, n);")),
            2 => {
                self.text.line(format!("std::shared_ptr<C{base}> {name}(new C{class}({number}));"));
            }
            3 => {
                self.text.line(format!("auto {name} = std::make_shared<C{class}>({number});"));
                self.text.line(format!("std::shared_ptr<C{base}> {name}b = {name};"));
                self.text.line(format!("say(\"uses\", (int){name}.use_count());"));
            }
            _ => {
                self.text.line(format!("C{base} *{name} = new C{class}({number});"));
                self.text.line(format!("delete {name};"));
                return;
            }
        }
        self.text.line(format!("say(\"behind\", {name}->who());"));
        if self.chance.percent(30) {
            self.text.line(format!("{name}.reset();"));
        }
    }

    fn vector(&mut self) {
        let name = self.name("v");
        let (class, number) = (self.class(), self.number());
        self.text.line(format!("std::vector<C{class}> {name};"));
        for _ in 0..1 + self.chance.below(3) {
            let add = self.chance.pick(&["emplace_back(0)", "push_back", "emplace_back"]);
            match add {
                "push_back" => self.text.line(format!("{name}.push_back(C{class}({number}));")),
                "emplace_back" => self.text.line(format!("{name}.emplace_back({number}, n);")),
                _ => self.text.line(format!("{name}.emplace_back(0);")),
            }
        }
        let index = self.chance.pick(&["0", "n", "n", "5"]);
        self.text.line(format!("say(\"at\", {name}.at({index}).who());"));
    }

    /// Several objects at once, of which one may fail to be constructed.
    fn array(&mut self) {
        let name = self.name("a");
        let (class, number) = (self.class(), self.number());
        match self.chance.below(3) {
            0 => {
                let (first, last) = (self.number(), self.number());
                self.text.line(format!(
                    "C{class} {name}[3] = \
                     {{C{class}({first}), C{class}({number}), C{class}({last})}};"
                ));
                self.text.line(format!("say(\"last\", {name}[2].v{class});"));
            }
            1 => self.text.line(format!("delete[] new C{class}[n % 3 + 1];")),
            _ => {
                self.text.line(format!(
                    "std::unique_ptr<C{class}[]> \
                     {name}(new C{class}[2]{{C{class}(n), C{class}({number})}});"
                ));
            }
        }
    }

    /// One that is constructed at the first time that does not fail.
    fn local_static(&mut self) {
        let name = self.name("s");
        let (class, number) = (self.class(), self.number());
        self.text.line(format!("static C{class} {name}({number});"));
        self.text.line(format!("say(\"static\", {name}.v{class}++);"));
    }

    /// A question what an object is.
    fn cast(&mut self) {
        let Some((name, class)) = self.some_object() else { return self.object() };
        let base = self.base_of(class);
        let is_possible = |to: &usize| !self.world.classes[base].is_barred_from.contains(to);
        let possible: Vec<usize> = (0..self.world.classes.len()).filter(is_possible).collect();
        let to = possible[self.chance.below(possible.len())];
        let pointer = self.name("p");
        self.text.line(format!("C{base} *{pointer} = &{name};"));
        match self.chance.below(5) {
            0 => self.text.line(format!("say(\"as\", dynamic_cast<C{to} &>(*{pointer}).who());")),
            1 => {
                self.text.line(format!(
                    "say(typeid(*{pointer}).name(), typeid(*{pointer}) == typeid(C{to}));"
                ));
            }
            2 => {
                self.text
                    .line(format!("say(\"whole\", dynamic_cast<void *>({pointer}) == &{name});"));
            }
            3 => {
                self.text.line(format!("if (n == 2) {pointer} = nullptr;"));
                self.text.line(format!("say(typeid(*{pointer}).name());"));
            }
            _ => {
                self.text.line(format!("C{to} *{pointer}c = dynamic_cast<C{to} *>({pointer});"));
                self.text.line(format!("say(\"cast\", {pointer}c ? {pointer}c->v{to} : -1);"));
            }
        }
    }

    /// Something with an exception that is kept.
    fn kept(&mut self) {
        let line = match self.chance.below(7) {
            0 | 1 => "kept = std::current_exception();".to_owned(),
            2 => "if (kept) std::rethrow_exception(kept);".to_owned(),
            3 => format!("kept = std::make_exception_ptr({});", self.thrown()),
            4 => "kept = nullptr;".to_owned(),
            5 => {
                let other = self.name("e");
                self.text.line(format!("std::exception_ptr {other} = kept;"));
                format!("say(\"same\", kept == {other});")
            }
            _ => "say(\"kept\", kept != nullptr, kept == std::current_exception());".to_owned(),
        };
        self.text.line(line);
    }

    /// A call in a thread of its own.
    fn thread(&mut self) {
        let call = self.call();
        let how = self.chance.pick(&["in_thread", "in_thread", "in_task", "in_promise"]);
        self.text.line(format!("say(\"thread\", {how}([&] {{ return {call}; }}));"));
    }

    fn lambda(&mut self) {
        let name = self.name("l");
        let captured = self.some_object();
        let (captures, use_of) = match &captured {
            Some((object, class)) => (self.chance.pick(&["&", "="]), format!("{object}.v{class}")),
            None => ("&", "n".to_owned()),
        };
        let call = self.call();
        let promise = match self.world.has_noexcept && self.chance.percent(30) {
            true => " noexcept",
            false => "",
        };
        self.text.line(format!(
            "auto {name} = [{captures}]() mutable{promise} {{ return {use_of} + {call}; }};"
        ));
        if self.chance.percent(30) {
            self.text.line(format!("std::function<int()> {name}f = {name};"));
            self.text.line(format!("say(\"function\", {name}f());"));
        } else {
            self.text.line(format!("say(\"lambda\", {name}());"));
        }
    }

    fn member(&mut self) {
        let Some((name, class)) = self.some_object() else { return self.object() };
        let number = self.number();
        match self.chance.below(3) {
            0 => {
                let pointer = self.name("m");
                self.text.line(format!("int (C{class}::*{pointer})(int) = &C{class}::add;"));
                self.text.line(format!("say(\"member\", ({name}.*{pointer})({number}));"));
            }
            1 => {
                let base = self.base_of(class);
                self.text
                    .line(format!("say(\"virtual\", static_cast<const C{base} &>({name}).who());"));
            }
            _ => self.text.line(format!("say(\"add\", {name}.add({number}));")),
        }
    }

    /// Objects that live until the end of the expression, or longer.
    fn temporary(&mut self) {
        let (class, number) = (self.class(), self.number());
        match self.chance.below(3) {
            0 => {
                let name = self.name("r");
                self.text.line(format!(
                    "const C{class} &{name} = n > 1 ? C{class}({number}) : C{class}(n);"
                ));
                self.text.line(format!("say(\"kept alive\", {name}.v{class});"));
            }
            1 => {
                let call = self.call();
                self.text.line(format!("say(\"temporary\", C{class}({number}).who(), {call});"));
            }
            _ => self.text.line(format!("by_value(C{class}({number}), C{class}(n));")),
        }
    }

    /// An exception that has another one in it.
    fn nested(&mut self) {
        let class = self.class();
        self.text.open("try");
        let call = self.call();
        self.text.line(format!("say(\"nested\", {call});"));
        self.text.close();
        self.text.open("catch (...)");
        self.text.open("try");
        self.text.line(format!("std::throw_with_nested(C{class}(n));"));
        self.text.close();
        let base = self.base_of(class);
        self.text.open(format!("catch (const C{base} &e)"));
        self.text.line("try { std::rethrow_if_nested(e); } catch (...) { say(\"inner\"); }");
        self.text.close();
        self.text.close();
    }
}
