//! The program's own measure of how promising a state is.

use heddle_model::{Guided, TransitionSystem};

use crate::kit::{machine, program, walk};

#[test]
fn the_metric_is_that_of_the_loaded_state() {
    let program = program(
        "#include <heddle.h>
        short progress = 5;
        int main(void)
        {
            heddle_metric(&progress);
            progress = -7;
            progress = 300;
            return 0;
        }",
    );
    let mut machine = machine(&program, &[]);
    let mut states = Vec::new();
    walk(&mut machine, 1000, |machine| {
        let mut words = Vec::new();
        machine.save(&mut words);
        states.push((words, machine.metric()));
    });
    let metrics: Vec<i64> = states.iter().map(|(_, metric)| *metric).collect();
    let mut different = metrics.clone();
    different.dedup();
    assert_eq!(different, [0, 5, -7, 300], "none before it is registered");
    for (words, metric) in states.iter().rev() {
        machine.load(words);
        assert_eq!(machine.metric(), *metric);
    }
}
