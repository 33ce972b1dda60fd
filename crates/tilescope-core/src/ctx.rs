//! The context of work: memory, log, fuel and workers, and the division of work
//! among workers.

use std::sync::{Mutex, PoisonError};

use crate::bus::{Bus, Port};
use crate::fuel::{Fuel, OutOfFuel};
use crate::log::Log;
use crate::parallel::{Serial, Workers};

/// Everything that a unit uses besides its own state.
pub struct Ctx<'a, P: Port> {
    /// Memory.
    pub bus: Bus<'a>,
    /// The receiver of findings, events and counts.
    pub log: &'a mut Log<P>,
    /// The work that is still allowed.
    pub fuel: &'a mut Fuel,
    /// The workers that run independent parts.
    pub workers: &'a dyn Workers,
}

impl<'a, P: Port> Ctx<'a, P> {
    /// A context without other workers.
    pub fn serial(bus: Bus<'a>, log: &'a mut Log<P>, fuel: &'a mut Fuel) -> Self {
        Ctx {
            bus,
            log,
            fuel,
            workers: &Serial,
        }
    }
}

/// Calls `task` once with the index and value of each of `parts`, at the same time as
/// far as `workers` do so. Returns the results in the order of `parts`.
pub fn fan_out<T: Sync, R: Send>(
    workers: &dyn Workers,
    parts: &[T],
    task: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    if parts.len() < 2 {
        let parts = parts.iter().enumerate();
        return parts.map(|(i, part)| task(i, part)).collect();
    }
    let slots: Vec<Mutex<Option<R>>> = parts.iter().map(|_| Mutex::new(None)).collect();
    workers.run(parts.len(), &|i| {
        if let (Some(part), Some(slot)) = (parts.get(i), slots.get(i)) {
            let result = task(i, part);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    });
    let slots = slots.into_iter().zip(parts).enumerate();
    slots
        .map(|(i, (slot, part))| {
            let result = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
            result.unwrap_or_else(|| task(i, part))
        })
        .collect()
}

/// Runs `task` for each of `parts`, at the same time as far as the workers of `c` do
/// so, and passes the results to `take` in the order of `parts`.
///
/// Each task has a log of its own, which is appended to that of `c` before its result
/// is taken, and an equal share of the fuel, but at least `least` if that much is left:
/// the cost of other parts is unknown in advance. `take` is told whether the fuel that
/// is left covered what the part used. Logs, fuel and the order of calls of `take` do
/// not depend on the number of threads.
///
/// # Errors
/// The first error of `take`. Logs and results of later parts are dropped.
pub fn ordered<P: Port, T: Sync, R: Send, E>(
    c: &mut Ctx<'_, P>,
    parts: &[T],
    least: u64,
    task: impl Fn(usize, &T, &mut Ctx<'_, P>) -> R + Sync,
    mut take: impl FnMut(usize, R, Result<(), OutOfFuel>, &mut Ctx<'_, P>) -> Result<(), E>,
) -> Result<(), E> {
    let left = c.fuel.left();
    let share = left / parts.len().max(1) as u64;
    let budget = Fuel::new(share.max(left.min(least)));
    let (bus, parent) = (c.bus, &*c.log);
    let ran = fan_out(c.workers, parts, |i, part| {
        let (mut log, mut fuel) = (parent.child(), budget);
        let result = task(i, part, &mut Ctx::serial(bus, &mut log, &mut fuel));
        (result, log, budget.left() - fuel.left())
    });
    for (i, (result, log, used)) in ran.into_iter().enumerate() {
        c.log.append(log);
        let paid = c.fuel.take(used);
        take(i, result, paid, c)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Finding, Frame, Rule, Severity};
    use crate::memory::AddressSpace;
    use crate::observe::Recorder;

    #[derive(Clone, Copy, Debug)]
    struct One;

    impl Port for One {
        const ALL: &'static [Self] = &[One];

        fn name(self) -> &'static str {
            "one"
        }

        fn index(self) -> usize {
            0
        }
    }

    static RULE: Rule = Rule {
        id: "FAM-UNIT-001",
        severity: Severity::Corrupt,
        title: "something must hold of a word",
        hardware: "It does something else.",
        help: "Write something else.",
        source: "a document",
    };

    /// Runs tasks on threads of its own, the last ones first.
    struct Backwards(usize);

    impl Workers for Backwards {
        fn threads(&self) -> usize {
            self.0
        }

        fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
            std::thread::scope(|scope| {
                for first in 0..self.0 {
                    scope.spawn(move || {
                        let mine = (0..count).rev().filter(|i| i % self.0 == first);
                        mine.for_each(task);
                    });
                }
            });
        }
    }

    /// Findings, results and fuel of parts that cost as many units as their value, of
    /// which the one with value `bad` is refused.
    fn run(workers: &dyn Workers, parts: &[u64], bad: u64) -> (Vec<Finding>, Vec<u64>, u64) {
        let space = AddressSpace::new();
        let (mut log, mut fuel) = (Log::<One>::default(), Fuel::new(1000));
        let c = &mut Ctx {
            bus: Bus::new(&space),
            log: &mut log,
            fuel: &mut fuel,
            workers,
        };
        let mut taken = Vec::new();
        let result = ordered(
            c,
            parts,
            100,
            |i, part, c| {
                let draw = i as u32;
                c.log.find(&RULE, (draw, 0), |at| {
                    (at.inside(Frame::Draw(draw)), format!("part {i}"))
                });
                c.log.counters.add("parts", 1);
                c.fuel.take(*part).map(|()| 10 * part)
            },
            |i, result, paid, c| {
                taken.push(result.unwrap_or(0) + u64::from(paid.is_err()));
                c.log.counters.add("taken", 1);
                if parts[i] == bad { Err(()) } else { Ok(()) }
            },
        );
        assert_eq!(result.is_err(), parts.contains(&bad));
        let mut observer = Recorder::default();
        let counters = log.deliver(&mut observer);
        assert_eq!(counters.get("parts"), counters.get("taken"));
        (observer.findings, taken, fuel.left())
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let parts: Vec<u64> = (0..37).map(|i| i * i % 23).collect();
        let expected = run(&Serial, &parts, u64::MAX);
        assert_eq!(expected.0.len(), parts.len());
        let messages = expected.0.iter().map(|f| f.message.clone());
        assert!(messages.eq((0..37).map(|i| format!("part {i}"))));
        assert_eq!(expected.2, 1000 - parts.iter().sum::<u64>());
        for threads in [1, 2, 5, 64] {
            assert_eq!(run(&Backwards(threads), &parts, u64::MAX), expected);
        }
    }

    #[test]
    fn parts_after_an_error_leave_nothing() {
        for threads in [1, 3] {
            let (findings, taken, left) = run(&Backwards(threads), &[1, 2, 50, 4, 5], 50);
            assert_eq!((findings.len(), left), (3, 1000 - 53));
            assert_eq!(taken, [10, 20, 500]);
        }
    }

    #[test]
    fn each_part_gets_its_share_of_the_fuel_or_the_least() {
        // Fifty parts share 1000 units: 20 each, but at least 100.
        let parts = [99; 50];
        let (_, taken, left) = run(&Backwards(4), &parts, u64::MAX);
        assert_eq!(left, 0);
        assert!(taken[..10].iter().all(|t| *t == 990));
        assert!(taken[10..].iter().all(|t| *t == 991), "unpaid");
        // A part that needs more than its share runs out.
        let (_, taken, left) = run(&Serial, &[600, 1], u64::MAX);
        assert_eq!((taken, left), (vec![0, 10], 499));
    }

    #[test]
    fn tasks_that_workers_forget_run_anyway() {
        struct Lazy;
        impl Workers for Lazy {
            fn threads(&self) -> usize {
                1
            }
            fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
                (0..count).step_by(2).for_each(task);
                task(count + 7);
            }
        }
        let squares = fan_out(&Lazy, &[1, 2, 3, 4, 5], |i, n| (i, n * n));
        assert_eq!(squares, [(0, 1), (1, 4), (2, 9), (3, 16), (4, 25)]);
        assert!(fan_out(&Lazy, &[0u8; 0], |i, _| i).is_empty());
    }
}
