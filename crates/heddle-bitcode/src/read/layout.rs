//! The data layout string.

use crate::DataLayout;
use crate::error::{ReadError, Result};

impl DataLayout {
    /// LLVM's assumptions about a target that says nothing.
    fn unspecified(text: &str) -> DataLayout {
        DataLayout {
            text: text.to_owned(),
            big_endian: false,
            pointer_bytes: 8,
            pointer_align: 8,
            int_aligns: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            float_aligns: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vector_aligns: vec![(64, 8), (128, 16)],
            aggregate_align: 1,
            stack_align: 0,
        }
    }
}

/// Parses a data layout; `offset` is where it stands in the file.
pub(crate) fn parse(text: &str, offset: usize) -> Result<DataLayout> {
    let mut layout = DataLayout::unspecified(text);
    for part in text.split('-').filter(|part| !part.is_empty()) {
        apply(&mut layout, part).ok_or_else(|| {
            ReadError::malformed(offset, format!("data layout {text:?}: cannot read {part:?}"))
        })?;
    }
    Ok(layout)
}

fn apply(layout: &mut DataLayout, part: &str) -> Option<()> {
    let kind = part.chars().next()?;
    let rest = &part[kind.len_utf8()..];
    let mut numbers = rest.split(':');
    match kind {
        'e' => layout.big_endian = false,
        'E' => layout.big_endian = true,
        'p' => {
            let space = numbers.next()?;
            let bytes = bytes(numbers.next()?)?;
            let align = alignment(numbers.next()?)?;
            if space.is_empty() || space == "0" {
                layout.pointer_bytes = bytes;
                layout.pointer_align = align;
            }
        }
        'i' => {
            let bits = numbers.next()?.parse().ok()?;
            set(&mut layout.int_aligns, bits, alignment(numbers.next()?)?);
        }
        'f' => {
            let bits = numbers.next()?.parse().ok()?;
            set(&mut layout.float_aligns, bits, alignment(numbers.next()?)?);
        }
        'v' => {
            let bits = numbers.next()?.parse().ok()?;
            set(&mut layout.vector_aligns, bits, alignment(numbers.next()?)?);
        }
        'a' => {
            let size = numbers.next()?;
            if !size.is_empty() && size != "0" {
                return None;
            }
            // Zero is how "no more than the fields ask for" is written.
            layout.aggregate_align = match numbers.next()? {
                "0" => 1,
                bits => alignment(bits)?,
            };
        }
        'S' => {
            layout.stack_align = match rest {
                "0" => 0,
                bits => alignment(bits)?,
            }
        }
        // Name mangling, native widths, function pointer alignment and address
        // spaces of code and globals do not change how data lies in memory.
        'm' | 'n' | 's' | 'F' | 'P' | 'A' | 'G' => {}
        _ => return None,
    }
    Some(())
}

fn bytes(bits: &str) -> Option<u32> {
    let bits: u32 = bits.parse().ok()?;
    (bits > 0 && bits.is_multiple_of(8) && bits <= 1 << 20).then_some(bits / 8)
}

fn alignment(bits: &str) -> Option<u32> {
    bytes(bits).filter(|bytes| bytes.is_power_of_two())
}

fn set(aligns: &mut Vec<(u32, u32)>, bits: u32, bytes: u32) {
    match aligns.binary_search_by_key(&bits, |entry| entry.0) {
        Ok(index) => aligns[index].1 = bytes,
        Err(index) => aligns.insert(index, (bits, bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x86_64_and_i386_differ_in_pointers_and_wide_numbers() {
        let lp64 = parse(
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            0,
        )
        .unwrap();
        assert_eq!((lp64.pointer_bytes, lp64.pointer_align), (8, 8));
        assert!(lp64.int_aligns.contains(&(64, 8)));
        assert!(lp64.int_aligns.contains(&(128, 16)));
        assert!(lp64.float_aligns.contains(&(80, 16)));
        assert_eq!(lp64.stack_align, 16);

        let ilp32 = parse(
            "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128",
            0,
        )
        .unwrap();
        assert_eq!((ilp32.pointer_bytes, ilp32.pointer_align), (4, 4));
        assert!(ilp32.int_aligns.contains(&(64, 4)));
        assert!(ilp32.float_aligns.contains(&(64, 4)));
        assert!(ilp32.float_aligns.contains(&(80, 4)));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["q", "i64", "p:33:32", "i64:24", "a8:8", "e-é"] {
            assert!(parse(text, 7).is_err(), "{text}");
        }
    }
}
