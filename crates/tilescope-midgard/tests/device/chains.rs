//! Chains, headers, status, and small jobs.

use tilescope_core::{Fuel, Status};

use crate::machine::{BASE, Machine, header, value};

const DATA: u64 = BASE + 0x8000;

#[test]
fn jobs_run_in_the_order_of_the_chain_and_are_done() {
    let mut m = Machine::new("t860");
    m.write(DATA, &[0xff; 32]);
    let jobs = [BASE, BASE + 0x400, BASE + 0x100];
    m.write(jobs[0], &header(2, 1, [0, 0], jobs[1]));
    m.write(jobs[0] + 32, &value(DATA, 3));
    m.write(jobs[1], &header(1, 2, [1, 0], jobs[2]));
    m.write(jobs[2], &header(3, 3, [1, 2], 0));
    assert_eq!(m.run(1, BASE).status, Status::Done);
    assert_eq!(m.word(DATA), 0);
    assert_eq!(m.word(DATA + 8), u64::MAX, "eight bytes are written");
    for job in jobs {
        assert_eq!((m.word(job), m.word(job + 8)), (1, 0));
    }
    assert!(m.rules().is_empty());
}

#[test]
fn a_chain_that_is_not_sent_changes_nothing() {
    let mut m = Machine::new("t860");
    m.write(DATA, &[0xff; 16]);
    let chains = [(BASE, DATA), (BASE + 0x200, DATA + 8)];
    for (at, to) in chains {
        m.write(at, &header(2, 1, [0, 0], 0));
        m.write(at + 32, &value(to, 3));
    }
    let before = m.read::<48>(BASE);
    assert_eq!(m.run(1, BASE + 0x200).status, Status::Done);
    assert_eq!((m.word(BASE + 0x200), m.word(DATA + 8)), (1, 0));
    assert_eq!(m.read::<48>(BASE), before);
    assert_eq!(m.word(DATA), u64::MAX);
}

#[test]
fn the_next_job_has_32_or_64_bits() {
    let mut m = Machine::new("t760");
    let mut first = header(1, 1, [0, 0], 0xdead_beef_0000_0000 | (BASE + 64));
    first[16] &= !1;
    m.write(BASE, &first);
    m.write(BASE + 64, &header(1, 2, [0, 0], 0));
    assert_eq!(m.run(1, BASE).status, Status::Done);
    assert_eq!(m.word(BASE + 64), 1);
}

#[test]
fn counters_and_timestamps_rise() {
    let mut m = Machine::new("t860");
    m.write(BASE, &header(2, 1, [0, 0], BASE + 64));
    m.write(BASE + 32, &value(DATA, 1));
    m.write(BASE + 64, &header(2, 2, [0, 0], 0));
    m.write(BASE + 96, &value(DATA + 8, 2));
    m.run(1, BASE);
    assert!(m.word(DATA) > 0 && m.word(DATA + 8) > m.word(DATA));
}

/// The status word, the fault pointer, and the rule of a chain of one job.
fn refused(job: &[u8], slot: u32) -> (u64, u64, Vec<&'static str>) {
    let mut m = Machine::new("t860");
    m.write(BASE, job);
    assert!(matches!(m.run(slot, BASE).status, Status::Fault(_)));
    (m.word(BASE), m.word(BASE + 8), m.rules())
}

#[test]
fn faults_are_in_the_header() {
    assert_eq!(
        refused(&header(0, 1, [0, 0], 0), 1),
        (0x40, BASE, vec!["MALI-JOB-002"])
    );
    for kind in [6, 8, 10, 127] {
        let job = header(kind, 1, [0, 0], 0);
        assert_eq!(refused(&job, 1), (0x40, BASE, vec!["MALI-JOB-001"]));
    }
    let fragment = header(9, 1, [0, 0], 0);
    assert_eq!(refused(&fragment, 1), (0x40, BASE, vec!["MALI-JOB-007"]));
    for kind in [4, 5, 7] {
        let job = header(kind, 1, [0, 0], 0);
        assert_eq!(refused(&job, 0), (0x40, BASE, vec!["MALI-JOB-007"]));
    }
    let write = |address, kind| [&header(2, 1, [0, 0], 0)[..], &value(address, kind)].concat();
    let payload = BASE + 32;
    assert_eq!(
        refused(&write(DATA, 9), 1),
        (0x58, payload, vec!["MALI-JOB-008"])
    );
    assert_eq!(
        refused(&write(DATA + 4, 3), 1),
        (0x58, payload, vec!["MALI-JOB-009"])
    );
    assert_eq!(
        refused(&write(0x1000, 3), 1),
        (0x43, 0x1000, vec!["MALI-MMU-002"])
    );
}

#[test]
fn a_fault_ends_the_chain() {
    let mut m = Machine::new("t860");
    m.write(BASE, &header(1, 1, [0, 0], BASE + 64));
    m.write(BASE + 64, &header(0, 2, [0, 0], BASE + 128));
    m.write(BASE + 128, &header(1, 3, [0, 0], 0));
    assert!(matches!(m.run(1, BASE).status, Status::Fault(_)));
    let status = [0, 64, 128].map(|at| m.word(BASE + at));
    assert_eq!(status, [1, 0x40, 0]);
}

#[test]
fn jobs_that_are_nowhere_or_misaligned() {
    let mut m = Machine::new("t860");
    assert!(matches!(m.run(1, 0x40).status, Status::Fault(_)));
    assert!(matches!(m.run(1, BASE + 8).status, Status::Fault(_)));
    assert_eq!(m.rules(), ["MALI-MMU-001", "MALI-JOB-003"]);
    // No chain at all.
    assert_eq!(m.run(1, 0).status, Status::Done);
}

#[test]
fn hangs_leave_no_status() {
    let mut m = Machine::new("t860");
    m.write(BASE, &header(1, 1, [0, 0], BASE + 64));
    m.write(BASE + 64, &header(1, 2, [0, 0], BASE));
    assert!(matches!(m.run(1, BASE).status, Status::Fault(_)));
    assert_eq!(m.rules(), ["MALI-JOB-004"]);
    let mut m = Machine::new("t860");
    m.write(BASE, &header(1, 1, [0, 7], 0));
    assert!(matches!(m.run(1, BASE).status, Status::Fault(_)));
    assert_eq!((m.word(BASE), m.rules()), (0, vec!["MALI-JOB-005"]));
}

#[test]
fn suspicious_headers_run() {
    let mut m = Machine::new("t860");
    let mut job = header(1, 1, [0, 0], BASE + 64);
    job[17] |= 4;
    job[0] = 0x42;
    m.write(BASE, &job);
    m.write(BASE + 64, &header(1, 1, [0, 0], 0));
    assert_eq!(m.run(1, BASE).status, Status::Done);
    let rules = ["MALI-JOB-010", "MALI-JOB-011", "MALI-JOB-006"];
    assert_eq!(m.rules(), rules);
    assert_eq!(m.word(BASE), 1);
}

#[test]
fn fuel_ends_long_chains() {
    let mut m = Machine::new("t860");
    for i in 0..1000 {
        let job = BASE + 64 * i;
        m.write(job, &header(1, 1 + i as u16, [0, 0], job + 64));
    }
    let outcome = m.run_with(1, BASE, Fuel::new(100));
    assert!(matches!(outcome.status, Status::OutOfFuel(_)));
    assert_eq!(m.rules(), ["MALI-JOB-012"]);
}
