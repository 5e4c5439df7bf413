//! Jobs: parts of a path that are given away, and ways to those that are taken.

use heddle_model::{Reducible, Temporal};

use crate::explorer::Explorer;
use crate::frontier::{Branch, Job, NodeId, OpenPath};
use crate::path::Event;
use crate::wakeup::{NONE, Step, Taken};

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Lays open the path up to a node, with the branches that are left there.
    pub(crate) fn lay_open(&mut self, last: usize) {
        let nodes = self.above.len()..=last;
        self.asleep.extend(nodes.clone().map(|node| self.path.sleep(node).len()));
        let open = OpenPath { path: self.path.up_to(last), asleep: self.asleep.clone() };
        let steps = nodes.map(|node| {
            let Event { choice, slot, footprint, .. } = self.path.events[node];
            let list = std::mem::replace(&mut self.path.nodes[node].tree, NONE);
            (Step { choice, slot, footprint }, list)
        });
        let steps: Vec<(Step, u32)> = steps.collect();
        self.above.extend(self.crew.lay_open(self.job, open, &steps, &mut self.trees));
        self.job = self.above.pop().unwrap_or(self.job);
    }

    /// Makes the path to a job; returns false if there is nothing to do.
    pub(crate) fn go_to(&mut self, job: Job) -> bool {
        let Job { node, above, start } = job;
        self.footprints.update();
        self.slots.update();
        if self.prologue.is_empty() {
            self.prologue = self.crew.prologue.get().cloned().unwrap_or_default();
        }
        self.job = node;
        let common = self.above.iter().zip(&above).take_while(|(a, b)| a == b).count();
        match start {
            Some((open, at)) if common <= at => {
                self.path = open.path.up_to(at);
                self.asleep = open.asleep[..=at].to_vec();
                self.above = above[..=at].to_vec();
                self.is_loaded = false;
                self.index_nodes();
            }
            _ => {
                while self.path.nodes.len() > common && self.go_back() {}
                self.above.truncate(common);
                self.asleep.truncate(common);
            }
        }
        let from = self.above.len();
        let mut way = above[from..].iter().copied().chain([node]);
        let is_there = way.all(|next| self.follow(next)) && self.above.len() == self.path.top();
        is_there || self.is_cut
    }

    /// Makes the step to the next node on the way to the job, if it can be made; returns false if the way ends
    /// there.
    fn follow(&mut self, next: NodeId) -> bool {
        let Some(Branch { step, mut left }) = self.crew.branch_to(next) else { return false };
        let top = self.path.top();
        for step in &mut left {
            let known = self.about_to_move(top, step.slot);
            step.footprint = self.footprints.union(known.pending, known.wait);
        }
        self.path.sleep_with(self.asleep[top], &left);
        if self.is_asleep(top, step.choice) {
            self.count(false);
            return false;
        }
        let known = self.path.slot(top, step.slot);
        if step.choice.alternative >= known.ways || known.is_dead {
            self.crew.skip(next);
            return true;
        }
        self.advance(Taken { step, below: NONE });
        let goes_on = !self.is_cut && !self.is_satisfied();
        if goes_on && next != self.job {
            self.above.push(next);
            self.asleep.push(self.path.sleep(self.path.top()).len());
        }
        goes_on
    }
}
