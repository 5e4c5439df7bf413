//! The search that a checkpoint belongs to: names and values of all that shapes a search.
//!
//! Limits, the number of workers and what is shown do not: they may differ.

use std::io::{self, Read, Write};

use heddle_table::stream::{get_bytes, get32, put_bytes, put32};

use crate::{OnMemoryLimit, Options, Order, Reduction, Store};

/// Names and values.
pub(super) type Identity = Vec<(String, String)>;

/// Names and values of all that shapes a search with these options. What the user of the search
/// knows comes first.
pub(super) fn of(options: &Options) -> Identity {
    let Options {
        order,
        reduction,
        // This may change in the course of a search, and is written by itself.
        assumes: _,
        store,
        bounds,
        limits: _,
        on_memory_limit,
        seed,
        stop_at_first,
        minimize: _,
        cancel: _,
        // What was explored is not in a checkpoint as a graph, so whoever looks at runs
        // writes none.
        runs: _,
        checkpoints,
    } = options;
    let mut identity = checkpoints.as_ref().map_or_else(Vec::new, |c| c.identity.clone());
    let mut add = |name: &str, value: String| identity.push((name.to_owned(), value));
    let number = |bound: Option<u64>| bound.map_or("none".to_owned(), |bound| bound.to_string());
    add("heddle", env!("CARGO_PKG_VERSION").to_owned());
    add("--order", order.to_string());
    if *order == Order::Random {
        add("--seed", seed.to_string());
    }
    let reduction = match reduction {
        Reduction::Steps => "none",
        Reduction::Supersteps => "superstep",
    };
    add("--reduction", reduction.to_owned());
    add(
        "--store",
        match store {
            Store::Exact => "exact".to_owned(),
            Store::Plain => "plain".to_owned(),
            Store::Hash64 => "hash64".to_owned(),
            Store::Bitstate { bits } => format!("bitstate with 2^{bits} bits"),
        },
    );
    let on_memory_limit = match on_memory_limit {
        OnMemoryLimit::Stop => "stop",
        OnMemoryLimit::Bitstate => "bitstate",
    };
    add("--on-memory-limit", on_memory_limit.to_owned());
    add("--depth", number(bounds.depth));
    add("--context-bound", number(bounds.preemptions.map(u64::from)));
    add("--superstep", bounds.superstep.to_string());
    add("--all-violations", if *stop_at_first { "no" } else { "yes" }.to_owned());
    identity
}

/// Differences between two searches, each name once.
pub(super) fn differences(then: &Identity, now: &Identity) -> Vec<String> {
    let mut told: Vec<&str> = Vec::new();
    let mut differences = Vec::new();
    let value = |identity: &Identity, name: &str, nth: usize| {
        let mut all = identity.iter().filter(|(other, _)| other == name);
        all.nth(nth).map(|(_, value)| value.clone())
    };
    for (name, _) in then.iter().chain(now) {
        if told.contains(&name.as_str()) {
            continue;
        }
        told.push(name);
        let count = |identity: &Identity| identity.iter().filter(|(n, _)| n == name).count();
        let nth = (0..count(then).max(count(now)))
            .find(|&nth| value(then, name, nth) != value(now, name, nth));
        if let Some(nth) = nth {
            let word = |value: Option<String>| value.unwrap_or("not given".to_owned());
            let (then, now) = (word(value(then, name, nth)), word(value(now, name, nth)));
            differences.push(format!("{name} was {then}, and is {now} now"));
        }
    }
    differences
}

/// Writes an identity.
pub(super) fn write(identity: &Identity, out: &mut dyn Write) -> io::Result<()> {
    put32(out, identity.len() as u32)?;
    for (name, value) in identity {
        put_bytes(out, name.as_bytes())?;
        put_bytes(out, value.as_bytes())?;
    }
    Ok(())
}

/// Reads an identity.
pub(super) fn read(input: &mut dyn Read) -> io::Result<Identity> {
    let mut identity = Vec::new();
    for _ in 0..get32(input)? {
        let mut text = || Ok::<_, io::Error>(String::from_utf8_lossy(&get_bytes(input)?).into());
        identity.push((text()?, text()?));
    }
    Ok(identity)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Identity {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn each_difference_is_named_once() {
        let then = pairs(&[("a", "1"), ("b", "2"), ("b", "3"), ("c", "4")]);
        assert_eq!(differences(&then, &then), [""; 0]);
        let now = pairs(&[("a", "1"), ("b", "5"), ("b", "6"), ("d", "7")]);
        assert_eq!(
            differences(&then, &now),
            [
                "b was 2, and is 5 now",
                "c was 4, and is not given now",
                "d was not given, and is 7 now"
            ]
        );
    }

    #[test]
    fn identities_come_back() {
        let identity = of(&Options { order: Order::Random, ..Options::default() });
        let mut bytes = Vec::new();
        write(&identity, &mut bytes).unwrap();
        assert_eq!(read(&mut &bytes[..]).unwrap(), identity);
        assert!(read(&mut &bytes[..bytes.len() - 1]).is_err());
    }
}
