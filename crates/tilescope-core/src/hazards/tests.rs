//! Tasks with and without dependencies, and their accesses.

use super::*;
use crate::memory::{AddressSpace, Region, Unit};

const T: Unit = Unit("test");

/// A task of a test.
#[derive(Clone, Copy, Default)]
struct Task<'j> {
    after: &'j [usize],
    barrier: bool,
    writes: &'j [u64],
    reads: &'j [u64],
}

const PRIVATE: u64 = 0x1_f000;

/// The conflicts of the last of `tasks`.
fn conflicts(tasks: &[Task<'_>]) -> Vec<(usize, Kind, u64)> {
    let mut memory = AddressSpace::new();
    let region = Region::zeroed("memory", 0x1_0000, 1 << 19);
    memory.map(region).unwrap();
    let mut hazards = Hazards::default();
    let mut last = Vec::new();
    for task in tasks {
        hazards.add(task.after.iter().copied(), task.barrier);
        let private = [PRIVATE..PRIVATE + 4096, 0..0];
        let watch = hazards.watch(&memory, private);
        for addr in task.writes {
            watch.write(*addr, &[0; 16], T).unwrap();
        }
        for addr in task.reads {
            watch.read(*addr, &mut [0; 16], T).unwrap();
        }
        last = hazards.end(watch.into_noted());
    }
    last.iter()
        .map(|c| (c.earlier, c.kind, c.address))
        .collect()
}

const A: u64 = 0x1_0000;
const B: u64 = 0x1_3000;

fn writer(writes: &[u64]) -> Task<'_> {
    Task {
        writes,
        ..Task::default()
    }
}

fn reader<'j>(after: &'j [usize], reads: &'j [u64]) -> Task<'j> {
    Task {
        after,
        reads,
        ..Task::default()
    }
}

#[test]
fn reads_and_writes_without_a_dependency() {
    let first = writer(&[A, B]);
    assert_eq!(
        conflicts(&[first, reader(&[], &[B + 8, A])]),
        [(0, Kind::ReadsWritten, A)]
    );
    assert_eq!(
        conflicts(&[first, writer(&[B, A])]),
        [(0, Kind::WritesWritten, A)]
    );
    assert_eq!(conflicts(&[first, reader(&[], &[A + 16])]), []);
    let outside = Task {
        writes: &[PRIVATE],
        reads: &[PRIVATE],
        ..Task::default()
    };
    assert_eq!(conflicts(&[outside, outside]), []);
}

#[test]
fn writes_of_what_an_earlier_job_reads() {
    let first = reader(&[], &[A + 16, B]);
    let found = conflicts(&[first, writer(&[A, B])]);
    assert_eq!(found, [(0, Kind::WritesRead, B)]);
    let after = Task {
        after: &[0],
        ..writer(&[B])
    };
    assert_eq!(conflicts(&[first, after]), []);
    // Of two that read, the later one is compared.
    let second = reader(&[], &[B]);
    let found = conflicts(&[first, second, after]);
    assert_eq!(found, [(1, Kind::WritesRead, B)]);
    // Pages of one slot, in turns.
    let far = B + 4096 * accessed::SLOTS as u64;
    let reads = [B, far, B + 16];
    let first = reader(&[], &reads);
    let found = conflicts(&[first, writer(&[B + 16])]);
    assert_eq!(found, [(0, Kind::WritesRead, B + 16)]);
    let found = conflicts(&[first, writer(&[far])]);
    assert_eq!(found, [(0, Kind::WritesRead, far)]);
}

#[test]
fn dependencies_and_barriers_order_jobs() {
    let first = writer(&[A]);
    let both = Task {
        writes: &[A],
        reads: &[A],
        ..Task::default()
    };
    let after = Task {
        after: &[0],
        ..both
    };
    let barrier = Task {
        barrier: true,
        ..both
    };
    assert_eq!(conflicts(&[first, after]), []);
    assert_eq!(conflicts(&[first, barrier]), []);
    let middle = reader(&[0], &[]);
    assert_eq!(conflicts(&[first, middle, reader(&[1], &[A])]), []);
    let other = reader(&[], &[]);
    let found = conflicts(&[first, other, reader(&[1], &[A])]);
    assert_eq!(found, [(0, Kind::ReadsWritten, A)]);
}

proptest::proptest! {
    #[test]
    fn sets_of_jobs(first: Vec<u8>, second: Vec<u8>, all in 0usize..200) {
        let set = |tasks: &[u8]| {
            let mut set = TaskSet::default();
            tasks.iter().for_each(|task| set.insert((*task).into()));
            set
        };
        let (mut both, other) = (set(&first), set(&second));
        for task in 0..300 {
            let listed = first.iter().any(|j| usize::from(*j) == task);
            proptest::prop_assert_eq!(both.contains(task), listed);
        }
        both.extend(&other);
        both.extend(&TaskSet::up_to(all));
        for task in 0..300 {
            let mut tasks = first.iter().chain(&second);
            let listed = task < all || tasks.any(|j| usize::from(*j) == task);
            proptest::prop_assert_eq!(both.contains(task), listed);
        }
    }
}

#[test]
fn a_job_does_not_conflict_with_itself() {
    let own = Task {
        reads: &[A],
        ..writer(&[A])
    };
    assert_eq!(conflicts(&[own]), []);
}

/// The number of tasks that are followed, where task `n` waits for those in `after(n)`.
fn room(after: impl Fn(usize) -> Vec<usize>) -> usize {
    let mut hazards = Hazards::default();
    let mut number = 0;
    while hazards.has_room() {
        hazards.add(after(number).into_iter(), false);
        number += 1;
    }
    number
}

#[test]
fn lists_are_followed_as_long_as_numbers_and_memory_suffice() {
    // Each waits for the one before.
    assert_eq!(room(|n| n.checked_sub(1).into_iter().collect()), 65_535);
    // Even ones wait for the even one before, so that sets have a word for each 64 tasks; odd ones
    // wait for none.
    let two = |n: usize| n.checked_sub(2).filter(|_| n.is_multiple_of(2));
    let sparse = room(|n| two(n).into_iter().collect());
    assert!((23_000..24_000).contains(&sparse), "{sparse}");
}
