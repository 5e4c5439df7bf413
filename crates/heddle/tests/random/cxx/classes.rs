//! Classes that tell when they are constructed, copied, moved and destroyed, and may throw then.

use std::collections::BTreeMap;

use super::throwing::thrown;
use super::world::World;
use crate::random::chance::Chance;
use crate::random::text::Text;

/// A direct base of a class.
struct Base {
    /// Number of the class.
    class: usize,
    is_virtual: bool,
    is_public: bool,
}

/// A class, whose name is `C` and its number.
pub(super) struct Class {
    bases: Vec<Base>,
    has_virtual_bases: bool,
    /// Class of a member, by number.
    member: Option<usize>,
    /// True if objects of it are allocated and freed by functions of its own.
    pub(super) allocates: bool,
    /// The bases that an object converts to: itself, and those that are public and there just once.
    pub(super) converts_to: Vec<usize>,
    /// All bases that it does not convert to.
    pub(super) is_barred_from: Vec<usize>,
}

/// The objects of which one consists that is of a class: its own bases by the path to them, which
/// begins at the nearest virtual base, and if they are public.
type Parts = BTreeMap<Vec<usize>, bool>;

fn parts(classes: &[Class], path: &[usize], bases: &[Base], is_public: bool, parts: &mut Parts) {
    for base in bases {
        let mut inner = if base.is_virtual { Vec::new() } else { path.to_vec() };
        inner.push(base.class);
        let is_public = is_public && base.is_public;
        *parts.entry(inner.clone()).or_default() |= is_public;
        self::parts(classes, &inner, &classes[base.class].bases, is_public, parts);
    }
}

/// The bases of a class with these direct bases, with all objects of them.
fn all_bases(classes: &[Class], bases: &[Base]) -> BTreeMap<usize, Vec<bool>> {
    let mut all = Parts::new();
    // No class has this number.
    parts(classes, &[usize::MAX], bases, true, &mut all);
    let mut of: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
    for (path, is_public) in all {
        of.entry(path[path.len() - 1]).or_default().push(is_public);
    }
    of
}

impl Class {
    /// A class that may inherit from those before it.
    pub(super) fn new(classes: &[Class], chance: &mut Chance) -> Class {
        let count = if classes.is_empty() { 0 } else { chance.weighted(&[(3, 0), (5, 1), (4, 2)]) };
        let mut bases: Vec<Base> = Vec::new();
        for _ in 0..count {
            let class = chance.below(classes.len());
            if bases.iter().any(|base| base.class == class) {
                continue;
            }
            let is_virtual = chance.percent(40);
            // Who inherits from this class destroys its virtual bases.
            let is_public = is_virtual || classes[class].has_virtual_bases || chance.percent(80);
            bases.push(Base { class, is_virtual, is_public });
            // The constructor has to be able to name each direct base.
            let all = all_bases(classes, &bases);
            if bases.iter().any(|base| all[&base.class].len() > 1) {
                bases.pop();
            }
        }
        let has_virtual_bases =
            bases.iter().any(|base| base.is_virtual || classes[base.class].has_virtual_bases);
        let has_member = !classes.is_empty() && chance.percent(25);
        let member = has_member.then(|| chance.below(classes.len()));
        let mut converts_to = vec![classes.len()];
        let mut is_barred_from = Vec::new();
        for (class, objects) in all_bases(classes, &bases) {
            if objects == [true] { &mut converts_to } else { &mut is_barred_from }.push(class);
        }
        let allocates =
            chance.percent(20) || bases.iter().any(|base| classes[base.class].allocates);
        Class { bases, has_virtual_bases, member, allocates, converts_to, is_barred_from }
    }

    /// Defines it.
    pub(super) fn define(
        &self,
        number: usize,
        world: &World,
        chance: &mut Chance,
        text: &mut Text,
    ) {
        let bases: Vec<String> = self.bases.iter().map(base).collect();
        let list =
            if bases.is_empty() { String::new() } else { format!(" : {}", bases.join(", ")) };
        text.open(format!("struct C{number}{list}"));
        text.line(format!("int v{number};"));
        if let Some(member) = self.member {
            text.line(format!("T{member} m;"));
        }
        self.constructors(number, world, chance, text);
        let may_throw = if world.destructors_throw { " noexcept(false)" } else { "" };
        text.open(format!("virtual ~C{number}(){may_throw}"));
        text.line(format!("say(\"~C{number}\", v{number}, std::uncaught_exceptions());"));
        if world.destructors_throw && chance.percent(30) {
            let value = chance.below(4) + 1;
            let guard = chance.pick(&["", " && !std::uncaught_exceptions()"]);
            let throw = thrown("1", number, world, chance);
            text.line(format!("if (v{number} == {value}{guard}) throw {throw};"));
        }
        text.close();
        text.line(format!("virtual int who() const {{ return {number}; }}"));
        let throw = thrown("n", number, world, chance);
        text.line(format!(
            "int add(int n) {{ if (n == 4) throw {throw}; return v{number} += n; }}"
        ));
        if self.allocates {
            text.line(format!(
                "static void *operator new(std::size_t n) \
                 {{ say(\"new C{number}\"); return ::operator new(n); }}"
            ));
            text.line(format!(
                "static void operator delete(void *p) \
                 {{ say(\"delete C{number}\"); ::operator delete(p); }}"
            ));
        }
        text.close_type();
        // Its other name, since its own may be private in classes that inherit from it.
        text.line(format!("using T{number} = C{number};"));
        // An object of static storage, whose address is thrown.
        text.line(format!("static C{number} &g{number}() {{ static C{number} it; return it; }}"));
        text.line("");
    }

    fn constructors(&self, number: usize, world: &World, chance: &mut Chance, text: &mut Text) {
        let from = |argument: &str| {
            let bases = self.bases.iter().map(|base| format!("T{}({argument})", base.class));
            bases.collect::<Vec<_>>()
        };
        let initialize = |bases: Vec<String>, value: String, member: String| {
            let mut all = bases;
            all.push(format!("v{number}({value})"));
            all.extend(self.member.map(|_| format!("m({member})")));
            all.join(", ")
        };
        let argument = chance.pick(&["n", "n", "n - 1"]);
        let list = initialize(from(argument), "n".to_owned(), "n".to_owned());
        let has_block = chance.percent(20);
        let block = if has_block { " try" } else { "" };
        text.open(format!("explicit C{number}(int n = 0){block} : {list}"));
        text.line(format!("say(\"C{number}\", n, std::uncaught_exceptions());"));
        if chance.percent(40) {
            let (value, throw) = (chance.below(4) + 1, thrown("n", number, world, chance));
            text.line(format!("if (n == {value}) throw {throw};"));
        }
        text.close();
        if has_block {
            text.open("catch (...)");
            text.line(format!("say(\"C{number} is not constructed\");"));
            if chance.percent(40) {
                text.line(format!("throw {};", thrown("n", number, world, chance)));
            }
            text.close();
        }
        // One that delegates: if it throws, the object has been constructed before.
        text.open(format!("C{number}(int n, int more) : C{number}(n)"));
        text.line(format!("say(\"C{number} and\", more);"));
        text.line(format!("if (more == 2) throw {};", thrown("more", number, world, chance)));
        text.close();
        let list = initialize(from("o"), format!("o.v{number}"), "o.m".to_owned());
        text.open(format!("C{number}(const C{number} &o) : {list}"));
        text.line(format!("say(\"copy C{number}\", v{number});"));
        if chance.percent(20) {
            let (value, throw) = (chance.below(4) + 1, thrown("9", number, world, chance));
            text.line(format!("if (v{number} == {value}) throw {throw};"));
        }
        text.close();
        if chance.percent(60) {
            let moved = from("std::move(o)");
            let list = initialize(moved, format!("o.v{number}"), "std::move(o.m)".to_owned());
            let promise = chance.pick(&["", " noexcept"]);
            text.open(format!("C{number}(C{number} &&o){promise} : {list}"));
            text.line(format!("say(\"move C{number}\", v{number});"));
            text.line(format!("o.v{number} = 0;"));
            text.close();
        }
    }
}

fn base(base: &Base) -> String {
    let access = if base.is_public { "public" } else { "private" };
    let kind = if base.is_virtual { " virtual" } else { "" };
    format!("{access}{kind} T{}", base.class)
}
