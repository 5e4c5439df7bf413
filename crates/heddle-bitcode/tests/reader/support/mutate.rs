//! Damaged bitcode, the same for the same seed.

/// A small generator of random numbers (splitmix64): tests must not depend on
/// anybody's choice of another one.
pub(crate) struct Random(u64);

impl Random {
    /// A generator that starts from a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, zero if there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }
}

/// Damages a file: mostly by flipping a few bits, which leaves most of the stream
/// readable and reaches far, and otherwise by cutting, overwriting and moving parts.
pub(crate) fn mutate(original: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = original.to_vec();
    match random.below(16) {
        0 => bytes.truncate(random.below(original.len())),
        1 => {
            // One word becomes a number that is easily too large.
            let numbers = [0, 1, u32::MAX, 1 << 31, 0x7fff_ffff, 0x0101_0101];
            let word = random.below(bytes.len() / 4) * 4;
            let number = numbers[random.below(numbers.len())];
            for (byte, new) in bytes.iter_mut().skip(word).zip(number.to_le_bytes()) {
                *byte = new;
            }
        }
        2 => {
            // Words from elsewhere in the file.
            let count = 1 + random.below(16);
            let (from, to) = (random.below(bytes.len() / 4) * 4, random.below(bytes.len() / 4) * 4);
            let source: Vec<u8> = original.iter().copied().skip(from).take(count * 4).collect();
            for (byte, new) in bytes.iter_mut().skip(to).zip(source) {
                *byte = new;
            }
        }
        3 => {
            // A part is missing.
            let start = random.below(bytes.len() / 4) * 4;
            let end = (start + 4 * (1 + random.below(8))).min(bytes.len());
            bytes.drain(start..end);
        }
        _ => {
            for _ in 0..1 + random.below(4) {
                let bit = random.below(bytes.len() * 8);
                if let Some(byte) = bytes.get_mut(bit / 8) {
                    *byte ^= 1 << (bit % 8);
                }
            }
        }
    }
    bytes
}
