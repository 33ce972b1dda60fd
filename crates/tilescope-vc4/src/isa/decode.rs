//! Decoder: words to statements.

use super::cond::BRANCH_COND;
use super::encode;
use super::flow::{LoadMode, SemaphoreOp};
use super::format::{BRANCH_COND as BRANCH_COND_FIELD, MODE, format};
use super::imm::{Rotation, rotation};
use super::pack::{PACK_A, PACK_MUL, UNPACK, Unpack};
use super::regs::File;
use super::signal::is_prefix;
use super::stmt::{Alu, Branch, Dst, Half, Load, Override, Pack, Packer, Src, SrcReg, Stmt, Value};
use super::word::{AddOp, BranchCond, Cond, Inst, MulOp, Mux, Signal, waddr};
use tilescope_tables::asm::At;

/// The complete statement of a word: encoding it gives the same word.
pub(super) fn decode(inst: Inst) -> Stmt {
    let mut stmt = match inst.sig() {
        Signal::Branch => match branch(inst) {
            Some(s) => s,
            None => return Stmt::Word(inst.0, "reserved branch condition"),
        },
        Signal::LoadImm => match load(inst) {
            Some(s) => s,
            None => return Stmt::Word(inst.0, "reserved load-immediate mode"),
        },
        _ => match inst.add_op() {
            Some(op) => {
                let open = alu(inst, op, Qualify::No);
                // If they encode to the same word, the file of a register that both
                // files have can be omitted.
                if encode::encode(&open).is_ok_and(|w| operands(Inst(w)) == operands(inst)) {
                    open
                } else {
                    alu(inst, op, Qualify::Yes)
                }
            }
            None => return Stmt::Word(inst.0, "reserved add operation"),
        },
    };
    // Fields that the visible part does not encode are listed as hidden.
    let Ok(shown) = encode::encode(&stmt) else {
        return Stmt::Word(inst.0, "");
    };
    let hidden = format(inst)
        .fields
        .iter()
        .filter(|f| f.get(shown) != f.get(inst.0))
        .map(|f| Override {
            field: *f,
            value: f.get(inst.0),
        })
        .collect();
    match &mut stmt {
        Stmt::Alu(a) => a.hidden = hidden,
        Stmt::Load(l) => l.hidden = hidden,
        Stmt::Branch(b) => b.hidden = hidden,
        Stmt::Word(..) => {}
    }
    stmt
}

/// Sources of the operands of the operations that are not nops.
fn operands(inst: Inst) -> [Option<(Mux, u8)>; 4] {
    let place = |active: bool, mux: Mux| {
        let addr = match mux {
            Mux::A => inst.raddr_a(),
            Mux::B => inst.raddr_b(),
            _ => 0,
        };
        active.then_some((mux, addr))
    };
    let add = inst.add_op() != Some(AddOp::Nop);
    let mul = inst.mul_op() != MulOp::Nop;
    [
        place(add, inst.add_a()),
        place(add, inst.add_b()),
        place(mul, inst.mul_a()),
        place(mul, inst.mul_b()),
    ]
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Qualify {
    No,
    Yes,
}

fn files(inst: Inst) -> [File; 2] {
    if inst.ws() {
        [File::B, File::A]
    } else {
        [File::A, File::B]
    }
}

/// Both destinations, with the pack mode at the one that it applies to.
fn destinations(inst: Inst) -> [Dst; 2] {
    let files = files(inst);
    let mut add = Dst::new(files[0], inst.waddr_add());
    let mut mul = Dst::new(files[1], inst.waddr_mul());
    let named = |name: &'static str| {
        (!name.is_empty()).then_some(Pack {
            name,
            by: Packer::Open,
            at: At::default(),
        })
    };
    let bits = u64::from(inst.pack());
    if inst.pm() {
        mul.pack = PACK_MUL.decode(bits).and_then(|r| named(r.name));
    } else {
        let pack = PACK_A.decode(bits).and_then(|r| named(r.name));
        if inst.ws() {
            mul.pack = pack;
        } else {
            add.pack = pack;
        }
    }
    [add, mul]
}

fn alu(inst: Inst, op: AddOp, qualify: Qualify) -> Stmt {
    let [add_dst, mul_dst] = destinations(inst);
    let unpack = UNPACK
        .decode(u64::from(inst.unpack()))
        .map_or(Unpack::None, |r| r.op);
    let immediate = inst.sig() == Signal::SmallImm;
    let rotate = match rotation(inst.raddr_b()) {
        _ if !immediate => None,
        Some(Rotation::R5) => Some(0),
        Some(Rotation::Lanes(n)) => Some(n),
        None => None,
    };
    let source = |mux: Mux, rotate: Option<u8>| {
        let read = |file, addr| match (SrcReg::read(file, addr), qualify) {
            (SrcReg::Read(addr, None), Qualify::Yes) => SrcReg::Read(addr, Some(file)),
            (r, _) => r,
        };
        let mut src = Src::new(match mux {
            Mux::A => read(File::A, inst.raddr_a()),
            Mux::B if immediate => SrcReg::Imm(inst.raddr_b()),
            Mux::B => read(File::B, inst.raddr_b()),
            acc => SrcReg::Acc(acc as u8),
        });
        match mux {
            Mux::A if !inst.pm() => src.unpack = unpack,
            Mux::R4 if inst.pm() => src.unpack = unpack,
            _ => {}
        }
        if !matches!(mux, Mux::A | Mux::B) {
            src.rotate = rotate;
        }
        src
    };
    let mut add = Half::idle(op);
    if op != AddOp::Nop {
        add.cond = shown_cond(inst.cond_add());
        add.dst = add_dst;
        add.src = [source(inst.add_a(), None), source(inst.add_b(), None)];
        add.sf = inst.sf();
    }
    let mut mul = Half::idle(inst.mul_op());
    if mul.op != MulOp::Nop {
        mul.cond = shown_cond(inst.cond_mul());
        mul.dst = mul_dst;
        mul.src = [source(inst.mul_a(), rotate), source(inst.mul_b(), rotate)];
        mul.sf = inst.sf() && op == AddOp::Nop;
    }
    let signal = inst.sig();
    Stmt::Alu(Alu {
        signal: if is_prefix(signal) {
            signal
        } else {
            Signal::None
        },
        signal_at: At::default(),
        add,
        mul,
        hidden: Vec::new(),
    })
}

fn shown_cond(cond: Cond) -> Option<Cond> {
    (cond != Cond::Always).then_some(cond)
}

fn load(inst: Inst) -> Option<Stmt> {
    let mode = LoadMode::from_bits(MODE.get(inst.0) as u8)?;
    let cond = |waddr, sf: bool, cond| {
        let default = if waddr == waddr::NOP && !sf {
            Cond::Never
        } else {
            Cond::Always
        };
        (cond != default).then_some(cond)
    };
    let mut dst = destinations(inst);
    for d in &mut dst {
        if d.addr == waddr::NOP {
            d.pack = None;
        }
    }
    let imm = i64::from(inst.imm());
    let (number, semaphore) = match mode {
        LoadMode::Semaphore if imm & 16 != 0 => (imm & 15, SemaphoreOp::Acquire),
        LoadMode::Semaphore => (imm & 15, SemaphoreOp::Release),
        _ => (imm, SemaphoreOp::Release),
    };
    Some(Stmt::Load(Load {
        mode,
        semaphore,
        sf: inst.sf(),
        dst,
        cond: [
            cond(inst.waddr_add(), inst.sf(), inst.cond_add()),
            cond(inst.waddr_mul(), false, inst.cond_mul()),
        ],
        value: Value {
            number,
            ..Value::default()
        },
        hidden: Vec::new(),
    }))
}

fn branch(inst: Inst) -> Option<Stmt> {
    let cond: BranchCond = BRANCH_COND.decode(BRANCH_COND_FIELD.get(inst.0))?.op;
    let files = files(inst);
    Some(Stmt::Branch(Branch {
        cond,
        dst: [
            Dst::new(files[0], inst.waddr_add()),
            Dst::new(files[1], inst.waddr_mul()),
        ],
        relative: inst.branch_rel(),
        register: inst.branch_reg().then(|| inst.branch_raddr_a()),
        value: Value {
            number: if inst.branch_rel() || inst.branch_reg() {
                i64::from(inst.imm() as i32)
            } else {
                i64::from(inst.imm())
            },
            ..Value::default()
        },
        hidden: Vec::new(),
    }))
}
