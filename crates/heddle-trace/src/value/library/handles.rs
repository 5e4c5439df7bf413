//! Values that stand for something else: pointers, atomics, locks, threads, adaptors.

use super::super::Printer;
use super::super::aggregate::MAX_DEPTH;
use super::Value;

impl Printer<'_, '_> {
    /// A smart pointer: what it points to, with its content.
    fn target(&mut self, value: &Value<'_>, names: &[&str]) -> Option<String> {
        let (address, to) = self.pointer_member(value, names)?;
        if address == 0 {
            return Some("nullptr".to_owned());
        }
        let view = self.machine.object_at(address).filter(|view| view.heap && !view.dead);
        let Some(view) = view else { return Some(self.pointer(Some(to), address, value.nesting)) };
        self.names.learn(self.machine, &view, to);
        let name = self.names.object(&view, "");
        if self.budget == 0 || value.nesting >= MAX_DEPTH || !self.shown.insert(view.base) {
            return Some(name);
        }
        let target = self.text_at(to, address, value.nesting)?;
        Some(format!("{name} -> {target}"))
    }
}

pub(super) fn unique_ptr(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    printer.target(value, &["_M_head_impl", "__value_", "__ptr_"])
}

pub(super) fn shared_ptr(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let target = printer.target(value, &["_M_ptr", "__ptr_"])?;
    let block = printer.pointer_member(value, &["_M_pi", "__cntrl_"]);
    // The counts are behind the table of virtual functions. libc++ counts from zero.
    let owners = block.filter(|&(block, _)| block != 0).and_then(|(block, _)| {
        let counts = printer.word_at(block + 8)?;
        let is_ours = printer.member_named(value.ty, &["_M_pi"]).is_some();
        Some(if is_ours { counts & u64::from(u32::MAX) } else { counts.wrapping_add(1) })
    });
    Some(match owners {
        Some(1) => format!("{target} (1 owner)"),
        Some(owners) => format!("{target} ({owners} owners)"),
        None => target,
    })
}

pub(super) fn weak_ptr(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let (address, _) = printer.pointer_member(value, &["_M_ptr", "__ptr_"])?;
    match printer.machine.object_at(address) {
        Some(view) if address != 0 => Some(format!("{} (weak)", printer.names.object(&view, ""))),
        _ => Some("nullptr".to_owned()),
    }
}

pub(super) fn reference(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let (address, to) = printer.pointer_member(value, &["_M_data", "__f_"])?;
    Some(printer.pointer(Some(to), address, value.nesting))
}

pub(super) fn function(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let target = printer.pointer_member(value, &["_M_manager", "__f_"])?;
    match target.0 {
        0 => Some("empty".to_owned()),
        _ => Some("<callable>".to_owned()),
    }
}

/// The container that an adaptor is built on.
pub(super) fn underlying(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    printer.member_text(value, &["c"])
}

/// The value that is accessed atomically; of a smart pointer, what it points to.
pub(super) fn atomic(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    if printer.member_named(value.ty, &["_M_val"]).is_some() {
        return printer.target(value, &["_M_ptr"]);
    }
    printer.member_text(value, &["_M_i", "_M_p", "_M_fp", "__a_value"])
}

pub(super) fn lock(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    printer.member_text(value, &["_M_mutex", "_M_rwlock", "__m_"])
}

pub(super) fn condition(_: &mut Printer<'_, '_>, _: &Value<'_>) -> Option<String> {
    Some("<...>".to_owned())
}

/// A guard: the lock that it is for, and whether it has it.
pub(super) fn guard(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let (address, to) =
        printer.pointer_member(value, &["_M_device", "_M_pm", "__m_", "_M_head_impl"])?;
    let lock = printer.pointer(Some(to), address, value.nesting);
    Some(match printer.number(value, &["_M_owns", "__owns_"]) {
        Some(0) => format!("{lock} (not held)"),
        _ => lock,
    })
}

pub(super) fn thread(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    match printer.number(value, &["_M_thread", "__t_"]) {
        Some(0) => Some("no thread".to_owned()),
        _ => printer.member_text(value, &["_M_thread", "__t_"]),
    }
}

/// One end of a promise: whether its value is there.
pub(super) fn future(printer: &mut Printer<'_, '_>, value: &Value<'_>) -> Option<String> {
    let (state, to) = printer.pointer_member(value, &["_M_ptr", "__state_"])?;
    if state == 0 {
        return Some("no state".to_owned());
    }
    // One of libstdc++ is ready; a bit of libc++'s says so.
    let (place, ready) = match printer.member_named(to, &["_M_status"]) {
        Some(place) => (place, 1),
        None => (printer.member_named(to, &["__state_"])?, 4),
    };
    let word = printer.read(state + place.at, 4)?;
    let word = word.at(None);
    let is_ready = word.is_defined() && word.unsigned() & ready != 0;
    Some(if is_ready { "<ready>" } else { "<not ready>" }.to_owned())
}
