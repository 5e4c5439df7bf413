//! From names of functions to what the machine starts and evaluates.

use anyhow::{Result, anyhow, bail};
use heddle_machine::{Harness, HarnessThread, Options};
use heddle_program::{FuncId, Function, Origin, Program, ValueType};

use crate::cli::ThreadStart;
use crate::settings::HarnessSettings;

/// Most names that are proposed in place of one that does not exist.
const MOST_PROPOSED: usize = 3;

/// The machine's options as far as they are about functions of the program.
pub(super) fn options(settings: &HarnessSettings, program: &Program) -> Result<Options> {
    let init = settings.init.as_deref().map(|name| init(program, name)).transpose()?;
    let threads = settings.threads.iter().map(|start| thread(program, start));
    let invariants = settings.invariants.iter().map(|name| invariant(program, name));
    Ok(Options {
        harness: Harness { init, threads: threads.collect::<Result<_>>()? },
        invariants: invariants.collect::<Result<_>>()?,
        ..Options::default()
    })
}

fn init(program: &Program, name: &str) -> Result<FuncId> {
    let (id, function) = find(program, "--init", name)?;
    let signature = &function.signature;
    if !signature.params.is_empty() || signature.variadic {
        bail!("--init {name}: the function has the type '{signature}' and not 'void (void)'");
    }
    Ok(id)
}

fn invariant(program: &Program, name: &str) -> Result<FuncId> {
    let (id, function) = find(program, "--invariant", name)?;
    let signature = &function.signature;
    let fits = signature.params.is_empty()
        && !signature.variadic
        && matches!(signature.result, ValueType::Int(_));
    if !fits {
        bail!("--invariant {name}: the function has the type '{signature}' and not 'int (void)'");
    }
    Ok(id)
}

fn thread(program: &Program, start: &ThreadStart) -> Result<HarnessThread> {
    let name = &start.function;
    let (id, function) = find(program, "--thread", name)?;
    let signature = &function.signature;
    let argument = start.argument.unwrap_or(0);
    let bits = match signature.params[..] {
        _ if signature.variadic => None,
        [] if start.argument.is_some() => {
            bail!("--thread {name}={argument}: the function takes no argument");
        }
        [] => Some(64),
        [ValueType::Int(bits)] if bits <= 64 => Some(bits),
        [ValueType::Pointer] => Some(8 * u32::from(program.target.pointer_bytes)),
        _ => None,
    };
    let Some(bits) = bits else {
        bail!(
            "--thread {name}: the function has the type '{signature}'; it may take nothing, or one \
             integer or pointer"
        );
    };
    // Signed or not is not known here.
    let fits = -(1i128 << (bits - 1)) <= argument && argument < 1i128 << bits;
    if !fits {
        bail!("--thread {name}={argument}: the argument does not fit into {bits} bits");
    }
    Ok(HarnessThread { function: id, argument: argument as u64 & u64::MAX >> (64 - bits) })
}

/// The user's function of a name: the linker's, or else the source's.
pub(super) fn find<'p>(
    program: &'p Program,
    option: &str,
    name: &str,
) -> Result<(FuncId, &'p Function)> {
    let users = || program.functions.iter().filter(|(_, f)| f.origin == Origin::User);
    let mut found: Vec<_> = users().filter(|(_, function)| function.name == name).collect();
    if found.is_empty() {
        found = users().filter(|(_, function)| function.source_name == name).collect();
    }
    match found[..] {
        [one] => Ok(one),
        [] => Err(anyhow!(
            "{option} {name}: the program has no function '{name}'{}",
            proposal(name, users().map(|(_, function)| function.source_name.as_str()))
        )),
        _ => {
            let names: Vec<&str> = found.iter().map(|(_, f)| f.name.as_str()).collect();
            let names = names.join(", ");
            bail!("{option} {name}: several functions have this name ({names})")
        }
    }
}

/// Names that are almost the one that was given, as the end of a message.
pub(super) fn proposal<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    let far = name.chars().count().div_ceil(3).max(2);
    let distance = |other: &str| strsim::damerau_levenshtein(name, other);
    let mut near: Vec<(usize, &str)> =
        names.map(|other| (distance(other), other)).filter(|(by, _)| *by <= far).collect();
    near.sort_unstable();
    near.dedup();
    let near: Vec<String> =
        near.iter().take(MOST_PROPOSED).map(|(_, other)| format!("'{other}'")).collect();
    match near.split_last() {
        None => String::new(),
        Some((last, [])) => format!("; did you mean {last}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::proposal;

    #[test]
    fn near_names_are_proposed_the_nearest_first() {
        let propose = |name, names: &[&str]| proposal(name, names.iter().copied());
        assert_eq!(propose("invarant", &["main", "invariant"]), "; did you mean 'invariant'?");
        assert_eq!(propose("chekc", &["check2", "check"]), "; did you mean 'check' or 'check2'?");
        assert_eq!(propose("sound", &["main", "put", "get"]), "");
    }
}
