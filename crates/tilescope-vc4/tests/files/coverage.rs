//! Every row that executes is used by a file.

use crate::corpus;
use crate::run::words;
use std::collections::BTreeSet;
use tilescope_vc4::isa::{
    AddOp, BranchCond, Cond, File, Inst, LoadMode, MulOp, Mux, PACK_A, PACK_MUL, PackA, PackMul,
    ReadReg, SIGNAL, SemaphoreOp, Signal, UNPACK, Unpack, WriteReg, read_reg, write_reg,
};

/// Uses of rows.
type Uses = BTreeSet<String>;

/// All uses that execute. A breakpoint stops a thread, and the mul ALU's NOP and the
/// NOP register repeat what was there before.
fn needed() -> Uses {
    let mut all = Uses::new();
    let mut need = |text: String| all.insert(text);
    for op in AddOp::ALL {
        need(format!("add {op:?}"));
        if *op != AddOp::Nop {
            need(format!("flags of add {op:?}"));
        }
    }
    for op in MulOp::ALL {
        need(format!("mul {op:?}"));
        if *op != MulOp::Nop {
            need(format!("flags of mul {op:?}"));
        }
    }
    for cond in Cond::ALL {
        need(format!("add if {cond:?}"));
        need(format!("mul if {cond:?}"));
        need(format!("load if {cond:?}"));
    }
    for cond in BranchCond::ALL {
        need(format!("branch if {cond:?}"));
    }
    for pack in PackA::ALL {
        need(format!("pack {pack:?} of Integer"));
        need(format!("pack {pack:?} by mul"));
    }
    for pack in [PackA::To16a, PackA::To16b, PackA::To16aSat, PackA::To16bSat] {
        need(format!("pack {pack:?} of Float"));
    }
    for pack in PackMul::ALL {
        need(format!("mul pack {pack:?}"));
    }
    for unpack in Unpack::ALL {
        need(format!("unpack {unpack:?} to Integer"));
        need(format!("unpack {unpack:?} to Float"));
        need(format!("unpack {unpack:?} of r4"));
    }
    for signal in Signal::ALL.iter().filter(|s| **s != Signal::Breakpoint) {
        need(format!("signal {signal:?}"));
    }
    for code in 0..64 {
        need(format!("immediate {code}"));
    }
    for n in 48..64 {
        need(format!("rotation {n}"));
    }
    for reg in ReadReg::ALL {
        need(format!("read {reg:?}"));
    }
    for reg in WriteReg::ALL {
        need(format!("write {reg:?}"));
    }
    for mode in LoadMode::ALL {
        need(format!("load {mode:?}"));
    }
    for op in SemaphoreOp::ALL {
        need(format!("semaphore {op:?}"));
    }
    for what in ["relative", "absolute", "register", "link"] {
        need(format!("branch {what}"));
    }
    all
}

fn file_of(add: bool, inst: Inst) -> File {
    match add != inst.ws() {
        true => File::A,
        false => File::B,
    }
}

/// The uses in an instruction.
fn uses(inst: Inst) -> Uses {
    let mut all = Uses::new();
    let mut see = |text: String| {
        all.insert(text);
    };
    see(format!("signal {:?}", inst.sig()));
    let write = |add: bool| {
        let address = if add {
            inst.waddr_add()
        } else {
            inst.waddr_mul()
        };
        write_reg(file_of(add, inst), address)
    };
    match inst.sig() {
        Signal::Branch => {
            if let Some(cond) = inst.branch_cond() {
                see(format!("branch if {cond:?}"));
            }
            let relative = if inst.branch_rel() {
                "relative"
            } else {
                "absolute"
            };
            see(format!("branch {relative}"));
            if inst.branch_reg() {
                see("branch register".to_owned());
            }
            if [write(true), write(false)]
                .iter()
                .any(|w| *w != Some(WriteReg::Nop))
            {
                see("branch link".to_owned());
            }
        }
        Signal::LoadImm => {
            let Some(mode) = LoadMode::from_bits(inst.unpack()) else {
                return all;
            };
            see(format!("load {mode:?}"));
            if mode == LoadMode::Semaphore {
                let acquires = inst.imm() & 16 != 0;
                let op = if acquires {
                    SemaphoreOp::Acquire
                } else {
                    SemaphoreOp::Release
                };
                see(format!("semaphore {op:?}"));
                return all;
            }
            for (to, cond) in [
                (write(true), inst.cond_add()),
                (write(false), inst.cond_mul()),
            ] {
                if let Some(reg) = to.filter(|reg| *reg != WriteReg::Nop) {
                    see(format!("load if {cond:?}"));
                    see(format!("write {reg:?}"));
                }
            }
        }
        _ => alu(inst, &mut see, &write),
    }
    all
}

fn alu(inst: Inst, see: &mut impl FnMut(String), write: &impl Fn(bool) -> Option<WriteReg>) {
    let add = inst.add_op().unwrap_or(AddOp::Nop);
    let mul = inst.mul_op();
    let immediate = inst.sig() == Signal::SmallImm;
    see(format!("add {add:?}"));
    see(format!("mul {mul:?}"));
    if inst.sf() {
        match add {
            AddOp::Nop => see(format!("flags of mul {mul:?}")),
            op => see(format!("flags of add {op:?}")),
        }
    }
    let add_in = [inst.add_a(), inst.add_b()];
    let mul_in = [inst.mul_a(), inst.mul_b()];
    let mut reads = Vec::new();
    if add != AddOp::Nop {
        see(format!("add if {:?}", inst.cond_add()));
        reads.extend(add_in.map(|mux| (mux, add.operands(), true)));
    }
    if mul != MulOp::Nop {
        see(format!("mul if {:?}", inst.cond_mul()));
        reads.extend(mul_in.map(|mux| (mux, mul.number(), false)));
    }
    let unpack = UNPACK.decode(u64::from(inst.unpack())).map(|row| row.op);
    for (mux, number, by_add) in reads {
        match mux {
            Mux::A => {
                let reg = read_reg(File::A, inst.raddr_a());
                reg.iter().for_each(|reg| see(format!("read {reg:?}")));
                if let (false, Some(unpack)) = (inst.pm(), unpack) {
                    see(format!("unpack {unpack:?} to {number:?}"));
                }
            }
            Mux::B if immediate => {
                let code = inst.raddr_b();
                if by_add || code < 48 {
                    see(format!("immediate {code}"));
                }
            }
            Mux::B => {
                let reg = read_reg(File::B, inst.raddr_b());
                reg.iter().for_each(|reg| see(format!("read {reg:?}")));
            }
            Mux::R4 => {
                if let (true, Some(unpack)) = (inst.pm(), unpack) {
                    see(format!("unpack {unpack:?} of r4"));
                }
            }
            _ => {}
        }
    }
    if immediate && mul != MulOp::Nop && inst.raddr_b() >= 48 {
        see(format!("rotation {}", inst.raddr_b()));
    }
    for (by_add, active, number) in [
        (true, add != AddOp::Nop, add.result()),
        (false, mul != MulOp::Nop, mul.number()),
    ] {
        let Some(reg) = write(by_add).filter(|_| active) else {
            continue;
        };
        see(format!("write {reg:?}"));
        let bits = u64::from(inst.pack());
        let in_a = file_of(by_add, inst) == File::A && reg == WriteReg::File;
        if let (false, true, Some(row)) = (inst.pm(), in_a, PACK_A.decode(bits)) {
            see(format!("pack {:?} of {number:?}", row.op));
            if !by_add {
                see(format!("pack {:?} by mul", row.op));
            }
        }
        if let (true, false, Some(row)) = (inst.pm(), by_add, PACK_MUL.decode(bits)) {
            see(format!("mul pack {:?}", row.op));
        }
    }
}

#[test]
fn every_row_that_executes_is_in_a_file() {
    let mut seen = Uses::new();
    for case in corpus().cases {
        for word in words(&case.file.text).expect("the program is tested elsewhere") {
            seen.append(&mut uses(Inst(word)));
        }
    }
    // The runner's own loads and end.
    seen.extend(["signal ProgEnd", "read Varying"].map(str::to_owned));
    let missing: Vec<String> = needed().difference(&seen).cloned().collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert_eq!(SIGNAL.rows.len(), Signal::ALL.len());
}
