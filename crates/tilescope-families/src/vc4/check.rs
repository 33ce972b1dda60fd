//! The static checker of QPU programs.

use tilescope_vc4::check::{Count, Options, Stage as QpuStage, Summary, Threads, check_program};

use super::words;
use crate::{Checker, Stage, Violation};

pub(super) static CHECKER: Checker = Checker {
    stages: &[
        Stage::new("fragment", "A fragment shader"),
        Stage {
            option: "fragment-threaded",
            help: "A fragment shader that shares its QPU with a second thread",
            name: "fragment",
            suffix: " with two threads",
        },
        Stage::new("vertex", "A vertex shader"),
        Stage::new("coordinate", "A coordinate shader"),
        Stage::new("user", "A user program"),
    ],
    infer: |code| {
        // The resources that a program uses do not depend on its stage.
        let report = check_program(&words(code), QpuStage::User, Options::default());
        inferred(&report.summary)
    },
    check: |code, stage| {
        let stage = STAGES.get(stage).copied().unwrap_or(QpuStage::User);
        let report = check_program(&words(code), stage, Options::default());
        let violations = report.violations.into_iter();
        violations
            .map(|v| Violation {
                rule: v.rule,
                instruction: v.ip,
                offset: v.ip * 8,
                bits: v.bits,
                message: v.message,
            })
            .collect()
    },
};

/// The stages in the order of [`CHECKER`].
const STAGES: [QpuStage; 5] = [
    QpuStage::Fragment(Threads::One),
    QpuStage::Fragment(Threads::Two),
    QpuStage::Vertex,
    QpuStage::Coordinate,
    QpuStage::User,
];

const FRAGMENT: usize = 0;
const THREADED: usize = 1;
const VERTEX: usize = 2;
const USER: usize = 4;

/// The stage that matches the resources a program uses, and the reason.
fn inferred(s: &Summary) -> Option<(usize, &'static str)> {
    // Branch targets are not always known; then the upper bounds are unknown too.
    let some = |count: Count| match count.max {
        Some(n) => n > 0,
        None => count.min > 0 || !s.has_unknown_branches,
    };
    Some(match () {
        () if s.switches_threads => (THREADED, "signals thread switches"),
        () if s.writes_tlb_color => (FRAGMENT, "writes colour to the tile buffer"),
        () if s.writes_tlb_z => (FRAGMENT, "writes depth to the tile buffer"),
        () if s.reads_tlb_color => (FRAGMENT, "loads colour from the tile buffer"),
        () if some(s.varyings) => (FRAGMENT, "reads varyings"),
        () if s.uses_dma => (USER, "starts DMA of the VPM"),
        () if s.uses_semaphores => (USER, "uses semaphores"),
        () if s.uses_mutex => (USER, "uses the mutex"),
        () if some(s.vpm_writes) => (VERTEX, "writes the VPM and starts no DMA"),
        () if s.interrupts_host => (USER, "interrupts the host"),
        () => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_in_the_order_of_the_checker() {
        for (stage, qpu) in CHECKER.stages.iter().zip(STAGES) {
            assert_eq!(stage.name, qpu.name());
            let threaded = qpu == QpuStage::Fragment(Threads::Two);
            assert_eq!(stage.suffix.is_empty(), !threaded);
        }
        assert_eq!(CHECKER.stages.len(), STAGES.len());
    }
}
