//! Rules about single instructions.

use super::access::{Access, File, Form, Write, rotation};
use super::report::Violations;
use super::{Stage, Threads};
use crate::isa::word::{Cond, Inst, MulOp, Mux, Signal, raddr, waddr};
use crate::rules::qpu;

const SIGNAL: Option<(u16, u16)> = Some((60, 63));

pub(super) fn check(stage: Stage, ip: u32, inst: Inst, access: &Access, out: &mut Violations) {
    check_encoding(ip, inst, access, out);
    check_both_alus(ip, access, out);
    check_peripherals(ip, inst, access, out);
    check_vpm(ip, access, out);
    check_rotation(ip, inst, access, out);
    check_stage(stage, ip, access, out);
}

fn check_encoding(ip: u32, inst: Inst, access: &Access, out: &mut Violations) {
    match access.form {
        Form::Alu | Form::SmallImm => {
            if inst.add_op().is_none() {
                let message = format!("add ALU operation {}", inst.bits(24, 28));
                out.add(&qpu::RESERVED_OPCODE, ip, Some((24, 28)), message);
            }
        }
        Form::LoadImm if !matches!(inst.unpack(), 0 | 1 | 3) => {
            let message = format!("load-immediate form {}", inst.unpack());
            out.add(&qpu::RESERVED_IMMEDIATE_FORM, ip, Some((57, 59)), message);
        }
        Form::Branch => {
            if inst.branch_cond().is_none() {
                let message = format!("branch condition {}", inst.bits(52, 55));
                out.add(&qpu::RESERVED_BRANCH_CONDITION, ip, Some((52, 55)), message);
            }
        }
        Form::LoadImm | Form::Semaphore => {}
    }
    if access.sig == Signal::Breakpoint {
        let message = "the program stops at this instruction".to_owned();
        out.add(&qpu::BREAKPOINT, ip, SIGNAL, message);
    }
    for (file, read) in access.each_read() {
        let assigned = matches!(
            read.addr,
            0..=31
                | raddr::UNIFORM
                | raddr::VARYING
                | raddr::ELEM_QPU
                | raddr::NOP
                | raddr::XY_PIXEL
                | raddr::MS_REV_FLAGS
                | raddr::VPM_READ
                | raddr::VPM_BUSY
                | raddr::VPM_WAIT
                | raddr::MUTEX_ACQUIRE
        );
        if read.used && !assigned {
            let message = format!("read address {} of file {file:?}", read.addr);
            out.add(&qpu::RESERVED_READ_ADDRESS, ip, Some(read.bits), message);
        }
    }
    let packs = access.form != Form::Branch && inst.pm() && access.writes[1].is_some();
    if packs && !matches!(inst.pack(), 0 | 3..=7) {
        let message = format!("mul pack mode {}", inst.pack());
        out.add(&qpu::RESERVED_PACK, ip, Some((52, 55)), message);
    }
}

/// Write addresses that mean the same through either file.
fn same_through_both_files(addr: u8) -> bool {
    addr >= 32
        && !matches!(
            addr,
            waddr::QUAD_XY | waddr::MS_REV_FLAGS | waddr::VPMVCD_SETUP | waddr::VPM_DMA_ADDR
        )
}

fn opposite(a: Cond, b: Cond) -> bool {
    a as u8 ^ b as u8 == 1 && a != Cond::Never && a != Cond::Always
}

fn check_both_alus(ip: u32, access: &Access, out: &mut Violations) {
    let [Some(add), Some(mul)] = access.writes else {
        return;
    };
    if add.addr == mul.addr && same_through_both_files(add.addr) && !opposite(add.cond, mul.cond) {
        let message = format!("both ALUs write address {}", add.addr);
        out.add(&qpu::BOTH_ALUS_SAME_REGISTER, ip, Some((32, 43)), message);
    }
}

/// Registers whose write triggers an effect without lanes.
fn triggers(w: &Write) -> bool {
    matches!(
        w.addr,
        waddr::TMU_NOSWAP | waddr::UNIFORMS_ADDRESS | waddr::VPM_WRITE..=63
    )
}

fn is_peripheral(w: &Write) -> bool {
    matches!(
        w.addr,
        waddr::TMU_NOSWAP | waddr::HOST_INT | waddr::UNIFORMS_ADDRESS..=63
    )
}

fn check_peripherals(ip: u32, inst: Inst, access: &Access, out: &mut Violations) {
    let mut accesses: Vec<&str> = Vec::new();
    let mut last = None;
    for w in access.each_write() {
        let kind = match w.addr {
            waddr::TMU0_S..=63 => "a TMU write",
            waddr::SFU_RECIP..=waddr::SFU_LOG => "an SFU write",
            // Stencil setup (43) is not counted: Mesa's scheduler does not separate it
            // from the others, so its programs may combine them.
            waddr::TLB_Z..=waddr::TLB_ALPHA_MASK => "a tile buffer write",
            _ => continue,
        };
        if last != Some(w.addr) {
            accesses.push(kind);
        }
        last = Some(w.addr);
    }
    let writes_color = access
        .each_write()
        .any(|w| matches!(w.addr, waddr::TLB_COLOR_MS | waddr::TLB_COLOR_ALL));
    let loads_color = matches!(access.sig, Signal::ColorLoad | Signal::ColorLoadEnd);
    if access.loads_tmu().is_some() {
        accesses.push("a TMU load");
    } else if access.loads_tlb() && !(loads_color && writes_color) {
        // Loading and writing colour in one instruction is one combined access.
        accesses.push("a tile buffer load");
    }
    if access.reads_peripheral(raddr::MUTEX_ACQUIRE) {
        accesses.push("a mutex read");
    }
    if access.form == Form::Semaphore {
        accesses.push("a semaphore access");
    }
    if accesses.len() > 1 {
        let message = format!("the instruction has {}", accesses.join(" and "));
        out.add(&qpu::TWO_PERIPHERALS, ip, None, message);
    }
    for w in access.each_write() {
        if access.form != Form::Branch && w.cond != Cond::Always && triggers(&w) {
            let message = format!("address {} is written under a condition", w.addr);
            out.add(
                &qpu::CONDITIONAL_PERIPHERAL_WRITE,
                ip,
                Some(w.bits),
                message,
            );
        }
    }
    if let Some(w) = access.writes[1]
        && access.form != Form::Branch
        && inst.pm()
        && (4..=7).contains(&inst.pack())
        && is_peripheral(&w)
    {
        let message = format!("one byte is packed into address {}", w.addr);
        out.add(&qpu::PACKED_PERIPHERAL_WRITE, ip, Some((52, 55)), message);
    }
}

fn check_vpm(ip: u32, access: &Access, out: &mut Violations) {
    let setup = |file| {
        access
            .each_write()
            .any(|w| w.is_vpm_setup() && w.file == file)
    };
    let (read_setup, write_setup) = (setup(File::A), setup(File::B));
    let writes = access.each_write().any(|w| w.addr == waddr::VPM_WRITE);
    let reads = access.reads_peripheral(raddr::VPM_READ);
    let bits = Some((32, 43));
    if read_setup && write_setup {
        let message = "both setups are written".to_owned();
        out.add(&qpu::VPM_SETUPS_TOGETHER, ip, bits, message);
    } else if (read_setup || write_setup) && reads {
        let message = "a setup is written and a value read".to_owned();
        out.add(&qpu::VPM_READ_WITH_SETUP, ip, bits, message);
    }
    if (read_setup || write_setup) && writes {
        let message = "a setup and a value are written".to_owned();
        out.add(&qpu::VPM_WRITE_WITH_SETUP, ip, bits, message);
    }
    if access.loads_tmu().is_some() && (reads || writes || read_setup || write_setup) {
        let message = "the instruction loads a TMU result and accesses the VPM".to_owned();
        out.add(&qpu::VPM_WITH_TMU_LOAD, ip, SIGNAL, message);
    }
}

fn check_rotation(ip: u32, inst: Inst, access: &Access, out: &mut Violations) {
    let Some(amount @ 4..=12) = rotation(inst, access) else {
        return;
    };
    let accumulator = |mux| matches!(mux, Mux::R0 | Mux::R1 | Mux::R2 | Mux::R3);
    if inst.mul_op() != MulOp::Nop && !(accumulator(inst.mul_a()) && accumulator(inst.mul_b())) {
        let message = format!(
            "rotation by {amount} of {:?} and {:?} becomes a rotation by {} inside quads",
            inst.mul_a(),
            inst.mul_b(),
            amount % 4
        );
        out.add(&qpu::ROTATE_NOT_ACCUMULATOR, ip, Some((0, 5)), message);
    }
}

fn check_stage(stage: Stage, ip: u32, access: &Access, out: &mut Violations) {
    if access.switches() && stage != Stage::Fragment(Threads::Two) {
        let message = format!("a thread switch in a {} program", stage.name());
        out.add(&qpu::SWITCH_IN_SINGLE_THREAD, ip, SIGNAL, message);
    }
    if matches!(stage, Stage::Fragment(_)) {
        return;
    }
    let what = if access.reads_peripheral(raddr::VARYING) {
        "reads a varying"
    } else if access.accesses_tlb() {
        "accesses the tile buffer"
    } else if matches!(
        access.sig,
        Signal::WaitScoreboard | Signal::UnlockScoreboard
    ) {
        "signals the scoreboard"
    } else {
        return;
    };
    let message = format!("a {} program {what}", stage.name());
    out.add(&qpu::WRONG_STAGE, ip, None, message);
}
