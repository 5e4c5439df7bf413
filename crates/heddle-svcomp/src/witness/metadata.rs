//! The task and the tool that a witness speaks of.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The task and the tool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Metadata {
    /// Version of heddle.
    pub version: String,
    /// The specification, as in a property file.
    pub specification: String,
    /// The files of the program.
    pub files: Vec<ProgramFile>,
    /// True if they are in C.
    pub is_c: bool,
    /// Bits of a pointer.
    pub pointer_bits: u32,
    /// The time at which the witness was made, as ISO 8601 has it.
    pub created: String,
}

/// A file of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramFile {
    /// Its name, as it was given.
    pub name: String,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

impl ProgramFile {
    /// A file of this name with these bytes.
    pub fn new(name: String, bytes: &[u8]) -> ProgramFile {
        ProgramFile { name, sha256: hexadecimal(&Sha256::digest(bytes)) }
    }
}

impl Metadata {
    /// A name of the witness that no other has: 128 bits of a hash, in the form of a UUID.
    pub(super) fn uuid(&self, content: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(format!("{self:?}{content}"));
        let mut bytes: [u8; 16] = std::array::from_fn(|_| 0);
        bytes.copy_from_slice(&hash.finalize()[..16]);
        // Version 8 is for who makes them in a way of his own.
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let digits = hexadecimal(&bytes);
        let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
        parts.join("-")
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A time in UTC as ISO 8601 has it, of seconds since 1970.
///
/// Days become dates by counting years from March on, so that the day that leap years add is the
/// last of a year (H. Hinnant, "chrono-compatible low-level date algorithms").
pub fn time(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        assert_eq!(time(0), "1970-01-01T00:00:00Z");
        assert_eq!(time(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(time(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(time(1_709_251_200), "2024-03-01T00:00:00Z");
        assert_eq!(time(4_102_444_800), "2100-01-01T00:00:00Z");
    }

    #[test]
    fn hashes_are_those_of_sha256() {
        let file = ProgramFile::new("a.c".to_owned(), b"abc");
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(file.sha256, known);
    }
}
