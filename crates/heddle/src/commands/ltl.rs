//! `heddle ltl`: the automaton of a formula.

use std::io::Write;

use anyhow::Result;
use heddle_ltl::{degeneralize, dot, hoa, is_stutter_invariant, never, parse, strength, translate};

use super::explain::pointed;
use crate::cli::{AutomatonFormat, LtlArgs};

/// Prints the automaton of a formula.
pub(super) fn ltl(args: &LtlArgs, out: &mut dyn Write) -> Result<()> {
    let formula = parse(&args.formula)
        .map_err(|error| pointed("formula", &args.formula, &error.range(), &error.to_string()))?;
    let meant = if args.negate { formula.negated() } else { formula };
    let automaton = translate(&meant)?;
    let automaton = match args.degeneralize {
        true => degeneralize(&automaton),
        false => automaton,
    };
    match args.format {
        AutomatonFormat::Text => {
            let kind = match strength(&automaton) {
                heddle_ltl::Strength::Terminal => "terminal",
                heddle_ltl::Strength::Weak => "weak",
                heddle_ltl::Strength::General => "general",
            };
            let stutter = match is_stutter_invariant(&meant) {
                true => "checked under reductions, as far as propositions allow",
                false => {
                    "tells apart how often something holds in a row: checked without reduction"
                }
            };
            writeln!(out, "{meant}: {kind}, {stutter}")?;
            write!(out, "{automaton}")?;
        }
        AutomatonFormat::Hoa => write!(out, "{}", hoa::write(&automaton))?,
        AutomatonFormat::Never => write!(out, "{}", never::write(&automaton))?,
        AutomatonFormat::Dot => write!(out, "{}", dot::write(&automaton))?,
    }
    Ok(())
}
