//! Values that are thrown, and handlers.

use super::world::World;
use crate::random::chance::Chance;

/// Something to throw, made of `value`; of classes up to a number only.
pub(super) fn thrown(value: &str, classes: usize, world: &World, chance: &mut Chance) -> String {
    // In a constructor, throwing objects of the same class would not end.
    let class = |chance: &mut Chance| chance.below(classes.max(1));
    let has_classes = classes > 0;
    match chance.below(20) {
        0..8 if has_classes => format!("T{}({value})", class(chance)),
        8 if has_classes => format!("&g{}()", class(chance)),
        9 if has_classes => {
            let class = class(chance);
            format!("static_cast<const T{class} *>(&g{class}())")
        }
        10 if has_classes => format!("&T{}::add", class(chance)),
        11 => format!("Color({value})"),
        12 => format!("char('a' + {value})"),
        13 => "nullptr".to_owned(),
        14 => "\"text\"".to_owned(),
        15 => format!("std::string(\"string \") + char('a' + {value})"),
        16 => format!("Failure({value})"),
        17 => "std::out_of_range(\"range\")".to_owned(),
        18 if world.has_threads => {
            "std::system_error(std::make_error_code(std::errc::io_error))".to_owned()
        }
        19 => "&twice".to_owned(),
        _ => format!("int({value})"),
    }
}

/// A handler: what it declares, and what it says.
pub(super) fn handler(world: &World, chance: &mut Chance) -> (String, String) {
    let class = chance.below(world.classes.len());
    let said = format!("say(\"C{class}\", e.v{class}, e.who());");
    let pointer = format!("say(\"C{class} *\", e ? e->v{class} : -1);");
    let (declared, says) = match chance.below(24) {
        0..3 => (format!("C{class} e"), format!("e.v{class}++; {said}")),
        3..6 => (format!("C{class} &e"), format!("e.v{class}++; {said}")),
        6..8 => (format!("const C{class} &e"), said),
        8 => (format!("C{class} *e"), pointer),
        9 => (format!("const C{class} *e"), pointer),
        10 => (format!("const C{class} *const &e"), pointer),
        11 => ("const void *e".to_owned(), "say(\"void\", e != nullptr);".to_owned()),
        12 => ("void *e".to_owned(), "say(\"void\", e != nullptr);".to_owned()),
        13 => ("const char *e".to_owned(), "say(e ? e : \"null\");".to_owned()),
        14 => ("int e".to_owned(), "say(\"int\", e);".to_owned()),
        15 => ("int &e".to_owned(), "say(\"int\", e++);".to_owned()),
        16 => ("const std::exception &e".to_owned(), "say(e.what());".to_owned()),
        17 => ("std::runtime_error e".to_owned(), "say(e.what());".to_owned()),
        18 => ("std::string &e".to_owned(), "e += '!'; say(e.c_str());".to_owned()),
        19 => {
            (format!("int (C{class}::*e)(int)"), format!("say(\"member\", e == &C{class}::add);"))
        }
        20 => ("int (*e)(int)".to_owned(), "say(\"function\", e ? e(4) : -1);".to_owned()),
        21 => ("Color e".to_owned(), "say(\"color\", e);".to_owned()),
        22 => ("char e".to_owned(), "say(\"char\", e);".to_owned()),
        _ => ("const std::logic_error &e".to_owned(), "say(e.what());".to_owned()),
    };
    (declared, says)
}
