//! Performance counters: the emulation of the 30 events.
//!
//! Names and numbers: [`PERFORMANCE_EVENTS`](crate::regs::PERFORMANCE_EVENTS).
//! Caches and stalls are not modelled, so events about them stay 0.

use tilescope_core::Counters;

/// Cycles that one QPU instruction takes: 16 lanes on four multipliers. Source:
/// architecture guide, section 3.
const CYCLES: u64 = 4;

/// A counted event: the sum of some counters, times a factor, divided by another.
struct Row {
    event: &'static str,
    counters: &'static [&'static str],
    times: u64,
    by: u64,
}

const fn row(event: &'static str, counters: &'static [&'static str], times: u64, by: u64) -> Row {
    Row {
        event,
        counters,
        times,
        by,
    }
}

const ROWS: [Row; 10] = [
    row("FEP_VALID_PRIMS_RENDER", &["primitives.rendered"], 1, 1),
    row("FEP_VALID_QUADS", &["quads"], 1, 1),
    row("TLB_QUADS_WRITTEN_TO_COLOR_BUF", &["quads.written"], 1, 1),
    row("PLB_PRIMS_OUTSIDE_VIEWPORT", &["primitives.outside"], 1, 1),
    row("PLB_PRIMS_NEED_CLIPPING", &["primitives.clipped"], 1, 1),
    row("PSE_PRIMS_REVERSED", &["primitives.culled"], 1, 1),
    row(
        "QPU_TOTAL_CLK_CYCLES_VERTEX_COORD_SHADING",
        &["qpu.vertex.instructions", "qpu.coordinate.instructions"],
        CYCLES,
        1,
    ),
    row(
        "QPU_TOTAL_CLK_CYCLES_FRAGMENT_SHADING",
        &["qpu.fragment.instructions"],
        CYCLES,
        1,
    ),
    row(
        "QPU_TOTAL_CLK_CYCLES_EXEC_VALID_INST",
        &[
            "qpu.vertex.instructions",
            "qpu.coordinate.instructions",
            "qpu.fragment.instructions",
            "qpu.user.instructions",
        ],
        CYCLES,
        1,
    ),
    row("TMU_TOTAL_TEXT_QUADS_PROCESSED", &["tmu.lookups"], 1, 4),
];

/// Count of event number `event` in a run with these `counters`; `None` if it is not
/// counted.
pub fn event(event: u32, counters: &Counters) -> Option<u64> {
    let name = crate::regs::PERFORMANCE_EVENTS.get(event as usize)?;
    let row = ROWS.iter().find(|r| r.event == *name)?;
    let sum: u64 = row.counters.iter().map(|c| counters.get(c)).sum();
    Some(sum * row.times / row.by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_an_event_of_the_hardware() {
        for r in &ROWS {
            assert!(
                crate::regs::PERFORMANCE_EVENTS.contains(&r.event),
                "{}",
                r.event
            );
        }
    }

    #[test]
    fn instructions_are_counted_in_cycles() {
        let mut c = Counters::default();
        c.add("qpu.vertex.instructions", 10);
        c.add("qpu.fragment.instructions", 5);
        assert_eq!(event(14, &c), Some(40));
        assert_eq!(event(16, &c), Some(60));
        assert_eq!(event(28, &c), None);
        assert_eq!(event(99, &c), None);
    }
}
