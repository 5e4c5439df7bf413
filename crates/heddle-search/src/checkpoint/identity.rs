//! The search that a checkpoint belongs to: names and values of all that shapes a search.
//!
//! Limits, the number of workers and what is shown do not: they may differ.
//!
//! Options have names of their own here, which stand in files. How a user spells them is for the
//! command line to say, so differences are data.

use std::fmt;
use std::io::{self, Read, Write};

use heddle_table::stream::{get_bytes, get32, put_bytes, put32};

use crate::{OnMemoryLimit, Options, Order, Reduction, Store};

/// An option that shapes a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchOption {
    /// The order in which states are visited.
    Order,
    /// The seed of a random order.
    Seed,
    /// The reduction.
    Reduction,
    /// The store of states.
    Store,
    /// The reaction to the limit on memory.
    OnMemoryLimit,
    /// The bound on steps.
    Depth,
    /// The bound on preemptions.
    Preemptions,
    /// The bound on steps of a superstep.
    Superstep,
    /// The request for all violations, and not the first only.
    AllViolations,
}

impl SearchOption {
    /// All options.
    pub const ALL: [SearchOption; 9] = [
        SearchOption::Order,
        SearchOption::Seed,
        SearchOption::Reduction,
        SearchOption::Store,
        SearchOption::OnMemoryLimit,
        SearchOption::Depth,
        SearchOption::Preemptions,
        SearchOption::Superstep,
        SearchOption::AllViolations,
    ];

    /// The name, which stands in files.
    fn name(self) -> &'static str {
        match self {
            SearchOption::Order => "order",
            SearchOption::Seed => "seed",
            SearchOption::Reduction => "reduction",
            SearchOption::Store => "store",
            SearchOption::OnMemoryLimit => "reaction to the memory limit",
            SearchOption::Depth => "bound on steps",
            SearchOption::Preemptions => "bound on preemptions",
            SearchOption::Superstep => "bound on supersteps",
            SearchOption::AllViolations => "all violations",
        }
    }
}

/// Something that shapes a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// An option of the search.
    Option(SearchOption),
    /// Something else, with a name for people.
    Named(String),
}

impl Aspect {
    /// The aspect that has a name in files.
    fn of(name: &str) -> Aspect {
        let option = SearchOption::ALL.into_iter().find(|option| option.name() == name);
        option.map_or_else(|| Aspect::Named(name.to_owned()), Aspect::Option)
    }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aspect::Option(option) => f.write_str(option.name()),
            Aspect::Named(name) => f.write_str(name),
        }
    }
}

/// A difference between the search of a checkpoint and one that is to go on from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The aspect in which they differ.
    pub aspect: Aspect,
    /// Its value in the checkpoint, if it has one there.
    pub then: Option<String>,
    /// Its value now, if it has one.
    pub now: Option<String>,
}

impl Difference {
    /// The values as words, to follow the name of the aspect.
    pub fn values(&self) -> String {
        let word = |value: &Option<String>| value.clone().unwrap_or("not given".to_owned());
        format!("was {}, and is {} now", word(&self.then), word(&self.now))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.aspect, self.values())
    }
}

/// Names and values.
pub(super) type Identity = Vec<(String, String)>;

/// Names and values of all that shapes a search with these options. What the user of the search
/// knows comes first.
pub(super) fn of(options: &Options) -> Identity {
    let Options {
        order,
        reduction,
        // These may change in the course of a search, and are written by themselves.
        assumes: _,
        matches_threads: _,
        store,
        bounds,
        limits: _,
        on_memory_limit,
        seed,
        stop_at_first,
        minimize: _,
        supervisor: _,
        // What was explored is not in a checkpoint as a graph, so whoever looks at runs
        // writes none.
        runs: _,
        checkpoints,
    } = options;
    let mut identity = checkpoints.as_ref().map_or_else(Vec::new, |c| c.identity.clone());
    identity.push(("heddle".to_owned(), env!("CARGO_PKG_VERSION").to_owned()));
    let mut add =
        |option: SearchOption, value: String| identity.push((option.name().to_owned(), value));
    let number = |bound: Option<u64>| bound.map_or("none".to_owned(), |bound| bound.to_string());
    add(SearchOption::Order, order.to_string());
    if *order == Order::Random {
        add(SearchOption::Seed, seed.to_string());
    }
    let reduction = match reduction {
        Reduction::Steps => "none",
        Reduction::Supersteps => "superstep",
    };
    add(SearchOption::Reduction, reduction.to_owned());
    add(
        SearchOption::Store,
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
    add(SearchOption::OnMemoryLimit, on_memory_limit.to_owned());
    add(SearchOption::Depth, number(bounds.depth));
    add(SearchOption::Preemptions, number(bounds.preemptions.map(u64::from)));
    add(SearchOption::Superstep, bounds.superstep.to_string());
    add(SearchOption::AllViolations, if *stop_at_first { "no" } else { "yes" }.to_owned());
    identity
}

/// Differences between two searches, each name once.
pub(super) fn differences(then: &Identity, now: &Identity) -> Vec<Difference> {
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
            let (then, now) = (value(then, name, nth), value(now, name, nth));
            differences.push(Difference { aspect: Aspect::of(name), then, now });
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

    fn told(then: &Identity, now: &Identity) -> Vec<String> {
        differences(then, now).iter().map(Difference::to_string).collect()
    }

    #[test]
    fn each_difference_is_named_once() {
        let then = pairs(&[("a", "1"), ("b", "2"), ("b", "3"), ("c", "4")]);
        assert_eq!(told(&then, &then), [""; 0]);
        let now = pairs(&[("a", "1"), ("b", "5"), ("b", "6"), ("d", "7")]);
        assert_eq!(
            told(&then, &now),
            [
                "b was 2, and is 5 now",
                "c was 4, and is not given now",
                "d was not given, and is 7 now"
            ]
        );
    }

    #[test]
    fn options_that_differ_are_told_apart_from_names() {
        let [then, now] = [0, 1].map(|depth| {
            let mut options = Options::default();
            options.bounds.depth = Some(depth);
            of(&options)
        });
        let differences = differences(&then, &now);
        let [Difference { aspect, then, now }] = &differences[..] else {
            panic!("{differences:?}")
        };
        assert_eq!(*aspect, Aspect::Option(SearchOption::Depth));
        assert_eq!((then.as_deref(), now.as_deref()), (Some("0"), Some("1")));
        assert_eq!(Aspect::of("the level"), Aspect::Named("the level".to_owned()));
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
