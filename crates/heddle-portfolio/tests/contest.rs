//! Contests of engines that do as they are told: who is asked, when, and whose answer counts.

use std::slice;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use heddle_engine::{
    Answer, CancelToken, Capabilities, Caveat, Channel, Claim, Engine, EngineError, Formulas,
    NotedRace, Question, Statistics, Subject, World,
};
use heddle_model::{
    AccessKind, Bound, BoundKind, Finding, Limit, Limits, Obstacle, Property, PropertySet,
    RacingAccess, Supervisor, ThreadId, Unknown, UnknownKind, Verdict, Violation,
};
use heddle_portfolio::{Ending, Outcome, check};
use heddle_testkit::program::{Runtime, program};

/// A thing that an engine of these tests does.
#[derive(Clone)]
enum Act {
    /// Works for so many looks at its supervisor, and stops if it is told to.
    Work(u32),
    /// Works until it is told to stop.
    WorkOn,
    /// Works for so many looks, each after so much work.
    WorkHard(u32, u64),
    /// Does nothing for so long.
    Rest(Duration),
    /// Meets something that it cannot follow.
    GiveUpProof,
    /// Comes across a data race that nobody asked for.
    MeetRace,
    /// Looks whether such a race is known.
    AskForRace,
    /// Asks for its share of a limit on memory, and requires it to be this.
    Share(u64),
    /// Fails in a way that it should not.
    Panic,
    /// Answers.
    Claim(Claim),
}

/// Names of engines, in the order in which each has looked at its supervisor.
type Log = Arc<Mutex<Vec<&'static str>>>;

struct Scripted {
    name: &'static str,
    script: Vec<Act>,
    takes: &'static [Property],
    wide_inputs: bool,
    is_companion: bool,
    log: Log,
}

impl Engine for Scripted {
    fn name(&self) -> &'static str {
        self.name
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            properties: self.takes,
            formulas: false,
            invariants: false,
            all_violations: false,
            states: false,
            wide_inputs: self.wide_inputs,
            is_companion: self.is_companion,
            pointer_bytes: &[8],
        }
    }

    fn recurses(&self) -> bool {
        false
    }

    fn check(
        &mut self,
        _: &Subject,
        _: &Question,
        channel: &mut Channel<'_>,
    ) -> Result<Answer, EngineError> {
        let race = self.script.iter().any(|act| matches!(act, Act::MeetRace)).then(race);
        let answer = |claim| {
            let machine = heddle_machine::Options::default();
            let race = race.clone().map(NotedRace::Met);
            Ok(Answer { race, ..Answer::new(claim, machine, Statistics::default()) })
        };
        let supervisor = Arc::clone(channel.supervisor());
        let look_after = |work| {
            self.log.lock().unwrap().push(self.name);
            supervisor.is_cancelled_after(work)
        };
        let look = || {
            self.log.lock().unwrap().push(self.name);
            supervisor.is_cancelled()
        };
        for act in &self.script {
            let is_stopped = match act {
                Act::Work(looks) => (0..*looks).any(|_| look()),
                Act::WorkOn => loop {
                    if look() {
                        break true;
                    }
                    std::thread::sleep(Duration::from_millis(1));
                },
                Act::WorkHard(looks, work) => (0..*looks).any(|_| look_after(*work)),
                Act::Rest(time) => {
                    std::thread::sleep(*time);
                    false
                }
                Act::MeetRace => {
                    channel.lessons().note_race();
                    false
                }
                Act::AskForRace => {
                    let has_race = channel.lessons().has_race();
                    self.log.lock().unwrap().push(if has_race { "a race" } else { "no race" });
                    false
                }
                Act::Share(share) => {
                    assert_eq!(supervisor.share_of_memory(1000), *share, "{}", self.name);
                    false
                }
                Act::GiveUpProof => {
                    supervisor.give_up_proof(&unknown(UnknownKind::OpenValue));
                    look()
                }
                Act::Panic => panic!("as it was told to"),
                Act::Claim(claim) => return answer(claim.clone()),
            };
            if is_stopped {
                return answer(Claim::Open(Limit::Cancelled.into()));
            }
        }
        answer(Claim::Open(Limit::Time.into()))
    }
}

fn race() -> Violation {
    let access = |number| RacingAccess {
        thread: ThreadId(number),
        access: AccessKind::Write,
        line: Some(number),
    };
    let finding =
        Finding::DataRace { first: access(0), second: access(1), object: "hint".to_owned() };
    Violation { finding, place: None, thread: None, related: Vec::new() }
}

fn unknown(kind: UnknownKind) -> Unknown {
    Unknown { kind, reason: "so it is".to_owned(), place: None }
}

fn open(kind: UnknownKind) -> Act {
    Act::Claim(Claim::Open(Obstacle::Unknown(unknown(kind))))
}

fn within(kinds: &[(BoundKind, u64)]) -> Act {
    let bounds = kinds.iter().map(|&(kind, number)| Bound::of_runs(kind, number)).collect();
    Act::Claim(Claim::Within { bounds, obstacle: None })
}

/// Two engines, and whoever watches them.
struct Contest {
    engines: Vec<Scripted>,
    log: Log,
    workers: usize,
    user: CancelToken,
    text: &'static str,
}

impl Contest {
    fn new(first: &[Act], second: &[Act]) -> Contest {
        let log = Log::default();
        let engine = |name, script: &[Act], wide_inputs| Scripted {
            name,
            script: script.to_vec(),
            takes: Property::ALL,
            wide_inputs,
            is_companion: false,
            log: Arc::clone(&log),
        };
        let engines = vec![engine("first", first, false), engine("second", second, true)];
        let text =
            "unsigned __heddle_choose(unsigned); int main(void) { return __heddle_choose(2); }";
        Contest { engines, log, workers: 2, user: CancelToken::default(), text }
    }

    /// The same, with a third engine that is a companion.
    fn with_companion(mut self, script: &[Act]) -> Contest {
        let script = script.to_vec();
        let (takes, log) = (Property::ALL, Arc::clone(&self.log));
        let (wide_inputs, is_companion) = (false, true);
        let engine = Scripted { name: "third", script, takes, wide_inputs, is_companion, log };
        self.engines.push(engine);
        self
    }

    fn run(self) -> Result<(Outcome, Vec<&'static str>), EngineError> {
        let native = program(&[("a.c", self.text)], &[], Runtime::Nothing);
        let subject = Subject::new(native, || unreachable!("no engine here has models"));
        let question = Question {
            properties: PropertySet::default(),
            named: PropertySet::EMPTY,
            formulas: Formulas::default(),
            world: World::default(),
            level: "-O0".to_owned(),
            is_optimized: false,
            all_violations: false,
            limits: Limits::default(),
            workers: self.workers,
            seed: 0,
        };
        let engines = self.engines.into_iter().map(|engine| Box::new(engine) as Box<dyn Engine>);
        let user: Arc<dyn Supervisor> = Arc::new(self.user);
        let outcome = check(engines.collect(), &subject, &question, &user, &mut |_, _| {})?;
        let log = self.log.lock().unwrap().clone();
        Ok((outcome, log))
    }
}

fn ending<'a>(outcome: &'a Outcome, engine: &str) -> &'a Ending {
    let account = outcome.accounts.iter().find(|account| account.engine == engine);
    &account.expect("each engine has an account").ending
}

#[test]
fn an_answer_in_no_time_is_of_one_engine() {
    for workers in [1, 2] {
        let script = [Act::Work(10), Act::Claim(Claim::Complete)];
        let contest = Contest { workers, ..Contest::new(&script, &[Act::WorkOn]) };
        let (outcome, log) = contest.run().unwrap();
        assert_eq!((outcome.report.engine, &outcome.report.verdict), ("first", &Verdict::Verified));
        assert!(matches!(ending(&outcome, "second"), Ending::NotAsked), "{workers} workers");
        assert_eq!(log, ["first"; 10]);
    }
}

#[test]
fn the_second_is_asked_at_once_if_the_first_cannot_go_on() {
    for workers in [1, 2] {
        let first = [Act::Work(10), Act::GiveUpProof, Act::WorkOn];
        let second = [Act::Work(10), Act::Claim(Claim::Complete)];
        let contest = Contest { workers, ..Contest::new(&first, &second) };
        let (outcome, log) = contest.run().unwrap();
        assert_eq!(outcome.report.engine, "second");
        assert!(matches!(ending(&outcome, "first"), Ending::Overtaken(_)));
        assert_eq!(log.iter().filter(|name| **name == "second").count(), 10);
    }
}

/// A program that may create threads.
const THREADS: &str = r"
void __heddle_thread_create(void *(*)(void *), void *, int, unsigned long *);
void __heddle_thread_main(void *(*run)(void *), void *argument) { run(argument); }
static void *run(void *argument) { return argument; }
int main(void) {
    unsigned long id;
    __heddle_thread_create(run, 0, 0, &id);
    return 0;
}
";

#[test]
fn a_companion_is_asked_beside_the_others_if_there_are_threads() {
    for workers in [1, 2] {
        let answers = [Act::Claim(Claim::Complete)];
        let others = if workers == 1 { [Act::Work(1 << 20)] } else { [Act::WorkOn] };
        let contest = Contest { workers, text: THREADS, ..Contest::new(&others, &others) };
        let (outcome, _) = contest.with_companion(&answers).run().unwrap();
        assert_eq!(outcome.report.engine, "third", "{workers} workers");
        assert!(matches!(ending(&outcome, "second"), Ending::Overtaken(_)));
    }
}

#[test]
fn nothing_is_said_of_a_companion_where_there_are_no_threads() {
    let answers = [Act::Claim(Claim::Complete)];
    let cannot = [open(UnknownKind::Unsupported)];
    let (outcome, log) = Contest::new(&cannot, &cannot).with_companion(&answers).run().unwrap();
    assert_eq!(outcome.accounts.len(), 2);
    assert!(!log.contains(&"third") && matches!(outcome.report.verdict, Verdict::Unknown(_)));
}

#[test]
fn what_one_has_learned_the_other_knows() {
    for (learns, expected) in [(true, "a race"), (false, "no race")] {
        let first = [Act::MeetRace, Act::GiveUpProof, Act::WorkOn];
        let second = [Act::AskForRace, Act::Claim(Claim::Complete)];
        let (outcome, log) = Contest::new(&first[usize::from(!learns)..], &second).run().unwrap();
        assert_eq!(outcome.report.engine, "second");
        assert!(log.contains(&expected), "{log:?}");
    }
}

#[test]
fn the_second_is_asked_when_the_first_has_had_its_time() {
    for workers in [1, 2] {
        let second = [Act::Claim(Claim::Complete)];
        let first = if workers == 1 { [Act::Work(1 << 20)] } else { [Act::WorkOn] };
        let contest = Contest { workers, ..Contest::new(&first, &second) };
        let (outcome, _) = contest.run().unwrap();
        assert_eq!(outcome.report.engine, "second", "{workers} workers");
    }
}

/// A program that has one run.
const ONE_RUN: &str = "int main(void) { return 0; }";

#[test]
fn the_first_is_enough_for_a_program_with_one_run() {
    // More than a turn, or than the time after which others begin.
    for (workers, work) in [(1, Act::Work(1 << 20)), (2, Act::Rest(Duration::from_millis(1100)))] {
        let first = [work, Act::Work(1), Act::Claim(Claim::Complete)];
        let contest = Contest { workers, text: ONE_RUN, ..Contest::new(&first, &[Act::WorkOn]) };
        let (outcome, log) = contest.run().unwrap();
        assert_eq!(outcome.report.engine, "first", "{workers} workers");
        assert!(!log.contains(&"second") && !log.is_empty());
    }
}

#[test]
fn the_others_are_asked_about_a_program_with_one_run_if_the_first_cannot_go_on() {
    for workers in [1, 2] {
        let second = [Act::Work(10), Act::Claim(Claim::Complete)];
        for first in [vec![Act::GiveUpProof, Act::WorkOn], vec![open(UnknownKind::Unsupported)]] {
            let contest = Contest { workers, text: ONE_RUN, ..Contest::new(&first, &second) };
            let (outcome, _) = contest.run().unwrap();
            assert_eq!(outcome.report.engine, "second", "{workers} workers");
        }
    }
}

#[test]
fn engines_that_take_turns_do_so_in_the_same_way_every_time() {
    let run = || {
        let first = [Act::Work(30_000), open(UnknownKind::Unsupported)];
        let second = [Act::Work(20_000), Act::Claim(Claim::Complete)];
        let contest = Contest { workers: 1, ..Contest::new(&first, &second) };
        contest.run().unwrap().1
    };
    let log = run();
    assert_eq!(log.iter().filter(|name| **name == "second").count(), 20_000);
    assert!(log.windows(2).filter(|pair| pair[0] != pair[1]).count() >= 3, "they take turns");
    assert_eq!(log, run());
}

#[test]
fn turns_are_as_long_as_the_work_that_is_done_in_them() {
    let first = [Act::WorkHard(1000, 10_000), open(UnknownKind::Unsupported)];
    let second = [Act::WorkHard(10_000, 1000), Act::Claim(Claim::Complete)];
    let contest = Contest { workers: 1, ..Contest::new(&first, &second) };
    let (outcome, log) = contest.run().unwrap();
    assert_eq!(outcome.report.engine, "second");
    // While the first has looked once, the second has ten times.
    let until = log.iter().rposition(|name| *name == "first").unwrap();
    let (mine, theirs): (Vec<&str>, Vec<&str>) =
        log[..until].iter().partition(|name| **name == "first");
    assert!(theirs.len() >= 9 * mine.len(), "{} and {}", mine.len(), theirs.len());
}

#[test]
fn a_race_that_the_overtaken_engine_has_met_is_told_beside_the_proof() {
    for workers in [1, 2] {
        let first = [Act::MeetRace, Act::GiveUpProof, Act::WorkOn];
        let contest = Contest { workers, ..Contest::new(&first, &[Act::Claim(Claim::Complete)]) };
        let (outcome, _) = contest.run().unwrap();
        assert_eq!(outcome.report.engine, "second");
        assert_eq!(outcome.report.caveats, [Caveat::DataRace(race())], "{workers} workers");
        let unknown = [open(UnknownKind::Unsupported)];
        let contest = Contest::new(&[Act::MeetRace, open(UnknownKind::OpenValue)], &unknown);
        assert_eq!(contest.run().unwrap().0.report.caveats, []);
    }
}

#[test]
fn an_engine_that_is_alone_gets_all_memory() {
    for workers in [1, 2] {
        let unknown = || open(UnknownKind::Unsupported);
        // The first leaves some to the other until that has ended.
        let first = [Act::Share(750), Act::GiveUpProof, Act::Work(1), unknown()];
        let second = [Act::Share(1000), unknown()];
        Contest { workers, ..Contest::new(&first, &second) }.run().unwrap();
        let mut contest = Contest::new(&[Act::Share(1000), unknown()], &[]);
        contest.engines.truncate(1);
        Contest { workers, ..contest }.run().unwrap();
    }
}

#[test]
fn programs_with_inputs_and_no_threads_are_for_the_one_that_takes_them() {
    let answer = [Act::Claim(Claim::Complete)];
    let text =
        "unsigned long __heddle_nondet(unsigned); int main(void) { return __heddle_nondet(32); }";
    let contest = Contest { text, ..Contest::new(&answer, &answer) };
    assert_eq!(contest.run().unwrap().0.report.engine, "second");
}

#[test]
fn of_engines_that_do_not_know_the_one_that_knows_most_is_shown() {
    let rounds = |rounds| within(&[(BoundKind::LoopRounds, rounds)]);
    let both = within(&[(BoundKind::LoopRounds, 64), (BoundKind::ContextSwitches, 9)]);
    let crossed = |[rounds, switches]: [u64; 2]| {
        within(&[(BoundKind::LoopRounds, rounds), (BoundKind::ContextSwitches, switches)])
    };
    let limit = Act::Claim(Claim::Open(Limit::Time.into()));
    let cases = [
        (open(UnknownKind::OpenValue), rounds(2), "second"),
        (rounds(2), limit.clone(), "first"),
        (rounds(2), rounds(4), "second"),
        (rounds(4), rounds(2), "first"),
        (both, rounds(2), "second"),
        // Neither says more, whatever the numbers are: the first counts.
        (rounds(2), within(&[(BoundKind::Preemptions, 9)]), "first"),
        (within(&[(BoundKind::Steps, 2)]), rounds(9), "first"),
        (crossed([4, 9]), crossed([5, 2]), "first"),
        (crossed([4, 2]), crossed([4, 3]), "second"),
        // States that are told apart by a hash are missed by accident only.
        (rounds(32), within(&[(BoundKind::HashBits, 3), (BoundKind::FieldBits, 3)]), "second"),
        (open(UnknownKind::OpenValue), limit.clone(), "second"),
        (open(UnknownKind::OpenValue), open(UnknownKind::Unsupported), "first"),
        (open(UnknownKind::Internal), Act::Claim(Claim::Complete), "first"),
        (open(UnknownKind::Refused), Act::Claim(Claim::Complete), "first"),
        (open(UnknownKind::UndefinedBehavior), Act::Claim(Claim::Complete), "first"),
        (open(UnknownKind::Unsupported), Act::Claim(Claim::Complete), "second"),
    ];
    for (position, (first, second, shown)) in cases.into_iter().enumerate() {
        for workers in [1, 2] {
            let (first, second) = (slice::from_ref(&first), slice::from_ref(&second));
            let contest = Contest { workers, ..Contest::new(first, second) };
            let (outcome, _) = contest.run().unwrap();
            assert_eq!(outcome.report.engine, shown, "case {position}, {workers} workers");
            let other = if shown == "first" { "second" } else { "first" };
            assert!(matches!(ending(&outcome, other), Ending::Ended(_)), "case {position}");
        }
    }
}

#[test]
fn whoever_does_not_take_the_question_is_not_asked() {
    let mut contest = Contest::new(&[Act::Claim(Claim::Complete)], &[Act::Claim(Claim::Complete)]);
    contest.engines[0].takes = &[Property::Assertion];
    let (outcome, _) = contest.run().unwrap();
    assert_eq!(outcome.report.engine, "second");
    assert!(matches!(ending(&outcome, "first"), Ending::Refused(_)));
    let mut contest = Contest::new(&[], &[]);
    for engine in &mut contest.engines {
        engine.takes = &[Property::Assertion];
    }
    match contest.run() {
        Err(EngineError::Refused(refusal)) => assert_eq!(refusal.engine, "first"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_user_ends_all_of_them() {
    for workers in [1, 2] {
        let contest = Contest::new(&[Act::GiveUpProof, Act::WorkOn], &[Act::WorkOn]);
        let (user, log) = (contest.user.clone(), Arc::clone(&contest.log));
        let ender = std::thread::spawn(move || {
            while log.lock().unwrap().is_empty() {
                std::thread::sleep(Duration::from_millis(1));
            }
            user.cancel();
        });
        let (outcome, _) = Contest { workers, ..contest }.run().unwrap();
        ender.join().unwrap();
        assert_eq!(outcome.report.verdict, Verdict::Stopped(Limit::Cancelled));
    }
}

#[test]
fn a_panic_ends_all_of_them() {
    for workers in [1, 2] {
        for (first, second) in [(Act::Panic, Act::WorkOn), (Act::WorkOn, Act::Panic)] {
            let acts = [Act::GiveUpProof, first];
            let contest = Contest { workers, ..Contest::new(&acts, &[second]) };
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| contest.run()));
            assert!(ended.is_err(), "{workers} workers");
        }
    }
}
