//! Numbers and strings in a stream of bytes, the least significant byte first.
//!
//! Nothing that is read decides how much memory is allocated ahead: a length that is wrong
//! ends in an error where the stream ends.

use std::io::{self, Read, Write};

/// Writes a number of 32 bits.
pub fn put32(out: &mut dyn Write, number: u32) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Writes a number of 64 bits.
pub fn put64(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Writes a string of bytes, with its length.
pub fn put_bytes(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    put64(out, bytes.len() as u64)?;
    out.write_all(bytes)
}

/// Writes a row of numbers, with its length.
pub fn put_words(out: &mut dyn Write, words: &[u32]) -> io::Result<()> {
    put64(out, words.len() as u64)?;
    words.iter().try_for_each(|&word| put32(out, word))
}

/// Reads a number of 32 bits.
pub fn get32(input: &mut dyn Read) -> io::Result<u32> {
    get_array(input).map(u32::from_le_bytes)
}

/// Reads a number of 64 bits.
pub fn get64(input: &mut dyn Read) -> io::Result<u64> {
    get_array(input).map(u64::from_le_bytes)
}

/// Reads so many bytes.
pub fn get_array<const N: usize>(input: &mut dyn Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads a string of bytes.
pub fn get_bytes(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let length = get64(input)?;
    let mut bytes = Vec::new();
    if input.take(length).read_to_end(&mut bytes)? as u64 == length {
        Ok(bytes)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// Reads a row of numbers.
pub fn get_words(input: &mut dyn Read) -> io::Result<Vec<u32>> {
    let length = get64(input)?;
    let mut words = Vec::new();
    for _ in 0..length {
        words.push(get32(input)?);
    }
    Ok(words)
}

/// The error for data that cannot be right.
pub fn invalid(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_comes_back_in_order() {
        let mut bytes = Vec::new();
        put32(&mut bytes, 7).unwrap();
        put_bytes(&mut bytes, b"weft").unwrap();
        put_words(&mut bytes, &[1, u32::MAX]).unwrap();
        put64(&mut bytes, u64::MAX - 1).unwrap();
        let input = &mut &bytes[..];
        assert_eq!(get32(input).unwrap(), 7);
        assert_eq!(get_bytes(input).unwrap(), b"weft");
        assert_eq!(get_words(input).unwrap(), [1, u32::MAX]);
        assert_eq!(get64(input).unwrap(), u64::MAX - 1);
        assert!(input.is_empty());
    }

    #[test]
    fn lengths_beyond_the_end_are_errors() {
        let mut bytes = Vec::new();
        put64(&mut bytes, u64::MAX).unwrap();
        assert_eq!(get_bytes(&mut &bytes[..]).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(get_words(&mut &bytes[..]).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
