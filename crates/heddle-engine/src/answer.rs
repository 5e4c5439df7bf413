//! Answers of engines, and the reports that become of them.

use std::collections::BTreeSet;

use heddle_machine::{LONGEST_ROUND, Machine};
use heddle_model::{
    Bound, BoundKind, Counterexample, Obstacle, Omission, Place, Property, PropertySet, Temporal,
    Unknown, UnknownKind, Verdict, Violation,
};
use heddle_program::Program;

use crate::atomics::weak_atomics;
use crate::{Assumption, Caveat, NotedRace, Question, Statistics, Witness, assumption, gate};

/// The claim of an engine.
///
/// An engine that was stopped has an obstacle to name. There is no form in which it could claim
/// that nothing is wrong in any run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// All runs were looked at, and nothing is wrong.
    Complete,
    /// All runs within these bounds were looked at, and nothing is wrong. Never empty.
    Within {
        /// The bounds.
        bounds: Vec<Bound>,
        /// The reason for which they are no wider, if the question is not.
        obstacle: Option<Obstacle>,
    },
    /// These runs of the machine go wrong. Never empty; the first is the one to show.
    Counterexamples(Vec<Counterexample>),
    /// This run goes wrong, told by instructions.
    Witness(Witness),
    /// Nothing, since something is in the way.
    Open(Obstacle),
}

impl Claim {
    /// The claim in which threads that were followed in vain, at these places, are not said to be free
    /// of spin deadlocks.
    #[must_use]
    pub fn without_unfollowed(self, places: &[Option<Place>]) -> Claim {
        let bound = |place: &Option<Place>| {
            let place = place.as_ref().map(|at| format!("{}:{}", at.file, at.line));
            Bound { kind: BoundKind::SpinSteps, place, number: LONGEST_ROUND as u64 }
        };
        let unfollowed: BTreeSet<Bound> = places.iter().map(bound).collect();
        match self {
            Claim::Complete if !unfollowed.is_empty() => {
                Claim::Within { bounds: unfollowed.into_iter().collect(), obstacle: None }
            }
            Claim::Within { mut bounds, obstacle } => {
                bounds.extend(unfollowed);
                Claim::Within { bounds, obstacle }
            }
            Claim::Complete | Claim::Counterexamples(_) | Claim::Witness(_) | Claim::Open(_) => {
                self
            }
        }
    }
}

/// The reasons for which a list of violations need not have all that there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unlisted {
    /// Bounds beyond which nobody looked.
    pub bounds: Vec<Bound>,
    /// The limit that ended the engine, or something that it cannot follow.
    pub obstacle: Option<Obstacle>,
    /// Violations that were found and do not show again: bugs of heddle's.
    pub unreplayed: Vec<Unknown>,
}

/// The answer of an engine, before it is judged.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The claim.
    pub claim: Claim,
    /// The options of the machine on which counterexamples replay.
    pub machine: heddle_machine::Options,
    /// Names of the machine's propositions.
    pub propositions: Vec<String>,
    /// True if runs were looked at as a whole.
    pub has_formulas: bool,
    /// A guess of what was missed; none if nothing can have been.
    pub omission: Option<Omission>,
    /// The violations that a claim of counterexamples may lack.
    pub unlisted: Unlisted,
    /// Properties of the question of which the claim says nothing, unless it is complete or of a
    /// violation.
    pub unsettled: PropertySet,
    /// Assumptions about the way in which the engine looked.
    pub method: Vec<Assumption>,
    /// Assumptions beyond those, and beyond the program's world.
    pub assumptions: Vec<Assumption>,
    /// The caveat of a proof that is about no run that ends.
    pub vacuity: Option<Caveat>,
    /// A data race that the engine came across while nobody asked for races.
    pub race: Option<NotedRace>,
    /// Figures.
    pub statistics: Statistics,
    /// If the engine was to keep its work in a file: success, or the reason why it is not there.
    pub checkpoint: Option<Result<(), String>>,
}

/// A judged answer.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the engine.
    pub engine: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason for which bounds are no wider, if the question is not.
    pub obstacle: Option<Obstacle>,
    /// A guess of what was missed; none if nothing can have been.
    pub omission: Option<Omission>,
    /// The violations that a verdict of some may lack.
    pub unlisted: Unlisted,
    /// The options of the machine on which counterexamples replay.
    pub machine: heddle_machine::Options,
    /// Names of the machine's propositions.
    pub propositions: Vec<String>,
    /// True if runs were looked at as a whole.
    pub has_formulas: bool,
    /// Assumptions that the verdict rests on.
    pub assumptions: Vec<Assumption>,
    /// Caveats of a proof. There are none if the verdict is no proof.
    pub caveats: Vec<Caveat>,
    /// A data race that was met while nobody asked for races, whatever the verdict is.
    pub race: Option<Violation>,
    /// Figures.
    pub statistics: Statistics,
    /// If the engine was to keep its work in a file: success, or the reason why it is not there.
    pub checkpoint: Option<Result<(), String>>,
}

impl Report {
    /// Adds the caveat of a data race that nobody asked for, if this is a proof that has none.
    pub fn add_race(&mut self, race: &Violation) {
        let is_proof = matches!(self.verdict, Verdict::Verified | Verdict::Bounded(_));
        let has_race = self.caveats.iter().any(|caveat| matches!(caveat, Caveat::DataRace(_)));
        if is_proof && !has_race {
            self.caveats.push(Caveat::DataRace(race.clone()));
        }
    }
}

impl Answer {
    /// An answer about single steps and states, without assumptions.
    pub fn new(claim: Claim, machine: heddle_machine::Options, statistics: Statistics) -> Answer {
        Answer {
            claim,
            machine,
            propositions: Vec::new(),
            has_formulas: false,
            omission: None,
            unlisted: Unlisted::default(),
            unsettled: PropertySet::EMPTY,
            method: Vec::new(),
            assumptions: Vec::new(),
            vacuity: None,
            race: None,
            statistics,
            checkpoint: None,
        }
    }

    /// Judges the answer of an engine to a question about a program.
    pub(crate) fn judge(
        self,
        engine: &'static str,
        question: &Question,
        program: &Program,
    ) -> Report {
        let race = self.race.clone().and_then(|race| met(race, program, &self.machine));
        let mut bench = MachineBench { program, open_branches: None };
        let properties = question.properties;
        let mut report = self.settle(engine, properties, &mut bench, |bench| {
            let mut world = assumption::world(question, program);
            world.extend(weak_atomics(program));
            (world, bench.open_branches.take())
        });
        report.race = race;
        if let Some(race) = report.race.clone() {
            report.add_race(&race);
        }
        report
    }

    /// Judges the answer of an explorer of another system than the machine, to a question for these
    /// properties. Its counterexamples are replayed on `system`; `world` are assumptions about the
    /// world of the program.
    pub fn judge_on<S: Temporal>(
        self,
        engine: &'static str,
        properties: PropertySet,
        system: &mut S,
        world: Vec<Assumption>,
    ) -> Report {
        self.settle(engine, properties, &mut SystemBench { system }, |_| (world, None))
    }

    /// Makes a report of the answer. Claims that something goes wrong are tried on the bench;
    /// then the world's assumptions are asked for, and one that came up there.
    fn settle<B: Bench>(
        self,
        engine: &'static str,
        properties: PropertySet,
        bench: &mut B,
        world: impl FnOnce(&mut B) -> (Vec<Assumption>, Option<Assumption>),
    ) -> Report {
        let Answer {
            claim,
            mut machine,
            propositions,
            has_formulas,
            omission,
            mut unlisted,
            unsettled,
            method,
            mut assumptions,
            vacuity,
            race: _,
            statistics,
            checkpoint,
        } = self;
        let looked_for = match claim {
            Claim::Complete | Claim::Counterexamples(_) | Claim::Witness(_) => properties,
            Claim::Within { .. } | Claim::Open(_) => {
                unsettled.iter().fold(properties, PropertySet::without)
            }
        };
        let mut obstacle = None;
        let verdict = match claim {
            Claim::Complete => Verdict::Verified,
            Claim::Within { .. } if looked_for == PropertySet::EMPTY => Verdict::Unknown(Unknown {
                kind: UnknownKind::Limit,
                reason: "what is asked for is not settled within a bound".to_owned(),
                place: None,
            }),
            Claim::Within { bounds, .. } if bounds.is_empty() => {
                internal("the engine names no bound of its answer".to_owned())
            }
            Claim::Within { bounds, obstacle: reason } => {
                obstacle = reason;
                Verdict::Bounded(bounds)
            }
            Claim::Open(Obstacle::Limit(limit)) => Verdict::Stopped(limit),
            Claim::Open(Obstacle::Unknown(unknown)) => Verdict::Unknown(unknown),
            Claim::Counterexamples(found) if found.is_empty() => {
                internal("the engine names no run that goes wrong".to_owned())
            }
            Claim::Counterexamples(found) => match bench.admit(&machine, found) {
                Ok((admitted, unreplayed)) => {
                    unlisted.unreplayed.extend(unreplayed);
                    Verdict::Violation(admitted)
                }
                Err(unknown) => Verdict::Unknown(unknown),
            },
            Claim::Witness(witness) => {
                let replayed = bench.replay_witness(&mut machine, &witness);
                replayed.map_or_else(Verdict::Unknown, |found| Verdict::Violation(vec![found]))
            }
        };
        let caveats = vacuity.into_iter().filter(|_| verdict == Verdict::Verified).collect();
        let mut all = vec![Assumption::LookedFor(looked_for)];
        all.extend(method);
        let (world, open_branches) = world(bench);
        assumptions.extend(open_branches);
        all.extend(world);
        if matches!(verdict, Verdict::Bounded(_)) {
            all.push(Assumption::Bounds);
        }
        all.extend(assumptions);
        Report {
            engine,
            verdict,
            obstacle,
            omission,
            unlisted,
            machine,
            propositions,
            has_formulas,
            assumptions: all,
            caveats,
            race: None,
            statistics,
            checkpoint,
        }
    }
}

/// A place where claims are tried.
trait Bench {
    /// Lets counterexamples pass whose runs show what they should.
    fn admit(
        &mut self,
        options: &heddle_machine::Options,
        found: Vec<Counterexample>,
    ) -> Result<(Vec<Counterexample>, Vec<Unknown>), Unknown>;

    /// Makes a counterexample of a witness; the options become those that it needs.
    fn replay_witness(
        &mut self,
        options: &mut heddle_machine::Options,
        witness: &Witness,
    ) -> Result<Counterexample, Unknown>;
}

/// Machines of a program.
struct MachineBench<'a> {
    program: &'a Program,
    /// The assumption that the run of a witness rests on, if it does.
    open_branches: Option<Assumption>,
}

impl Bench for MachineBench<'_> {
    fn admit(
        &mut self,
        options: &heddle_machine::Options,
        found: Vec<Counterexample>,
    ) -> Result<(Vec<Counterexample>, Vec<Unknown>), Unknown> {
        replay(self.program, options.clone(), |machine| gate::admit(machine, found))
    }

    fn replay_witness(
        &mut self,
        options: &mut heddle_machine::Options,
        witness: &Witness,
    ) -> Result<Counterexample, Unknown> {
        *options = gate::replay_options(options.clone(), witness);
        replay(self.program, options.clone(), |machine| {
            let found = gate::replay_witness(machine, witness);
            self.open_branches = Assumption::open_branches(machine.open_branches());
            found.map_err(|error| unknown(error.to_string()))
        })
    }
}

/// A system that is no machine, and makes schedules again.
struct SystemBench<'a, S> {
    system: &'a mut S,
}

impl<S: Temporal> Bench for SystemBench<'_, S> {
    fn admit(
        &mut self,
        _options: &heddle_machine::Options,
        found: Vec<Counterexample>,
    ) -> Result<(Vec<Counterexample>, Vec<Unknown>), Unknown> {
        gate::admit(self.system, found)
    }

    fn replay_witness(
        &mut self,
        _options: &mut heddle_machine::Options,
        _witness: &Witness,
    ) -> Result<Counterexample, Unknown> {
        Err(unknown("a run that is told by instructions needs a machine".to_owned()))
    }
}

/// A race that was met on a machine, or is met there now. Whatever else a run shows is no matter
/// of a note.
fn met(race: NotedRace, program: &Program, options: &heddle_machine::Options) -> Option<Violation> {
    let witness = match race {
        NotedRace::Met(race) => return Some(race),
        NotedRace::Witness(witness) => witness,
    };
    let properties = options.properties.with(Property::DataRace);
    let options = heddle_machine::Options { properties, ..options.clone() };
    let mut machine = Machine::new(program, gate::replay_options(options, &witness)).ok()?;
    let found = gate::replay_witness(&mut machine, &witness).ok()?.violation;
    (found.property() == Property::DataRace).then_some(found)
}

/// Makes runs again on a machine of their own.
fn replay<T>(
    program: &Program,
    options: heddle_machine::Options,
    make: impl FnOnce(&mut Machine<'_>) -> Result<T, Unknown>,
) -> Result<T, Unknown> {
    let mut machine = Machine::new(program, options).map_err(|error| unknown(error.to_string()))?;
    make(&mut machine)
}

/// No answer, because of a bug of heddle's.
fn internal(reason: String) -> Verdict {
    Verdict::Unknown(unknown(reason))
}

fn unknown(reason: String) -> Unknown {
    Unknown { kind: UnknownKind::Internal, reason, place: None }
}
