//! One instruction on the machine.

use cranelift_entity::PrimaryMap;
use heddle_machine::{Granularity, Machine, Options, Word};
use heddle_model::{Choice, Property, PropertySet, StepOutcome, ThreadId, TransitionSystem};
use heddle_program::{
    Const, FuncId, Function, LiveSets, Op, Origin, Program, Signature, Slot, SourceMap, Target,
    WideOp,
};

/// Message that ends the run behind the instruction, so that its frame can be looked at.
const END: &str = "the end";

/// Outcome of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Outcome {
    /// All slots.
    Slots(Vec<Word>),
    /// The property that is violated, and the message.
    Fault(Property, String),
    /// The machine cannot do it.
    Unsupported,
}

/// A function of one instruction, with room for constants and code around it.
pub(super) fn function(op: Op, wide: Option<WideOp>) -> Function {
    Function {
        name: "f".to_owned(),
        source_name: "f".to_owned(),
        origin: Origin::User,
        atomic: false,
        signature: Signature::default(),
        params: Vec::new(),
        varargs: None,
        slots: 0,
        constants: Vec::new(),
        pointer_slots: Vec::new(),
        code: vec![op],
        locations: Vec::new(),
        live: Vec::new(),
        live_sets: LiveSets::default(),
        calls: PrimaryMap::new(),
        allocas: PrimaryMap::new(),
        switches: PrimaryMap::new(),
        jump_tables: PrimaryMap::new(),
        repacks: PrimaryMap::new(),
        wide: wide.into_iter().collect(),
        variables: Vec::new(),
        location: None,
    }
}

/// A program that fills the first slots with these words and makes the instruction.
fn program(function: &Function, words: &[Word], pointer_bytes: u8) -> Program {
    let mut function = function.clone();
    let count = words.len() as u32;
    let mut code = Vec::new();
    let mut constants = vec![Const::Undef];
    for (slot, word) in (0..).map(Slot).zip(words) {
        let masks = count + constants.len() as u32;
        constants.extend([Const::Bits(word.undef), Const::Bits(word.bits & !word.undef)]);
        // What nobody wrote, where the mask is; zero and what is defined elsewhere.
        code.push(Op::And { width: 64, dst: slot, a: Slot(count), b: Slot(masks) });
        code.push(Op::Or { width: 64, dst: slot, a: slot, b: Slot(masks + 1) });
    }
    code.append(&mut function.code);
    let mut unsupported = PrimaryMap::new();
    code.push(Op::Unsupported { id: unsupported.push(END.to_owned()) });
    function.slots = count + constants.len() as u32;
    function.constants = constants;
    function.pointer_slots = vec![false; words.len()];
    function.locations = vec![None; code.len()];
    function.live = vec![function.live_sets.push_empty(); code.len()];
    function.code = code;
    let mut functions: PrimaryMap<FuncId, Function> = PrimaryMap::new();
    Program {
        target: Target { pointer_bytes },
        entry: functions.push(function),
        functions,
        externs: PrimaryMap::new(),
        globals: PrimaryMap::new(),
        thread_main: None,
        any_results: Vec::new(),
        parts: PrimaryMap::new(),
        unsupported,
        source: SourceMap::default(),
    }
}

/// Makes an instruction on the machine.
pub(super) fn run(
    function: &Function,
    words: &[Word],
    pointer_bytes: u8,
    checks_overflow: bool,
) -> Outcome {
    let program = program(function, words, pointer_bytes);
    let all = PropertySet::all();
    let properties = if checks_overflow { all } else { all.without(Property::Overflow) };
    let options = Options { properties, granularity: Granularity::Run, ..Options::default() };
    let mut machine = Machine::new(&program, options).expect("a small program should start");
    let thread = ThreadId(0);
    let mut violations = Vec::new();
    match machine.step(Choice::of(thread), &mut violations) {
        StepOutcome::Unknown(unknown) if unknown.reason == END => {
            let slot = |slot| machine.slot_at(thread, 0, slot).expect("the frame is still there");
            Outcome::Slots((0..words.len() as u32).map(Slot).map(slot).collect())
        }
        StepOutcome::Failed if violations.len() == 1 => {
            let violation = violations.remove(0);
            Outcome::Fault(violation.property(), violation.message())
        }
        StepOutcome::Unknown(_) => Outcome::Unsupported,
        other => panic!("{other:?} with {violations:?}"),
    }
}
