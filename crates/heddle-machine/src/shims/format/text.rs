//! Text that is being put together, undefined bytes and all.

use crate::value::Word;

/// Bytes with their undefined bits.
///
/// A number that is undefined has undefined digits, and how many there are is
/// undefined too; then so is everything behind it. `bytes` has room for the longest
/// text that is possible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) undef: Vec<u8>,
    /// The shortest that the text can be.
    pub(super) least: usize,
    /// An undefined word on which the length depends, if the length is open.
    open: Option<Word>,
}

impl Text {
    /// Appends a byte.
    pub(super) fn push(&mut self, byte: Word) {
        let byte = match self.open {
            Some(open) => Word::tainted(8, &[open, byte]),
            None => byte,
        };
        self.bytes.push(byte.bits as u8);
        self.undef.push(byte.undef as u8);
        self.least += 1;
    }

    /// Appends defined bytes.
    pub(super) fn push_all(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(Word::new(byte.into()));
        }
    }

    /// Appends text of a length between two bounds that depends on `source`.
    pub(super) fn push_open(&mut self, (least, most): (usize, usize), source: Word) {
        for _ in 0..most {
            self.push(Word::tainted(8, &[source]));
        }
        self.least -= most - least;
        if least != most {
            let sources = [source, self.open.unwrap_or(source)];
            self.open = Some(Word::tainted(8, &sources));
        }
    }

    /// The most that its length can be.
    pub(super) fn most(&self) -> usize {
        self.bytes.len()
    }

    /// Its length, as a number of that many bits.
    pub(super) fn length(&self, width: u32) -> Word {
        match self.open {
            Some(open) => Word::tainted(width, &[open]),
            None => Word::new(self.most() as u64 & crate::value::mask(width)),
        }
    }

    /// The first bytes of it and a NUL, as they go to a buffer of `size` bytes, which
    /// is not zero; and how many of them are written whatever the length is.
    pub(super) fn terminated(mut self, size: usize) -> (Vec<u8>, Vec<u8>, usize) {
        let room = size - 1;
        let sure = self.least.min(room) + 1;
        self.bytes.truncate(room);
        self.undef.truncate(room);
        if self.least >= room {
            // The end is where the buffer's is.
            self.open = None;
        }
        self.push(Word::new(0));
        (self.bytes, self.undef, sure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_an_open_length_is_undefined() {
        let mut text = Text::default();
        text.push_all(b"x=");
        text.push_open((1, 3), Word::input(32));
        text.push_all(b"\n");
        assert_eq!((text.least, text.most()), (4, 6));
        assert_eq!(text.undef, [0, 0, 0xff, 0xff, 0xff, 0xff]);
        assert!(text.length(32).is_input());
        let (bytes, undef, sure) = text.clone().terminated(100);
        assert_eq!((bytes.len(), undef[6], sure), (7, 0xff, 5));
        // A buffer that is full in any case ends with a NUL.
        let (bytes, undef, sure) = text.terminated(4);
        assert_eq!((bytes[3], undef[3], sure), (0, 0, 4));
    }

    #[test]
    fn a_field_of_fixed_width_leaves_the_length_alone() {
        let mut text = Text::default();
        text.push_open((8, 8), Word::uninitialized(32));
        text.push_all(b"!");
        assert_eq!(text.length(32), Word::new(9));
        assert_eq!((text.bytes[8], text.undef[8], text.undef[0]), (b'!', 0, 0xff));
    }
}
