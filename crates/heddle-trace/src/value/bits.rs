//! Bytes of memory with what is known of them, and numbers read from them.

/// Bytes, which of their bits are undefined, and where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk<'a> {
    /// The bytes.
    pub(crate) data: &'a [u8],
    /// Their undefined bits. Such a bit of `data` is one if it is an input that was
    /// left open, and zero if nobody wrote it.
    pub(crate) undef: &'a [u8],
    /// Address of the first byte, if they are in memory.
    pub(crate) address: Option<u64>,
}

impl<'a> Chunk<'a> {
    /// A part of it, if it is that long.
    pub(crate) fn part(self, offset: u64, len: u64) -> Option<Chunk<'a>> {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(len).ok()?)?;
        Some(Chunk {
            data: self.data.get(start..end)?,
            undef: self.undef.get(start..end)?,
            address: self.address.map(|address| address.wrapping_add(offset)),
        })
    }

    /// True if all bits are defined.
    pub(crate) fn is_defined(self) -> bool {
        self.undef.iter().all(|&byte| byte == 0)
    }

    /// True if no bit is.
    pub(crate) fn is_undefined(self) -> bool {
        !self.undef.is_empty() && self.undef.iter().all(|&byte| byte == 0xff)
    }

    /// The words for its undefined bits.
    pub(crate) fn undefined_text(self) -> &'static str {
        let input = self.data.iter().zip(self.undef).any(|(data, undef)| data & undef != 0);
        if input { "<input>" } else { "<uninitialized>" }
    }

    /// Its bytes, at most 16, as a number.
    pub(crate) fn unsigned(self) -> u128 {
        let mut bytes = [0; 16];
        let len = self.data.len().min(16);
        bytes[..len].copy_from_slice(&self.data[..len]);
        u128::from_le_bytes(bytes)
    }
}

/// Owned bytes with their undefined bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bytes {
    /// The bytes.
    pub(crate) data: Vec<u8>,
    /// Their undefined bits.
    pub(crate) undef: Vec<u8>,
}

impl Bytes {
    /// Bytes that nobody wrote.
    pub(crate) fn undefined(len: usize) -> Bytes {
        Bytes { data: vec![0; len], undef: vec![0xff; len] }
    }

    /// As a chunk that begins at `address`.
    pub(crate) fn at(&self, address: Option<u64>) -> Chunk<'_> {
        Chunk { data: &self.data, undef: &self.undef, address }
    }

    /// Writes some bits over those from `bit` on.
    pub(crate) fn set_bits(&mut self, bit: u64, width: u32, value: u64, undef: u64) {
        for i in 0..u64::from(width.min(64)) {
            let (at, mask) = (((bit + i) / 8) as usize, 1u8 << ((bit + i) % 8));
            let (Some(data), Some(open)) = (self.data.get_mut(at), self.undef.get_mut(at)) else {
                return;
            };
            *data = if value >> i & 1 != 0 { *data | mask } else { *data & !mask };
            *open = if undef >> i & 1 != 0 { *open | mask } else { *open & !mask };
        }
    }

    /// Writes `other` over the bytes from `offset` on, as far as they go.
    pub(crate) fn overlay(&mut self, offset: usize, other: &Bytes) {
        for (i, (data, undef)) in other.data.iter().zip(&other.undef).enumerate() {
            if let (Some(to), Some(open)) =
                (self.data.get_mut(offset + i), self.undef.get_mut(offset + i))
            {
                (*to, *open) = (*data, *undef);
            }
        }
    }

    /// `width` bits from `bit` on, moved down to bit zero.
    pub(crate) fn extract(chunk: Chunk, bit: u64, width: u32) -> Bytes {
        let mut found = Bytes {
            data: vec![0; width.div_ceil(8) as usize],
            undef: vec![0; width.div_ceil(8) as usize],
        };
        for i in 0..u64::from(width) {
            let from = bit + i;
            let (at, mask) = ((from / 8) as usize, 1u8 << (from % 8));
            let (to, bit) = ((i / 8) as usize, 1u8 << (i % 8));
            if chunk.data.get(at).is_some_and(|byte| byte & mask != 0) {
                found.data[to] |= bit;
            }
            if chunk.undef.get(at).is_some_and(|byte| byte & mask != 0) {
                found.undef[to] |= bit;
            }
        }
        found
    }
}

/// The low `width` bits as a signed number.
pub(crate) fn sign_extend(value: u128, width: u32) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    (value << shift) as i128 >> shift
}
