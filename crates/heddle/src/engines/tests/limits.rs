//! Limits that come while an engine looks for what should be known beside its proof.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use heddle_bmc::{Bmc, Options};
use heddle_engine::{Channel, Report};
use heddle_model::{Limit, Supervisor, Verdict};

use super::kit::Checked;

/// A program with an assumption that no run meets, and a race.
const EMPTY: &str = r"
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static unsigned shared;
static void *write(void *argument) { shared = 1; return argument; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, write, 0);
    unsigned x = __VERIFIER_nondet_uint();
    shared = 2;
    pthread_join(thread, 0);
    __VERIFIER_assume(x * x == 3);
    return 0;
}
";

/// Someone who stops an engine when it has looked so many times.
#[derive(Debug)]
struct Impatient {
    looks: AtomicU64,
    most: u64,
}

impl Supervisor for Impatient {
    fn is_cancelled(&self) -> bool {
        self.looks.fetch_add(1, Ordering::SeqCst) >= self.most
    }
}

/// The report of an engine that may look so many times, and how often it has looked.
fn check(checked: &Checked, most: u64) -> (Report, u64) {
    let supervisor = Arc::new(Impatient { looks: AtomicU64::new(0), most });
    let mut tell = |_: &heddle_engine::Progress<'_>| {};
    let mut channel = Channel::new(Arc::clone(&supervisor) as Arc<dyn Supervisor>, &mut tell);
    let mut engine = Bmc::new(Options::default());
    let question = checked.question();
    let report = heddle_engine::check(&mut engine, &checked.subject, &question, &mut channel);
    (report.unwrap(), supervisor.looks.load(Ordering::SeqCst))
}

#[test]
fn a_limit_takes_notes_from_a_proof_and_not_the_proof() {
    let checked = Checked::new(EMPTY, &[]);
    let (whole, looks) = check(&checked, u64::MAX);
    assert_eq!((whole.verdict, whole.caveats.len()), (Verdict::Verified, 2));
    let mut proofs = Vec::new();
    for most in 0..looks {
        let report = check(&checked, most).0;
        match report.verdict {
            Verdict::Verified => proofs.push(report.caveats.len()),
            other => assert_eq!(other, Verdict::Stopped(Limit::Cancelled), "after {most} looks"),
        }
    }
    // Notes come one after the other, and the proof is there before.
    assert!(proofs.is_sorted(), "{proofs:?}");
    assert_eq!(proofs.first(), Some(&0), "{proofs:?}");
}
