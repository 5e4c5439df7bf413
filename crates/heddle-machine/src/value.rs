//! The content of a slot.

/// 64 bits, some of which may be undefined.
///
/// # Invariants
/// Where a bit of `undef` is set, the bit of `bits` tells where the undefined bit
/// comes from: 0 is memory or a variable that nobody wrote, 1 is an input that was
/// left open. So equal words are equal to every observer, and a
/// state has one representation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// The bits.
    pub bits: u64,
    /// Those of them that are undefined.
    pub undef: u64,
}

impl Word {
    /// A defined value.
    pub fn new(bits: u64) -> Word {
        Word { bits, undef: 0 }
    }

    /// `width` bits that nobody wrote.
    pub fn uninitialized(width: u32) -> Word {
        Word { bits: 0, undef: mask(width) }
    }

    /// `width` bits of input that is left open.
    pub fn input(width: u32) -> Word {
        Word { bits: mask(width), undef: mask(width) }
    }

    /// `width` bits that are undefined because `sources` are: an input, if any of
    /// their undefined bits is.
    pub fn tainted(width: u32, sources: &[Word]) -> Word {
        let input = sources.iter().any(|w| w.is_input());
        if input { Word::input(width) } else { Word::uninitialized(width) }
    }

    /// True if all bits are defined.
    pub fn is_defined(self) -> bool {
        self.undef == 0
    }

    /// True if an undefined bit is an input that was left open.
    pub fn is_input(self) -> bool {
        self.bits & self.undef != 0
    }
}

/// A few words, such as a call's arguments or results, in no memory of their own.
pub(crate) type Words = smallvec::SmallVec<[Word; 4]>;

/// A mask of the low `width` bits, of which there are at most 64.
#[inline]
pub(crate) fn mask(width: u32) -> u64 {
    debug_assert!((1..=64).contains(&width), "a width of {width} should not occur");
    u64::MAX >> ((64 - width) & 63)
}

/// The low `width` bits as a signed number.
#[inline]
pub(crate) fn signed(bits: u64, width: u32) -> i64 {
    let shift = (64 - width) & 63;
    ((bits << shift) as i64) >> shift
}
