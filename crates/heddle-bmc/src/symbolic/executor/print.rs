//! Printing: what is printed is nobody's business, but what is read for it must be there, and
//! can race.
//!
//! The text itself is not made: how long it is, is not known if it has conversions.

use heddle_model::{Property, UnknownKind};
use heddle_program::limits::Bytes;

use super::Executor;
use super::access::{AccessKind, to_bytes, to_slot};
use crate::symbolic::execution_log::Action;
use crate::symbolic::memory::{Addressing, ObjectId, Target};
use crate::symbolic::path::World;
use crate::symbolic::value::Value;
use crate::term::Term;

/// Longest string that is looked at, in bytes.
const LONGEST_STRING: u32 = 1 << 12;
/// Bytes that are loaded at a time where what they are does not matter.
const LOADED: u32 = 8;

/// Type of a number that is printed, as far as its size goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NumberSize {
    /// An `int`.
    Int,
    /// A `long`, which has the size of a pointer.
    Long,
    /// A `long long` or a `double`.
    LongLong,
}

/// An argument that a conversion takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Argument {
    /// Something that is printed, whatever it is.
    Number(NumberSize),
    /// A number that decides how something is printed.
    WidthOrPrecision,
    /// A `long double`.
    LongDouble,
    /// A string, of which at most so many bytes are read.
    Text(u32),
}

impl Executor<'_, '_> {
    /// `vprintf`: arguments are the stream, the format, and the address of a `va_list`.
    pub(super) fn print(&mut self, world: &mut World, arguments: &[Value]) -> Value {
        let format = self.argument(world, arguments, 1);
        let list = self.argument(world, arguments, 2);
        let format = self.literal(format);
        match format.as_deref().map(parse) {
            None => self.refuse(world, "printing with a format that is not a literal"),
            Some(Err(conversion)) => {
                self.refuse(world, format!("printing with the conversion '{conversion}'"));
            }
            Some(Ok(taken)) if taken.is_empty() => {
                let text = format.unwrap_or_default();
                // There are only pairs of them.
                let signs = text.iter().filter(|&&byte| byte == b'%').count();
                return Value::constant(&mut self.out.terms, (text.len() - signs / 2) as u64);
            }
            Some(Ok(taken)) => self.take_arguments(world, list, &taken),
        }
        // How long the text is, nobody knows: a run that depends on it cannot be followed.
        Value::undefined(&mut self.out.terms)
    }

    /// Takes what conversions need from a `va_list`.
    fn take_arguments(&mut self, world: &mut World, list: Value, taken: &[Argument]) {
        let pointer_bytes = self.pointer_bytes();
        let field = match self.addressing() {
            // Behind two counters of registers.
            Addressing::Numbered => self.offset(list, 8),
            Addressing::Flat => list,
        };
        let next = self.load(world, field, pointer_bytes, AccessKind::SILENT_READ);
        let mut next = to_slot(&mut self.out.terms, next, 64);
        for argument in taken {
            let bytes = match *argument {
                Argument::Number(NumberSize::LongLong) => 8,
                Argument::Number(NumberSize::Int) | Argument::WidthOrPrecision => 4,
                Argument::Number(NumberSize::Long) | Argument::Text(_) => pointer_bytes,
                Argument::LongDouble => {
                    let Some(address) = self.out.terms.value(next.bits) else {
                        return self.refuse(world, "printing a long double from an unknown place");
                    };
                    let end = match self.addressing() {
                        Addressing::Numbered => (address as u64).next_multiple_of(16) + 16,
                        Addressing::Flat => address as u64 + 12,
                    };
                    next = Value::constant(&mut self.out.terms, end);
                    continue;
                }
            };
            let bits = self.load(world, next, bytes, AccessKind::SILENT_READ);
            let value = to_slot(&mut self.out.terms, bits, 64);
            match *argument {
                Argument::Number(_) | Argument::LongDouble => {}
                Argument::WidthOrPrecision => {
                    self.argument(world, &[value], 0);
                }
                Argument::Text(most) => {
                    let pointer = self.argument(world, &[value], 0);
                    self.read_text(world, pointer, most);
                }
            }
            next = self.offset(next, bytes.next_multiple_of(pointer_bytes).into());
        }
        let bits = to_bytes(&mut self.out.terms, next, pointer_bytes);
        self.store(world, field, bits, AccessKind::SILENT_WRITE);
    }

    /// Reads bytes that are printed as they are. What they are does not matter, so that where
    /// nobody looks for races, they must only be there.
    pub(super) fn read_bytes(&mut self, world: &mut World, pointer: Value, count: u32) {
        let kind = self.access_kind(false, false);
        let resolved = self.locate(world, pointer, count, kind);
        if !self.settings.properties.contains(Property::DataRace) {
            return;
        }
        let mut is_shared = |target: &Target| self.is_event_at(world, target, count);
        if !resolved.targets.iter().any(&mut is_shared) {
            return;
        }
        if count > LONGEST_STRING {
            let reason = format!("printing more than {} at once", Bytes(LONGEST_STRING.into()));
            return self.refuse(world, reason);
        }
        for at in (0..count).step_by(LOADED as usize) {
            let place = self.offset(pointer, at.into());
            self.load(world, place, LOADED.min(count - at), kind);
        }
    }

    /// Reads a string, at most so many bytes of it.
    fn read_text(&mut self, world: &mut World, pointer: Value, most: u32) {
        // What is counted so far belongs to the path as it is.
        self.log(world.guard, Action::Instructions);
        let mut inside = world.clone();
        for at in 0..most.min(LONGEST_STRING) {
            let place = self.offset(pointer, at.into());
            let byte = self.load(&mut inside, place, 1, self.access_kind(false, false));
            let zero = self.out.terms.constant(8, 0);
            let goes_on = self.out.terms.ne(byte.value, zero);
            inside.guard = self.out.terms.and(inside.guard, goes_on);
            if inside.guard == Term::FALSE {
                return;
            }
        }
        if most > LONGEST_STRING {
            let reason = format!("printing a string of more than {}", Bytes(LONGEST_STRING.into()));
            self.refuse_if(&mut inside, Term::TRUE, UnknownKind::Unsupported, reason);
        }
    }

    /// The string literal that an address points to.
    fn literal(&mut self, address: Value) -> Option<Vec<u8>> {
        let resolved = self.resolve(address.bits);
        let [target] = resolved.targets[..] else { return None };
        let at = u32::try_from(self.out.terms.value(target.offset)?).ok()?;
        (target.condition == Term::TRUE).then(|| self.text_at(target.object, at)).flatten()
    }

    /// The string at an offset of a constant.
    fn text_at(&mut self, object: ObjectId, start: u32) -> Option<Vec<u8>> {
        let info = *self.names.directory().info(object);
        let content = self.initial.content(object).filter(|_| info.constant)?;
        let mut text = Vec::new();
        for at in start..info.size.min(start.saturating_add(LONGEST_STRING)) {
            let byte = content.load(&mut self.out.terms, at, 1);
            match self.out.terms.value(byte.value)? {
                0 => return Some(text),
                byte => text.push(byte as u8),
            }
        }
        None
    }
}

/// The arguments that the conversions of a format take, or the conversion that is not supported.
fn parse(format: &[u8]) -> Result<Vec<Argument>, String> {
    let mut taken = Vec::new();
    let mut rest = format;
    while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[percent + 1..];
        let end = rest.iter().position(|byte| !b"-+ #0123456789.*'hlqjztL".contains(byte));
        let Some(end) = end else { return Err("%".to_owned()) };
        let (modifiers, conversion) = (&rest[..end], rest[end]);
        rest = &rest[end + 1..];
        let stars = modifiers.iter().filter(|&&byte| byte == b'*');
        taken.extend(stars.map(|_| Argument::WidthOrPrecision));
        let is_wide = modifiers.contains(&b'l');
        let is_long = modifiers.iter().any(|byte| b"lzt".contains(byte));
        let is_longest =
            modifiers.ends_with(b"ll") || modifiers.iter().any(|byte| b"qjL".contains(byte));
        let size = match (is_longest, is_long) {
            (true, _) => NumberSize::LongLong,
            (false, true) => NumberSize::Long,
            (false, false) => NumberSize::Int,
        };
        let is_float = b"eEfFgGaA".contains(&conversion);
        match conversion {
            b'%' => {}
            _ if is_float && modifiers.contains(&b'L') => taken.push(Argument::LongDouble),
            _ if is_float => taken.push(Argument::Number(NumberSize::LongLong)),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => taken.push(Argument::Number(size)),
            b'p' => taken.push(Argument::Number(NumberSize::Long)),
            b'c' if !is_wide => taken.push(Argument::Number(NumberSize::Int)),
            b's' if !is_wide => taken.push(Argument::Text(precision(modifiers))),
            other => {
                let modifiers = String::from_utf8_lossy(modifiers);
                return Err(format!("%{modifiers}{}", char::from(other)));
            }
        }
    }
    Ok(taken)
}

/// The most bytes of a string that are printed; if an argument gives the precision, all of them.
fn precision(modifiers: &[u8]) -> u32 {
    let mut parts = modifiers.splitn(2, |&byte| byte == b'.');
    let digits = parts.nth(1).map(|part| part.iter().take_while(|byte| byte.is_ascii_digit()));
    match digits {
        None => u32::MAX,
        Some(_) if modifiers.ends_with(b"*") => u32::MAX,
        Some(digits) => digits.fold(0, |number: u32, digit| {
            number.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_take_what_they_print() {
        assert_eq!(parse(b"no conversion, 100%%\n"), Ok(vec![]));
        let number = |size| Argument::Number(size);
        let [int, long, long_long] =
            [NumberSize::Int, NumberSize::Long, NumberSize::LongLong].map(number);
        assert_eq!(parse(b"%d and %5.2lf"), Ok(vec![int, long_long]));
        assert_eq!(parse(b"%lu%zd%p%hhx%c"), Ok(vec![long, long, long, int, int]));
        assert_eq!(parse(b"%lld%jx%qd"), Ok(vec![long_long; 3]));
        let text = Argument::Text(u32::MAX);
        let all = vec![Argument::WidthOrPrecision, Argument::WidthOrPrecision, text, long_long];
        assert_eq!(parse(b"%*.*s%llx"), Ok(all));
        assert_eq!(parse(b"%5.12s"), Ok(vec![Argument::Text(12)]));
        assert_eq!(parse(b"%.s"), Ok(vec![Argument::Text(0)]));
        assert_eq!(parse(b"%Lf"), Ok(vec![Argument::LongDouble]));
        assert_eq!(parse(b"%n"), Err("%n".to_owned()));
        assert_eq!(parse(b"%ls"), Err("%ls".to_owned()));
        assert_eq!(parse(b"50 %"), Err("%".to_owned()));
    }
}
