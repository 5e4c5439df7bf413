//! Digests of memory: of all that the program can write, and that makes a difference.
//!
//! Left out are stacks below what is in use, pages that were never touched, and the books of this
//! library, whose threads are looked at by their fields instead.

use core::ffi::c_long;

use crate::world::{self, Running};
use crate::{calls, link, system};

/// Bytes of the list of mappings that are read at most.
const LIST_BYTES: usize = 64 << 10;
/// Pages that are asked about at a time.
const ASKED: usize = 512;
const PAGE: u64 = 4096;
/// The bits of a page that is in memory, or was moved out.
const IS_THERE: u64 = 3 << 62;
/// Most ranges that are left out.
const MOST_LEFT_OUT: usize = 16;

const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND: u64 = 0xe703_7ed1_a0b4_28db;

/// A digest that grows: products of words, folded, as in Wang Yi's wyhash.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Hash {
        Hash(FIRST)
    }

    pub(crate) fn value(self) -> u64 {
        self.0
    }

    /// Adds a word.
    pub(crate) fn add(&mut self, word: u64) {
        self.add_two(word, 0);
    }

    fn add_two(&mut self, first: u64, second: u64) {
        let product = u128::from(first ^ FIRST) * u128::from(second ^ self.0 ^ SECOND);
        self.0 =
            (product as u64 ^ (product >> 64) as u64).wrapping_add(first).rotate_left(29) ^ second;
    }

    /// Adds memory, with its address.
    pub(crate) fn add_memory(&mut self, start: u64, end: u64) {
        self.add_two(start, end);
        // SAFETY: The memory is mapped for reading, and nobody writes it now.
        let bytes =
            unsafe { core::slice::from_raw_parts(start as *const u8, (end - start) as usize) };
        let (pairs, rest) = bytes.as_chunks::<16>();
        for pair in pairs {
            let words = u128::from_le_bytes(*pair);
            self.add_two(words as u64, (words >> 64) as u64);
        }
        for &byte in rest {
            self.add(byte.into());
        }
    }
}

/// Buffers, which are no part of a state.
struct Buffers {
    list: [u8; LIST_BYTES],
    pages: [u64; ASKED],
}

static BUFFERS: Running<Buffers> =
    Running::new(Buffers { list: [0; LIST_BYTES], pages: [0; ASKED] });

/// Adds all memory that can be written to a digest; none if that is not known. The stack of the thread that
/// runs is in use from an address on.
pub(crate) fn add_all(hash: &mut Hash, stack: u64) -> Option<()> {
    let left_out = LeftOut::find();
    BUFFERS.with(|Buffers { list, pages }| {
        let length = read_list(list)?;
        let pagemap = File::open(c"/proc/self/pagemap")?;
        let lines = list[..length].split(|&byte| byte == b'\n');
        for mapping in lines.filter_map(Mapping::of_line) {
            let Mapping { start, end, is_shared, is_first_stack } = mapping;
            if (start..end).contains(&world::board_address()) {
                continue;
            }
            if is_shared {
                return None;
            }
            let in_use = world::with(|world| world.stack_in(start..end, stack, is_first_stack));
            let in_use = in_use.unwrap_or(start);
            let first = in_use / PAGE;
            for chunk in (first..end / PAGE).step_by(ASKED) {
                let count = (end / PAGE - chunk).min(ASKED as u64) as usize;
                pagemap.read_words_at(&mut pages[..count], chunk * 8)?;
                for (page, &word) in (chunk..).zip(&pages[..count]) {
                    if word & IS_THERE != 0 {
                        left_out.add_rest(hash, (page * PAGE).max(in_use), (page + 1) * PAGE);
                    }
                }
            }
        }
        Some(())
    })
}

/// Ranges that are no part of a state.
struct LeftOut {
    ranges: [(u64, u64); MOST_LEFT_OUT],
    count: usize,
}

impl LeftOut {
    fn find() -> LeftOut {
        let mut found = LeftOut { ranges: [(0, 0); MOST_LEFT_OUT], count: 0 };
        let own = [BUFFERS.range(), system::kernel_notes()];
        for (start, bytes) in
            own.into_iter().chain(world::books()).chain(link::books()).chain(calls::books())
        {
            found.ranges[found.count] = (start, start + bytes as u64);
            found.count += 1;
        }
        found
    }

    /// Adds a range to a digest, but for what is left out.
    fn add_rest(&self, hash: &mut Hash, start: u64, end: u64) {
        let ranges = &self.ranges[..self.count];
        let mut at = start;
        while at < end {
            if let Some(&(_, after)) =
                ranges.iter().find(|&&(start, end)| (start..end).contains(&at))
            {
                at = after;
                continue;
            }
            let starts = ranges.iter().map(|&(start, _)| start);
            let next = starts.filter(|&start| start > at).min().unwrap_or(end).min(end);
            hash.add_memory(at, next);
            at = next;
        }
    }
}

/// A mapping that can be read and written.
struct Mapping {
    start: u64,
    end: u64,
    is_shared: bool,
    /// It is the stack that the kernel has made.
    is_first_stack: bool,
}

impl Mapping {
    fn of_line(line: &[u8]) -> Option<Mapping> {
        let mut words = line.split(|&byte| byte == b' ');
        let mut ends = words.next()?.split(|&byte| byte == b'-').filter_map(number);
        let (start, end) = (ends.next()?, ends.next()?);
        let rights = words.next()?;
        rights.starts_with(b"rw").then_some(())?;
        let is_shared = rights.get(3) == Some(&b's');
        let is_first_stack = line.ends_with(b"[stack]");
        Some(Mapping { start, end, is_shared, is_first_stack })
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    u64::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()
}

/// Reads the list of mappings; none if there is no room.
fn read_list(list: &mut [u8]) -> Option<usize> {
    let file = File::open(c"/proc/self/maps")?;
    let mut length = 0;
    loop {
        let read = file.read(&mut list[length..])?;
        if read == 0 {
            return (length < list.len()).then_some(length);
        }
        length += read;
    }
}

/// A file that is open, until the end of the value.
struct File(c_long);

impl File {
    fn open(path: &core::ffi::CStr) -> Option<File> {
        let number = system::open(path);
        (number >= 0).then_some(File(number))
    }

    fn read(&self, bytes: &mut [u8]) -> Option<usize> {
        usize::try_from(system::read(self.0, bytes, None)).ok()
    }

    fn read_words_at(&self, words: &mut [u64], at: u64) -> Option<()> {
        let wanted = size_of_val(words);
        // SAFETY: Words are as many bytes, for which all values are valid.
        let bytes =
            unsafe { core::slice::from_raw_parts_mut(words.as_mut_ptr().cast::<u8>(), wanted) };
        (system::read(self.0, bytes, Some(at)) == wanted as c_long).then_some(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        system::close(self.0);
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicU8, Ordering};

    use super::*;

    /// Bytes that can be changed while their address is known elsewhere.
    fn bytes<const COUNT: usize>() -> [AtomicU8; COUNT] {
        [const { AtomicU8::new(0) }; COUNT]
    }

    /// Asks how a digest is with each byte changed in turn: if it is as before.
    fn is_as_before(bytes: &[AtomicU8], digest: impl Fn(u64) -> u64) -> Vec<bool> {
        let start = bytes.as_ptr().expose_provenance() as u64;
        let before = digest(start);
        let with = |byte: &AtomicU8| {
            byte.store(1, Ordering::SeqCst);
            let is_as_before = digest(start) == before;
            byte.store(0, Ordering::SeqCst);
            is_as_before
        };
        bytes.iter().map(with).collect()
    }

    #[test]
    fn each_byte_makes_a_difference() {
        let bytes = bytes::<67>();
        let digest = |start| {
            let mut hash = Hash::new();
            hash.add_memory(start, start + 67);
            hash.value()
        };
        assert_eq!(is_as_before(&bytes, digest), [false; 67]);
    }

    #[test]
    fn what_is_left_out_makes_none() {
        let bytes = bytes::<32>();
        let digest = |start| {
            let mut left_out = LeftOut { ranges: [(0, 0); MOST_LEFT_OUT], count: 2 };
            left_out.ranges[0] = (start + 9, start + 11);
            left_out.ranges[1] = (start + 30, start + 40);
            let mut hash = Hash::new();
            left_out.add_rest(&mut hash, start, start + 32);
            hash.value()
        };
        let mut expected = [false; 32];
        for at in [9, 10, 30, 31] {
            expected[at] = true;
        }
        assert_eq!(is_as_before(&bytes, digest), expected);
    }

    #[test]
    fn lines_tell_what_can_be_written() {
        let line = b"7ffff7fc1000-7ffff7fc5000 rw-p 00000000 00:00 0 [heap]";
        let mapping = Mapping::of_line(line).unwrap();
        assert_eq!((mapping.start, mapping.end), (0x7fff_f7fc_1000, 0x7fff_f7fc_5000));
        assert!(!mapping.is_shared && !mapping.is_first_stack);
        assert!(Mapping::of_line(b"7ffff7fc1000-7ffff7fc5000 r-xp 00000000 00:00 0").is_none());
        assert!(Mapping::of_line(b"").is_none());
    }
}
