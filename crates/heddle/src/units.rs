//! Durations and sizes as people write them.

use std::time::Duration;

/// Parses `500ms`, `30s`, `5m`, `1.5h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    scaled(text, &UNITS)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "not a duration; write it like 500ms, 30s, 5m or 1h".to_owned())
}

/// Parses `4096`, `200M`, `4G`, `1.5GiB`; the units are powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const K: f64 = 1024.0;
    const UNITS: [(&str, f64); 5] =
        [("", 1.0), ("K", K), ("M", K * K), ("G", K * K * K), ("T", K * K * K * K)];
    let bare = text.strip_suffix("iB").or(text.strip_suffix('B')).unwrap_or(text);
    scaled(bare, &UNITS)
        .filter(|&bytes| bytes < u64::MAX as f64)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| "not a size; write it like 200M or 4G".to_owned())
}

/// A duration as [`duration`] takes it, in the largest unit that leaves no fraction.
pub(crate) fn written_duration(time: Duration) -> String {
    let milliseconds = time.as_millis();
    let units = [(3_600_000, "h"), (60_000, "m"), (1000, "s")];
    let fits =
        |(factor, _): &&(u128, &str)| milliseconds != 0 && milliseconds.is_multiple_of(*factor);
    match units.iter().find(fits) {
        Some((factor, unit)) => format!("{}{unit}", milliseconds / factor),
        None => format!("{milliseconds}ms"),
    }
}

/// A size as [`bytes`] takes it, in the largest unit that leaves no fraction.
pub(crate) fn written_bytes(bytes: u64) -> String {
    let units = [(40, "T"), (30, "G"), (20, "M"), (10, "K")];
    let fits = |(shift, _): &&(u32, &str)| bytes != 0 && bytes.trailing_zeros() >= *shift;
    match units.iter().find(fits) {
        Some((shift, unit)) => format!("{}{unit}", bytes >> shift),
        None => format!("{bytes} bytes"),
    }
}

/// Parses `3`, `-3`, `0x1f`, within what a C integer of 64 bits can be.
pub(crate) fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => (16, hex),
        None => (10, digits),
    };
    let value = u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
    let value = if negative { -i128::from(value) } else { i128::from(value) };
    (value >= i128::from(i64::MIN)).then_some(value)
}

/// A number followed by one of the units, multiplied.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let &(_, factor) = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?;
    Some(number.parse::<f64>().ok()? * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        for wrong in ["", "s", "30", "30 s", "-1s", "1d", "1e9s", "1.2.3s", "1s1s"] {
            assert!(duration(wrong).unwrap_err().contains("30s"), "{wrong}");
        }
    }

    #[test]
    fn what_is_written_means_the_same() {
        for text in ["500ms", "1500ms", "30s", "90s", "5m", "1h"] {
            assert_eq!(written_duration(duration(text).unwrap()), text);
        }
        assert_eq!(written_duration(Duration::ZERO), "0ms");
        for text in ["500K", "64M", "1536M", "4G", "2T"] {
            assert_eq!(written_bytes(bytes(text).unwrap()), text);
        }
        assert_eq!(written_bytes(1000), "1000 bytes");
    }

    #[test]
    fn integers() {
        assert_eq!(integer("3"), Some(3));
        assert_eq!(integer("-0x10"), Some(-16));
        assert_eq!(integer("18446744073709551615"), Some(i128::from(u64::MAX)));
        assert_eq!(integer("-9223372036854775808"), Some(i128::from(i64::MIN)));
        for wrong in ["", "-", "0x", "+3", "--3", "0x+3", "3.5", "18446744073709551616"] {
            assert_eq!(integer(wrong), None, "{wrong}");
        }
        assert_eq!(integer("-9223372036854775809"), None);
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("200M"), Ok(200 << 20));
        assert_eq!(bytes("4g"), Ok(4 << 30));
        assert_eq!(bytes("1.5GiB"), Ok(3 << 29));
        assert_eq!(bytes("2KB"), Ok(2048));
        for wrong in ["", "G", "iB", "-1G", "4X", "4 G", "99999999999T"] {
            assert!(bytes(wrong).unwrap_err().contains("4G"), "{wrong}");
        }
    }
}
