//! Programs that give the threads of a draw the same colour: those that fill.

use super::decode::{Decoded, Kind, Peripheral, Read, Write};
use super::io::TlbWrite;
use super::slots;
use crate::isa::{Cond, Signal};

/// Whether all that a thread of the program does is to write one colour, to every pixel that it
/// covers, and threads with the same uniforms write the same, lane by lane: it runs straight
/// on, and reads nothing in which they differ.
pub(super) fn is_flat(code: &[Decoded]) -> bool {
    let writes = |d: &Decoded| {
        let [add, mul] = results(d).map(|(to, ..)| usize::from(is_colour(to)));
        add + mul
    };
    code.iter().map(writes).sum::<usize>() == 1 && code.iter().all(is_alike)
}

/// Both results: where they go, in which lanes, and whether there is one.
fn results(d: &Decoded) -> [(Write, Cond, bool); 2] {
    [
        (d.add_to, d.add_cond, d.has_add()),
        (d.mul_to, d.mul_cond, d.has_mul()),
    ]
}

fn is_colour(to: Write) -> bool {
    to == Write::Peripheral(Peripheral::Tlb(TlbWrite::ColorAll))
}

/// Whether an instruction does the same in all threads.
fn is_alike(d: &Decoded) -> bool {
    let reads = match &d.kind {
        Kind::Alu(a) => [a.read_a, a.read_b].into_iter().all(|read| match read {
            // W and Z of fragments.
            Read::Register(slot) => slot != slots::RA + 15 && slot != slots::RB + 15,
            Read::Constant(slot) => ![slots::QPU, slots::X, slots::Y].contains(&slot),
            Read::Nop | Read::Uniform => true,
            Read::Varying
            | Read::Flags(_)
            | Read::Vpm
            | Read::Busy(_)
            | Read::Wait(_)
            | Read::Mutex => false,
        }),
        Kind::Load(_) => true,
        Kind::Semaphore | Kind::Branch(_) | Kind::Reserved => false,
    };
    let writes = results(d).into_iter().all(|(to, cond, exists)| match to {
        Write::Register(_)
        | Write::Accumulator(_)
        | Write::R5Quad
        | Write::R5All
        | Write::Nop
        | Write::Sfu(_) => true,
        Write::UniformsAddress | Write::Quad(_) => false,
        Write::Peripheral(_) => is_colour(to) && exists && cond == Cond::Always,
    });
    // Threads run in the order of their primitives: switching and the scoreboard do nothing.
    let signals = match d.signal {
        Signal::None
        | Signal::ThreadSwitch
        | Signal::LastThreadSwitch
        | Signal::ProgEnd
        | Signal::WaitScoreboard
        | Signal::UnlockScoreboard
        | Signal::SmallImm
        | Signal::LoadImm => true,
        Signal::Breakpoint
        | Signal::CoverageLoad
        | Signal::ColorLoad
        | Signal::ColorLoadEnd
        | Signal::LoadTmu0
        | Signal::LoadTmu1
        | Signal::AlphaMaskLoad
        | Signal::Branch => false,
    };
    reads && writes && signals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa;
    use crate::qpu::QpuQuirks;

    fn flat(text: &str) -> bool {
        let end = "sig_end nop\nnop\nsig_unlock_score nop\n";
        let words = isa::assemble(&format!("{text}\n{end}"), &|_| None);
        let words = words.map(|a| a.words).unwrap_or_default();
        assert!(words.len() > 3, "{text}");
        let decoded = |w: &u64| Decoded::new(isa::Inst(*w), 0, &QpuQuirks::default());
        is_flat(&words.iter().map(decoded).collect::<Vec<_>>())
    }

    #[test]
    fn programs_are_flat_if_no_input_of_a_thread_changes_their_colour() {
        for text in [
            "mov tlb_color_all, unif",
            "mov r0.8a, unif\nmov r0.8b, unif\nmov r0.8c, unif\nmov tlb_color_all, r0",
            "load_imm ra3, 7\nnop\nsig_wait_score mov tlb_color_all, ra3",
            "mov tlb_color_all, elem_num",
        ] {
            assert!(flat(text), "{text}");
        }
        for text in [
            "mov r0, unif",
            "mov tlb_color_all, unif\nmov tlb_color_all, unif",
            "mov tlb_color_all, ra15",
            "mov tlb_z, rb15\nmov tlb_color_all, unif",
            "mov tlb_color_all, x_pix",
            "mov tlb_color_all, qpu_num",
            "mov r0, vary_rd\nmov tlb_color_all, unif",
            "mov.zs tlb_color_all, unif",
            "mov tlb_color_ms, unif",
            "sig_color_load nop\nmov tlb_color_all, r4",
            "load_tmu0 nop\nmov tlb_color_all, r4",
            "mov tmu0_s, unif\nmov tlb_color_all, unif",
            "mov uniforms_addr, unif\nmov tlb_color_all, unif",
        ] {
            assert!(!flat(text), "{text}");
        }
    }
}
