//! Random formulas on random small systems: every algorithm, with and without fairness,
//! against an oracle that knows no automata.
//!
//! The oracle is the textbook's: it guesses in every state which parts of the formula hold,
//! such that the guesses fit to each other along transitions and nothing is promised for
//! ever, and looks at the cycles among the guesses by reachability alone.

use fastrand::Rng;
use heddle_ltl::{Emptiness, Requirement, RequirementOptions, parse};
use heddle_model::{
    Actor, ActorKind, Choice, Finding, Guided, InternalId, Limit, Limits, Matchable, Persistent,
    Reducible, StepOutcome, Temporal, ThreadId, TransitionSystem, Verdict, Violation,
};
use heddle_search::{
    Graph, Interrupted, LassoRun, LivenessChecker, MayHold, Options, Runs, Word, explore_runs,
};

/// A system whose threads lead from state to state, and what holds there.
#[derive(Clone, Debug)]
struct System {
    /// For each state and actor, where its step can lead: threads, then internal actions.
    targets: Vec<Vec<Vec<usize>>>,
    threads: usize,
    valuations: Vec<u32>,
    /// The thread that keeps all others out in a state, if it can move.
    owners: Vec<Option<usize>>,
    /// For each state, true if the step that leads to it fails.
    failures: Vec<bool>,
    loaded: usize,
}

/// A transition, as the oracle sees it.
#[derive(Clone, Copy, Debug)]
struct Step {
    target: usize,
    /// The threads that move or have to wait.
    content: u32,
    /// True if one thread keeps all others out before and after it.
    is_alone: bool,
}

impl System {
    fn random(rng: &mut Rng) -> System {
        let (states, threads, internals) = (rng.usize(1..7), rng.usize(1..4), rng.usize(0..2));
        let steps = |rng: &mut Rng| -> Vec<usize> {
            let count = [0, 1, 1, 1, 2][rng.usize(0..5)];
            (0..count).map(|_| rng.usize(0..states)).collect()
        };
        let state = |rng: &mut Rng| (0..threads + internals).map(|_| steps(rng)).collect();
        let targets = (0..states).map(|_| state(rng)).collect();
        let valuations = (0..states).map(|_| rng.u32(0..4)).collect();
        let owner = |rng: &mut Rng| rng.usize(0..3).checked_sub(1).filter(|&t| t < threads);
        let owners = (0..states).map(|_| owner(rng)).collect();
        // The first state is not behind a step.
        let failures = (0..states).map(|state| state != 0 && rng.usize(0..8) == 0).collect();
        System { targets, threads, valuations, owners, failures, loaded: 0 }
    }

    fn actor(&self, number: usize) -> Actor {
        match number.checked_sub(self.threads) {
            None => ThreadId(number as u32).into(),
            Some(action) => InternalId(action as u32).into(),
        }
    }

    fn number(&self, actor: Actor) -> usize {
        match actor.kind() {
            ActorKind::Thread(thread) => thread.index(),
            ActorKind::Internal(action) => self.threads + action.index(),
        }
    }

    /// The thread that alone can move in a state.
    fn owner(&self, state: usize) -> Option<usize> {
        let owner = self.owners[state]?;
        (!self.failures[state] && !self.targets[state][owner].is_empty()).then_some(owner)
    }

    fn waiting_in(&self, state: usize) -> u32 {
        let threads = self.targets[state].iter().take(self.threads).enumerate();
        let movable = threads.filter(|(_, to)| !to.is_empty() && !self.failures[state]);
        movable.fold(u32::MAX, |waiting, (thread, _)| waiting & !(1 << thread))
    }

    /// The transitions of a state; a state without any stays as it is.
    fn transitions(&self, state: usize) -> Vec<Step> {
        let mut all = Vec::new();
        let owner = self.owner(state);
        for (number, targets) in self.targets[state].iter().enumerate() {
            if self.failures[state] || owner.is_some_and(|owner| owner != number) {
                continue;
            }
            // Nobody has to be fair to internal actions.
            let moved = if number < self.threads { 1 << number } else { 0 };
            all.extend(targets.iter().map(|&target| Step {
                target,
                content: moved | self.waiting_in(state) | self.waiting_in(target),
                is_alone: owner.is_some() && self.owner(target).is_some(),
            }));
        }
        if all.is_empty() {
            all.push(Step { target: state, content: u32::MAX, is_alone: false });
        }
        all
    }
}

impl TransitionSystem for System {
    fn reset(&mut self) {
        self.loaded = 0;
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        words.clear();
        words.extend([7, self.loaded as u32]);
    }

    fn load(&mut self, words: &[u32]) {
        self.loaded = words[1] as usize;
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        let owner = self.owner(self.loaded);
        for (number, targets) in self.targets[self.loaded].iter().enumerate() {
            if owner.is_some_and(|owner| owner != number) {
                continue;
            }
            let actor = self.actor(number);
            let alternatives = 0..targets.len() as u32;
            choices.extend(alternatives.map(|alternative| Choice::new(actor, alternative)));
        }
    }

    fn check_state(&mut self, _choices: &[Choice], _violations: &mut Vec<Violation>) {}

    fn step(&mut self, choice: Choice, _violations: &mut Vec<Violation>) -> StepOutcome {
        let number = self.number(choice.actor());
        self.loaded = self.targets[self.loaded][number][choice.alternative as usize];
        if self.failures[self.loaded] { StepOutcome::Failed } else { StepOutcome::Continues }
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for System {
    fn thread_count(&self) -> usize {
        self.threads
    }

    fn internal_count(&self) -> usize {
        self.targets[0].len() - self.threads
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        self.targets[self.loaded][self.number(actor)].len() as u32
    }
}

impl Matchable for System {}

impl Temporal for System {
    fn valuation(&mut self) -> u32 {
        self.valuations[self.loaded]
    }

    fn waiting(&mut self) -> u32 {
        self.waiting_in(self.loaded)
    }

    fn is_alone(&mut self) -> bool {
        self.owner(self.loaded).is_some()
    }
}

impl Guided for System {}
impl Persistent for System {}

/// A formula as the oracle sees it: parts by number, those of a part before it.
#[derive(Clone, Copy, Debug)]
enum Part {
    Holds(u32),
    Not(usize),
    And(usize, usize),
    Next(usize),
    Until(usize, usize),
}

/// A random formula: its parts, and its text.
fn formula(rng: &mut Rng, size: usize, parts: &mut Vec<Part>) -> (usize, String) {
    let mut add = |part: Part| {
        parts.push(part);
        parts.len() - 1
    };
    if size == 0 {
        let bit = rng.u32(0..2);
        return (add(Part::Holds(bit)), ["a", "b"][bit as usize].to_owned());
    }
    let rest = size - 1;
    match rng.usize(0..7) {
        0 => {
            let (part, text) = formula(rng, rest, parts);
            parts.push(Part::Not(part));
            (parts.len() - 1, format!("!({text})"))
        }
        1 => {
            let (part, text) = formula(rng, rest, parts);
            parts.push(Part::Next(part));
            (parts.len() - 1, format!("X({text})"))
        }
        2 | 3 => {
            // F p is true U p, and G p is its dual.
            let (part, text) = formula(rng, rest, parts);
            let is_always = rng.bool();
            let inner = match is_always {
                true => {
                    parts.push(Part::Not(part));
                    parts.len() - 1
                }
                false => part,
            };
            parts.push(Part::Holds(31));
            let bit = parts.len() - 1;
            parts.push(Part::Not(bit));
            let everything = parts.len() - 1;
            parts.push(Part::Until(everything, inner));
            let mut whole = parts.len() - 1;
            if is_always {
                parts.push(Part::Not(whole));
                whole = parts.len() - 1;
            }
            (whole, format!("{}({text})", if is_always { "G" } else { "F" }))
        }
        kind => {
            let left = rng.usize(0..=rest);
            let (first, left_text) = formula(rng, left, parts);
            let (second, right_text) = formula(rng, rest - left, parts);
            let (part, operator) = match kind {
                4 => (Part::And(first, second), "&&"),
                _ => (Part::Until(first, second), "U"),
            };
            parts.push(part);
            (parts.len() - 1, format!("({left_text}) {operator} ({right_text})"))
        }
    }
}

/// True if a run of the system breaks the formula, by guessing.
fn is_broken(system: &System, parts: &[Part], whole: usize, is_fair: bool) -> bool {
    // What has to be guessed: the parts about the future.
    let guessed: Vec<usize> = (0..parts.len())
        .filter(|&part| matches!(parts[part], Part::Next(_) | Part::Until(..)))
        .collect();
    let values = |state: usize, guess: usize| -> Vec<bool> {
        let mut values = vec![false; parts.len()];
        for (number, part) in parts.iter().enumerate() {
            values[number] = match *part {
                Part::Holds(bit) => system.valuations[state] >> bit & 1 == 1,
                Part::Not(part) => !values[part],
                Part::And(first, second) => values[first] && values[second],
                Part::Next(_) | Part::Until(..) => {
                    let place = guessed.iter().position(|&other| other == number);
                    guess >> place.expect("it is guessed") & 1 == 1
                }
            };
        }
        values
    };
    let guesses = 1usize << guessed.len();
    let nodes: Vec<(usize, Vec<bool>)> = (0..system.targets.len())
        .flat_map(|state| (0..guesses).map(move |guess| (state, guess)))
        .map(|(state, guess)| (state, values(state, guess)))
        .collect();
    let fits = |now: &[bool], next: &[bool]| {
        parts.iter().enumerate().all(|(number, part)| match *part {
            Part::Next(part) => now[number] == next[part],
            Part::Until(first, second) => {
                now[number] == (now[second] || now[first] && next[number])
            }
            _ => true,
        })
    };
    // What has to happen again and again: no until waits for ever, and everyone moves.
    let untils: Vec<usize> =
        (0..parts.len()).filter(|&part| matches!(parts[part], Part::Until(..))).collect();
    let marks = |values: &[bool], content: u32| {
        let kept = untils.iter().enumerate().map(|(bit, &until)| {
            let Part::Until(_, second) = parts[until] else { return 0 };
            u64::from(!values[until] || values[second]) << bit
        });
        let fair = if is_fair { u64::from(content) << 32 } else { u64::from(u32::MAX) << 32 };
        kept.sum::<u64>() | fair
    };
    let goal = ((1u64 << untils.len()) - 1) | (u64::from(u32::MAX) << 32);
    // Where one thread keeps all others out for ever, they have to wait.
    let all_arcs = |alone: bool| -> Arcs {
        let arcs_of = |(state, now): &(usize, Vec<bool>)| {
            let steps = system.transitions(*state).into_iter();
            let steps = steps.filter(|step| !alone || step.is_alone).flat_map(|step| {
                let all = step.target * guesses..(step.target + 1) * guesses;
                let content = if alone { u32::MAX } else { step.content };
                all.filter(|&next| fits(now, &nodes[next].1)).map(move |next| (next, content))
            });
            steps.map(|(next, content)| (next, marks(now, content))).collect()
        };
        nodes.iter().map(arcs_of).collect()
    };
    let starts: Vec<usize> = (0..guesses).filter(|&node| !nodes[node].1[whole]).collect();
    let arcs = all_arcs(false);
    let reached = reach(&arcs, &starts);
    has_cycle(&arcs, &reached, goal) || has_cycle(&all_arcs(true), &reached, goal)
}

/// For each node, where arcs lead and their marks.
type Arcs = Vec<Vec<(usize, u64)>>;

/// The nodes that can be reached from some.
fn reach(arcs: &Arcs, from: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; arcs.len()];
    let mut open: Vec<usize> = from.to_vec();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(arcs[node].iter().map(|arc| arc.0));
        }
    }
    seen
}

/// True if there is a cycle with all marks among nodes that are reached.
fn has_cycle(arcs: &Arcs, reached: &[bool], goal: u64) -> bool {
    let nodes = arcs.len();
    let mut is_done = vec![false; nodes];
    (0..nodes).filter(|&node| reached[node]).any(|node| {
        if is_done[node] {
            return false;
        }
        let forward = reach(arcs, &[node]);
        let is_with = |other: usize| forward[other] && reach(arcs, &[other])[node];
        let members: Vec<bool> = (0..nodes).map(is_with).collect();
        (0..nodes).filter(|&other| members[other]).for_each(|other| is_done[other] = true);
        let inside = (0..nodes).filter(|&other| members[other]);
        let arcs = inside.flat_map(|other| &arcs[other]).filter(|arc| members[arc.0]);
        let (mut is_cycle, mut all) = (false, 0);
        for &(_, marks) in arcs {
            is_cycle = true;
            all |= marks;
        }
        is_cycle && all & goal == goal
    })
}

fn requirement(text: &str, is_fair: bool, emptiness: Emptiness) -> Box<dyn LivenessChecker> {
    let formula = parse(text).unwrap();
    let bit = |name: &heddle_ltl::Proposition| u8::from(name.text() == "b");
    let bits = formula.propositions().iter().map(bit).collect();
    let finding = Finding::BrokenFormula { name: None, formula: text.to_owned() };
    let violation = Violation::of_run(finding);
    let rules = RequirementOptions { bits, is_fair, emptiness, violation };
    Box::new(Requirement::new(formula, rules).unwrap())
}

#[test]
fn all_ways_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(3);
    let (mut broken, mut total) = (0, 0usize);
    while total < 3_000 {
        let system = System::random(&mut rng);
        let mut parts = Vec::new();
        let size = rng.usize(0..5);
        let (whole, text) = formula(&mut rng, size, &mut parts);
        let guessed = parts.iter().filter(|part| matches!(part, Part::Next(_) | Part::Until(..)));
        if guessed.count() > 4 {
            continue;
        }
        total += 1;
        for is_fair in [false, true] {
            let expected = is_broken(&system, &parts, whole, is_fair);
            broken += usize::from(expected);
            for (emptiness, workers) in [
                (Emptiness::Components, 1),
                (Emptiness::Components, 2),
                (Emptiness::Nested(1), 1),
                (Emptiness::Nested(2), 2),
            ] {
                // Threads are dear.
                if workers == 2 && !total.is_multiple_of(10) {
                    continue;
                }
                let options = Options { runs: Some(Runs { is_fair }), ..Options::default() };
                let mut systems = vec![system.clone(); workers];
                let mut checkers = [requirement(&text, is_fair, emptiness)];
                let report = explore_runs(&mut systems, &options, &mut checkers, &mut |_| {});
                match (&report.verdict, expected) {
                    (Verdict::Verified, false) => {}
                    // It has passed the gate, which evaluates the formula itself.
                    (Verdict::Violation(found), true) => assert!(found[0].cycle.is_some()),
                    (verdict, _) => {
                        panic!("{text} on {system:?}, fair {is_fair}: {verdict:?}, not {expected}")
                    }
                }
            }
        }
    }
    assert!((1_000..5_000).contains(&broken), "{broken} of {} are broken", 2 * total);
}

/// Needs more memory than there is.
struct Glutton;

impl LivenessChecker for Glutton {
    fn look(
        &mut self,
        _graph: &Graph<'_>,
        may_hold: MayHold<'_>,
    ) -> Result<Option<LassoRun>, Interrupted> {
        if may_hold(1 << 40) { Ok(None) } else { Err(Interrupted) }
    }

    fn is_violated_by(&self, _word: &Word) -> bool {
        true
    }

    fn violation(&self) -> Violation {
        requirement("true", false, Emptiness::Components).violation()
    }
}

#[test]
fn a_limit_on_the_last_look_leaves_the_verdict_unknown() {
    let system = System::random(&mut Rng::with_seed(1));
    let explore = |memory: u64| {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let options = Options { runs: Some(Runs { is_fair: false }), limits, ..Options::default() };
        let mut checkers: [Box<dyn LivenessChecker>; 1] = [Box::new(Glutton)];
        explore_runs(&mut [system.clone()], &options, &mut checkers, &mut |_| {}).verdict
    };
    assert_eq!(explore(1 << 41), Verdict::Verified);
    assert_eq!(explore(1 << 30), Verdict::Stopped(Limit::Memory));
}
