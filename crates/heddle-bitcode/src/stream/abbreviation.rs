//! Abbreviations: how the fields of a record are packed.

use super::bits::Bits;
use crate::error::Result;

/// Encoding of one field.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scalar {
    Literal(u64),
    Fixed(u8),
    Vbr(u8),
    Char6,
}

/// Encoding of what follows the fields.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tail {
    Nothing,
    Array(Scalar),
    Blob,
}

/// Encoding of a record. The first field is the record's code.
#[derive(Debug)]
pub(crate) struct Abbreviation {
    pub(crate) code: Scalar,
    pub(crate) fields: Vec<Scalar>,
    pub(crate) tail: Tail,
}

/// Encoding of one operand in the definition of an abbreviation.
enum Operand {
    Scalar(Scalar),
    Array,
    Blob,
}

impl Abbreviation {
    /// Reads a definition.
    pub(crate) fn define(bits: &mut Bits<'_>) -> Result<Abbreviation> {
        let count = bits.vbr(5)?;
        let mut scalars = Vec::new();
        let mut tail = Tail::Nothing;
        let mut left = count;
        while left > 0 {
            left -= 1;
            match operand(bits)? {
                Operand::Scalar(scalar) => scalars.push(scalar),
                Operand::Blob if left == 0 => tail = Tail::Blob,
                Operand::Array if left == 1 => {
                    left = 0;
                    // Elements that take no bits would make arrays of any length
                    // out of nothing.
                    tail = match operand(bits)? {
                        Operand::Scalar(Scalar::Literal(_)) => {
                            return Err(bits.malformed("an abbreviation with an array of literals"));
                        }
                        Operand::Scalar(scalar) => Tail::Array(scalar),
                        Operand::Array | Operand::Blob => {
                            return Err(bits.malformed("an abbreviation with nested arrays"));
                        }
                    };
                }
                Operand::Array | Operand::Blob => {
                    return Err(bits.malformed("an abbreviation that goes on after its array"));
                }
            }
        }
        if scalars.is_empty() {
            return Err(bits.malformed("an abbreviation without a record code"));
        }
        let code = scalars.remove(0);
        Ok(Abbreviation { code, fields: scalars, tail })
    }
}

fn operand(bits: &mut Bits<'_>) -> Result<Operand> {
    if bits.fixed(1)? == 1 {
        return Ok(Operand::Scalar(Scalar::Literal(bits.vbr(8)?)));
    }
    Ok(match bits.fixed(3)? {
        1 => match width(bits)? {
            0 => Operand::Scalar(Scalar::Literal(0)),
            width => Operand::Scalar(Scalar::Fixed(width)),
        },
        2 => match width(bits)? {
            0 => Operand::Scalar(Scalar::Literal(0)),
            width => Operand::Scalar(Scalar::Vbr(width)),
        },
        3 => Operand::Array,
        4 => Operand::Scalar(Scalar::Char6),
        5 => Operand::Blob,
        other => return Err(bits.malformed(format!("abbreviation encoding {other}"))),
    })
}

fn width(bits: &mut Bits<'_>) -> Result<u8> {
    match u8::try_from(bits.vbr(5)?) {
        Ok(width) if width <= 32 => Ok(width),
        _ => Err(bits.malformed("an abbreviation with a field of more than 32 bits")),
    }
}

impl Scalar {
    /// Reads one field.
    pub(crate) fn read(self, bits: &mut Bits<'_>) -> Result<u64> {
        match self {
            Scalar::Literal(value) => Ok(value),
            Scalar::Fixed(width) => bits.fixed(width),
            Scalar::Vbr(width) => bits.vbr(width),
            Scalar::Char6 => {
                const LETTERS: &[u8; 64] =
                    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
                let index = bits.fixed(6)?;
                Ok(u64::from(LETTERS[(index & 63) as usize]))
            }
        }
    }
}
