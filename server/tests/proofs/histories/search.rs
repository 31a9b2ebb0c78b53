//! Linearizability by Porcupine's method (Wing and Gong, with Lowe's memoization): is there an order of the calls, each at a moment between
//! its begin and its end, in which every answer is possible?
//!
//! Calls without an effect are put into the order as soon as they fit, which never prevents a solution. Only the order of changes has to be
//! searched.

use std::collections::{BTreeSet, HashSet};

use super::history::{Call, Outcome};
use super::model::Practice;

/// More than any history with few callers needs.
const MOST_STEPS: usize = 20_000_000;

/// How many calls before the first unexplained one are printed.
const TOLD: usize = 40;

/// A prefix of an order: the model's state after it, and which calls are in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Begun {
    practice: Practice,
    /// All calls before this one are in it…
    low: usize,
    /// …and these later ones.
    later: BTreeSet<usize>,
}

/// A candidate for the next call, and whether it took effect.
#[derive(Debug, Clone, Copy)]
struct Next {
    call: usize,
    happened: bool,
}

/// Why there is no such order: the calls that remain after the longest prefix that was found.
pub fn find_order(mut calls: Vec<Call>) -> Result<(), String> {
    calls.sort_by_key(|call| call.begin);
    let mut search = Search { calls, hopeless: HashSet::new() };
    let first = search.settled(Begun { practice: Practice::default(), low: 0, later: BTreeSet::new() });
    let mut furthest = first.clone();
    let mut path = vec![(search.next(&first), first)];
    let mut steps = 0;
    while let Some((untried, begun)) = path.last_mut() {
        if begun.low == search.calls.len() {
            return Ok(());
        }
        let Some(next) = untried.pop() else {
            search.hopeless.extend(path.pop().map(|(_, begun)| begun));
            continue;
        };
        let Some(longer) = search.with(begun, next).filter(|longer| !search.hopeless.contains(longer)) else {
            continue;
        };
        if longer.length() > furthest.length() {
            furthest = longer.clone();
        }
        path.push((search.next(&longer), longer));
        steps += 1;
        if steps == MOST_STEPS {
            return Err("no order was found in time".into());
        }
    }
    Err(search.explain(&furthest))
}

impl Begun {
    fn length(&self) -> usize {
        self.low + self.later.len()
    }

    fn holds(&self, call: usize) -> bool {
        call < self.low || self.later.contains(&call)
    }

    fn add(&mut self, call: usize) {
        self.later.insert(call);
        while self.later.remove(&self.low) {
            self.low += 1;
        }
    }
}

struct Search {
    /// By their begin.
    calls: Vec<Call>,
    /// Prefixes without a solution.
    hopeless: HashSet<Begun>,
}

impl Search {
    /// The candidates for the next call: no other remaining call had ended before they began.
    fn open(&self, begun: &Begun) -> Vec<usize> {
        let (mut open, mut first_end) = (Vec::new(), u64::MAX);
        for (number, call) in self.calls.iter().enumerate().skip(begun.low) {
            if call.begin > first_end {
                break;
            }
            if !begun.holds(number) {
                first_end = first_end.min(call.end);
                open.push(number);
            }
        }
        open.retain(|number| self.calls[*number].begin <= first_end);
        open
    }

    /// With every call in it that has no effect and fits here.
    fn settled(&self, mut begun: Begun) -> Begun {
        loop {
            let fits = |number: &usize| {
                let Call { deed, outcome, .. } = &self.calls[*number];
                begun.practice.explains(deed, *outcome)
            };
            let fitting: Vec<usize> = self.open(&begun).into_iter().filter(fits).collect();
            if fitting.is_empty() {
                return begun;
            }
            for number in fitting {
                begun.add(number);
            }
        }
    }

    /// The last of these is tried first: calls in the order of their answers. That a call without an answer had no effect is tried only if
    /// nothing else helps.
    fn next(&self, begun: &Begun) -> Vec<Next> {
        let mut open = self.open(begun);
        open.retain(|number| !self.calls[*number].deed.only_looks());
        open.sort_by_key(|number| std::cmp::Reverse(self.calls[*number].end));
        let is = |number: &usize, outcome| self.calls[*number].outcome == outcome;
        let unknown = open.iter().filter(|number| is(number, Outcome::Unknown));
        let mut next: Vec<Next> = unknown.clone().map(|call| Next { call: *call, happened: false }).collect();
        next.extend(unknown.map(|call| Next { call: *call, happened: true }));
        let done = open.iter().filter(|number| is(number, Outcome::Done));
        next.extend(done.map(|call| Next { call: *call, happened: true }));
        next
    }

    fn with(&self, begun: &Begun, Next { call, happened }: Next) -> Option<Begun> {
        let practice = if happened { begun.practice.after(&self.calls[call].deed)? } else { begun.practice.clone() };
        let mut longer = Begun { practice, ..begun.clone() };
        longer.add(call);
        Some(self.settled(longer))
    }

    fn explain(&self, furthest: &Begun) -> String {
        let open = self.open(furthest);
        let tell = |number: usize| format!("  {:?}", self.calls[number]);
        let stuck: Vec<String> = open.iter().map(|number| tell(*number)).collect();
        let before = (0..open.first().copied().unwrap_or_default()).rev();
        let before = before.filter(|number| !self.calls[*number].deed.only_looks()).take(TOLD);
        let before: Vec<String> = before.map(tell).collect();
        format!(
            "{} of {} calls have an order; then none of these fits:\n{}\nwhere {:?}\nThe latest calls before them:\n{}",
            furthest.length(),
            self.calls.len(),
            stuck.join("\n"),
            furthest.practice,
            before.join("\n"),
        )
    }
}
