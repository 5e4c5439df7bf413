//! The abstract state: what an abstraction function writes to `heddle_abs`.
//!
//! The buffer is zero before each evaluation, so its content is a function of what the
//! abstraction reads elsewhere, and skipping an evaluation that would read the same
//! changes nothing. It is written only if its content changes: an evaluation alone makes
//! nothing dirty.

use std::ops::Range;

use heddle_model::{Unknown, UnknownKind};

use super::memo::EvaluationOutcome;
use crate::Machine;
use crate::state::memory::block::Page;
use crate::state::memory::{Flags, Memory, Object, ObjectIndex, PAGE};

/// A static object's bytes, with all that is known of them.
struct Snapshot {
    data: Vec<u8>,
    undef: Vec<u8>,
    pages: Vec<Page>,
    is_changed: bool,
}

impl Snapshot {
    fn take(memory: &Memory, object: &Object) -> Snapshot {
        let (bytes, pages) = extent(object);
        let block = memory.block(object.block);
        Snapshot {
            data: block.data[bytes.clone()].to_vec(),
            undef: block.undef.get(bytes).unwrap_or_default().to_vec(),
            pages: block.pages[pages].to_vec(),
            is_changed: memory.has_changed(object.owner),
        }
    }

    fn restore(&self, memory: &mut Memory, object: &Object) {
        let (bytes, pages) = extent(object);
        set_bytes(memory, object, &self.data);
        let block = memory.block_mut(object.block);
        if let Some(undef) = block.undef.get_mut(bytes)
            && !self.undef.is_empty()
        {
            undef.copy_from_slice(&self.undef);
        }
        block.pages[pages].copy_from_slice(&self.pages);
        if !self.is_changed {
            memory.clear_changed(object.owner);
        }
    }

    fn is_undefined(&self) -> bool {
        self.undef.iter().any(|&bits| bits != 0)
    }
}

/// Range of an object's bytes in its block, and the pages they are on.
fn extent(object: &Object) -> (Range<usize>, Range<usize>) {
    let (start, end) = (object.start as usize, (object.start + object.size) as usize);
    (start..end, start / PAGE..end.max(start + 1).div_ceil(PAGE))
}

/// Gives an object these bytes, all of them defined.
fn set_bytes(memory: &mut Memory, object: &Object, data: &[u8]) {
    let (bytes, _) = extent(object);
    let word = memory.addressing.pointer_bytes();
    let block = memory.block_mut(object.block);
    block.clear_pointers(bytes.start, bytes.end, word);
    block.data[bytes.clone()].copy_from_slice(data);
    if let Some(undef) = block.undef.get_mut(bytes) {
        undef.fill(0);
    }
}

impl Machine<'_> {
    /// Gives the abstraction's buffer the content that belongs to the loaded state.
    pub(super) fn update_buffer(&mut self, memo: usize) {
        let Some((index, object)) = self.buffer_object() else {
            self.evaluate_observer(memo);
            return;
        };
        if !self.observers.memos[memo].find(&self.state.memory) {
            let before = Snapshot::take(&self.state.memory, &object);
            set_bytes(&mut self.state.memory, &object, &vec![0; object.size as usize]);
            self.evaluate_anew(memo, Some(index));
            let after = Snapshot::take(&self.state.memory, &object);
            before.restore(&mut self.state.memory, &object);
            self.keep_content(memo, after);
        }
        let answer = self.observers.memos[memo].last();
        let Some(content) = answer.map(|answer| &answer.buffer) else { return };
        let now = Snapshot::take(&self.state.memory, &object);
        if now.data != *content || now.is_undefined() {
            let (bytes, _) = extent(&object);
            self.state.memory.touch(object.block, bytes.start, bytes.end);
            set_bytes(&mut self.state.memory, &object, content);
        }
    }

    pub(super) fn buffer_object(&self) -> Option<(ObjectIndex, Object)> {
        let (index, _) =
            self.state.memory.resolve(self.image.global_bases[self.observers.buffer?])?;
        let object = *self.state.memory.object(index);
        (!object.flags.any(Flags::MISSING | Flags::CONSTANT)).then_some((index, object))
    }

    /// Completes the last answer of an abstraction with what it left in the buffer.
    fn keep_content(&mut self, memo: usize, content: Snapshot) {
        let function = &self.image.program.functions[self.observers.memos[memo].function()];
        let refusal = content.is_undefined().then(|| Unknown {
            kind: UnknownKind::OpenValue,
            reason: format!(
                "abstraction '{}' writes undefined bytes to {}",
                function.source_name,
                super::BUFFER
            ),
            place: function.location.map(|id| self.place(id)),
        });
        let Some(answer) = self.observers.memos[memo].last_mut() else { return };
        answer.buffer = content.data;
        if let (Some(unknown), EvaluationOutcome::Value(_)) = (refusal, &answer.outcome) {
            answer.outcome = EvaluationOutcome::Unknown(Box::new(unknown));
        }
    }
}
