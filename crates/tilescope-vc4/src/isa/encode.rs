//! Encoder: statements to words.

use super::add::ADD;
use super::cond::{BRANCH_COND, COND};
use super::flow::{LOAD_MODE, LoadMode, SemaphoreOp};
use super::format as f;
use super::mul::MUL;
use super::pack::{PACK_A, PACK_MUL, UNPACK, Unpack};
use super::regs::{File, read_name};
use super::signal::SIGNAL;
use super::stmt::{Alu, Branch, Dst, Load, Override, Packer, Src, SrcReg, Stmt};
use super::word::{AddOp, Cond, MulOp, Signal, raddr, waddr};
use tilescope_tables::Slot;
use tilescope_tables::asm::{At, Refused, refuse};

/// The encoding of `op`. Every operation has a row, as the tests of the tables ensure.
fn bits<O: PartialEq>(slot: &Slot<O>, op: &O) -> u64 {
    slot.row(op).map_or(0, |r| r.bits.value)
}

/// The word of a statement whose labels are resolved.
pub(super) fn encode(stmt: &Stmt) -> Result<u64, Refused> {
    match stmt {
        Stmt::Alu(a) => alu(a),
        Stmt::Load(l) => load(l),
        Stmt::Branch(b) => branch(b),
        Stmt::Word(w, _) => Ok(*w),
    }
}

fn apply(mut word: u64, overrides: &[Override]) -> u64 {
    for o in overrides {
        word = o.field.set(word, o.value);
    }
    word
}

fn default_cond(cond: Option<Cond>, idle: bool) -> u64 {
    let default = if idle { Cond::Never } else { Cond::Always };
    bits(&COND, &cond.unwrap_or(default))
}

/// Write addresses, write swap and pack. `pm` is the value already required by unpacking.
fn destinations(mut word: u64, add: &Dst, mul: &Dst, pm: Option<bool>) -> Result<u64, Refused> {
    let mut add_file = add.file;
    let mut mul_file = mul.file;
    let mut pm = pm;
    match (add.pack, mul.pack) {
        (Some(_), Some(p)) => {
            return refuse(
                p.at,
                "only one of the two results can be packed",
                "an instruction has one pack field",
            );
        }
        (Some(p), None) => {
            let Some(row) = PACK_A.named(p.name) else {
                return refuse(
                    p.at,
                    format!("`{}` is not a pack mode of file A", p.name),
                    "",
                );
            };
            if p.by == Packer::Mul {
                return refuse(
                    p.at,
                    "the add ALU's result cannot use a mul pack mode",
                    "`pm` modes pack what the mul ALU computes",
                );
            }
            if pm == Some(true) || add_file == Some(File::B) {
                return pack_a_refused(p.at, pm);
            }
            pm = Some(false);
            add_file = Some(File::A);
            word = f::PACK.set(word, row.bits.value);
        }
        (None, Some(p)) => {
            let by_mul = PACK_MUL.named(p.name);
            let by_file = PACK_A.named(p.name);
            let use_mul = match p.by {
                Packer::Mul => true,
                Packer::FileA => false,
                Packer::Open => pm.unwrap_or(by_mul.is_some()),
            };
            match (use_mul, by_mul, by_file) {
                (true, Some(row), _) => {
                    if pm == Some(false) {
                        return refuse(
                            p.at,
                            "the mul ALU cannot pack while file A is unpacked",
                            "one pm bit chooses: mul pack and r4 unpack, or file A pack and unpack",
                        );
                    }
                    pm = Some(true);
                    word = f::PACK.set(word, row.bits.value);
                }
                (false, _, Some(row)) => {
                    if mul_file == Some(File::B) {
                        return pack_a_refused(p.at, pm);
                    }
                    pm = Some(false);
                    mul_file = Some(File::A);
                    word = f::PACK.set(word, row.bits.value);
                }
                _ => {
                    return refuse(
                        p.at,
                        format!("`{}` is not a pack mode of the mul ALU", p.name),
                        "the mul ALU packs to 8888, 8a, 8b, 8c, 8d; file A has the others",
                    );
                }
            }
        }
        (None, None) => {}
    }
    let swap = match (add_file, mul_file) {
        (Some(File::A), Some(File::A)) | (Some(File::B), Some(File::B)) => {
            let file = if add_file == Some(File::A) { "A" } else { "B" };
            return refuse(
                mul.at,
                format!("both ALUs write file {file}"),
                "one ALU writes file A and the other file B; accumulators can be written by both",
            );
        }
        (Some(File::B), _) | (_, Some(File::A)) => 1,
        _ => 0,
    };
    word = f::WS.set(word, swap);
    word = f::PM.set(word, u64::from(pm == Some(true)));
    word = f::WADDR_ADD.set(word, u64::from(add.addr));
    Ok(f::WADDR_MUL.set(word, u64::from(mul.addr)))
}

fn pack_a_refused<T>(at: At, pm: Option<bool>) -> Result<T, Refused> {
    if pm == Some(true) {
        refuse(
            at,
            "file A cannot pack while r4 is unpacked",
            "one pm bit chooses: mul pack and r4 unpack, or file A pack and unpack",
        )
    } else {
        refuse(at, "only file A packs", "write to `ra` registers")
    }
}

/// Read addresses in use, while operands are placed.
#[derive(Default)]
struct Reads {
    a: Option<u8>,
    b: Option<u8>,
    imm: Option<u8>,
}

impl Reads {
    /// Places an operand whose file is known. Returns its multiplexer code.
    fn fixed(&mut self, src: &Src) -> Result<Option<u64>, Refused> {
        match src.what {
            SrcReg::Acc(n) => Ok(Some(u64::from(n))),
            SrcReg::Imm(code) => self.immediate(code, src.at).map(|()| Some(7)),
            SrcReg::Read(addr, file) => {
                let file = match (file, src.unpack) {
                    (None, Unpack::None) => return Ok(None),
                    (None, _) => File::A,
                    (Some(f), _) => f,
                };
                self.place(file, addr, src.at).map(Some)
            }
        }
    }

    fn place(&mut self, file: File, addr: u8, at: At) -> Result<u64, Refused> {
        let (slot, mux) = match file {
            File::A => (&mut self.a, 6),
            File::B => (&mut self.b, 7),
        };
        match *slot {
            Some(other) if other != addr => refuse(
                at,
                format!(
                    "`{}` and `{}` are both read from file {}",
                    read_name(file, other, true),
                    read_name(file, addr, true),
                    file.letter().to_ascii_uppercase()
                ),
                "an instruction reads one address of each file; copy one to an accumulator first",
            ),
            _ if file == File::B && self.imm.is_some() => refuse(
                at,
                "file B cannot be read together with a small immediate or rotation",
                "the immediate takes the place of the file B address",
            ),
            _ => {
                *slot = Some(addr);
                Ok(mux)
            }
        }
    }

    fn immediate(&mut self, code: u8, at: At) -> Result<(), Refused> {
        match (self.imm, self.b) {
            (Some(other), _) if other != code => refuse(
                at,
                "two different small immediates or rotations",
                "an instruction has one immediate",
            ),
            (_, Some(_)) => refuse(
                at,
                "a small immediate or rotation cannot be used while file B is read",
                "the immediate takes the place of the file B address",
            ),
            _ => {
                self.imm = Some(code);
                Ok(())
            }
        }
    }

    /// Places an operand that both files have: in the file that already reads it,
    /// otherwise file A if it is free, otherwise file B.
    fn open(&mut self, addr: u8, at: At) -> Result<u64, Refused> {
        let free_b = self.imm.is_none() && self.b.is_none_or(|b| b == addr);
        match self.a {
            Some(a) if a == addr => Ok(6),
            _ if self.b == Some(addr) => Ok(7),
            None => self.place(File::A, addr, at),
            Some(_) if free_b => self.place(File::B, addr, at),
            Some(_) => refuse(
                at,
                format!(
                    "no file is free to read `{}`",
                    read_name(File::A, addr, false)
                ),
                "an instruction reads one address of each file; copy one to an accumulator first",
            ),
        }
    }
}

/// The unpack mode and the value of pm that it requires.
fn unpacking(sources: &[&Src]) -> Result<(Unpack, Option<bool>), Refused> {
    let mut found: Option<(Unpack, bool)> = None;
    for s in sources.iter().filter(|s| s.unpack != Unpack::None) {
        let pm = match s.what {
            SrcReg::Acc(4) => true,
            SrcReg::Read(_, None | Some(File::A)) => false,
            _ => {
                return refuse(
                    s.at,
                    "only file A and r4 are unpacked",
                    "read the value from an `ra` register or from r4",
                );
            }
        };
        match found {
            Some((_, other)) if other != pm => {
                return refuse(
                    s.at,
                    "file A and r4 cannot both be unpacked",
                    "one pm bit chooses: mul pack and r4 unpack, or file A pack and unpack",
                );
            }
            _ => {}
        }
        found = Some((s.unpack, pm));
    }
    let Some((mode, pm)) = found else {
        return Ok((Unpack::None, None));
    };
    for s in sources {
        let covered = match s.what {
            SrcReg::Acc(4) => pm,
            SrcReg::Read(_, Some(File::A)) => !pm,
            SrcReg::Read(_, None) => !pm && s.unpack != Unpack::None,
            _ => false,
        };
        if covered && s.unpack != mode {
            let what = if pm { "r4" } else { "file A" };
            return refuse(
                s.at,
                format!("all reads of {what} in an instruction share one unpack mode"),
                "use the same unpack mode for every operand",
            );
        }
    }
    Ok((mode, Some(pm)))
}

fn alu(a: &Alu) -> Result<u64, Refused> {
    let add_idle = a.add.op == AddOp::Nop;
    let mul_idle = a.mul.op == MulOp::Nop;
    let sf = flags(a)?;
    let sources = [&a.add.src[0], &a.add.src[1], &a.mul.src[0], &a.mul.src[1]];
    let (unpack, pm) = unpacking(&sources)?;

    let mut reads = Reads::default();
    let mut mux = [None; 4];
    for (m, s) in mux.iter_mut().zip(sources) {
        *m = reads.fixed(s)?;
    }
    for s in &a.add.src {
        if s.rotate.is_some() {
            return refuse(
                s.at,
                "only the mul ALU rotates",
                "write the operation after `;`, as in `nop ; mov r0, r1+5`",
            );
        }
    }
    for s in &a.mul.src {
        if let Some(n) = s.rotate {
            reads.immediate(48 + n, s.at)?;
        }
    }
    for (m, s) in mux.iter_mut().zip(sources) {
        if let (None, SrcReg::Read(addr, _)) = (*m, s.what) {
            *m = Some(reads.open(addr, s.at)?);
        }
    }
    let signal = match reads.imm {
        None => a.signal,
        Some(_) if a.signal == Signal::None => Signal::SmallImm,
        Some(_) => {
            return refuse(
                a.signal_at,
                "a small immediate or rotation cannot be used with another signal",
                "the immediate is itself a signal",
            );
        }
    };
    let b = reads.imm.or(reads.b).unwrap_or(raddr::NOP);
    let mut word = destinations(0, &a.add.dst, &a.mul.dst, pm)?;
    for (field, value) in [
        (f::SIG, bits(&SIGNAL, &signal)),
        (f::UNPACK, bits(&UNPACK, &unpack)),
        (f::COND_ADD, default_cond(a.add.cond, add_idle)),
        (f::COND_MUL, default_cond(a.mul.cond, mul_idle)),
        (f::SF, u64::from(sf)),
        (f::OP_MUL, bits(&MUL, &a.mul.op)),
        (f::OP_ADD, bits(&ADD, &a.add.op)),
        (f::RADDR_A, u64::from(reads.a.unwrap_or(raddr::NOP))),
        (f::RADDR_B, u64::from(b)),
        (f::ADD_A, mux[0].unwrap_or(0)),
        (f::ADD_B, mux[1].unwrap_or(0)),
        (f::MUL_A, mux[2].unwrap_or(0)),
        (f::MUL_B, mux[3].unwrap_or(0)),
    ] {
        word = field.set(word, value);
    }
    Ok(apply(word, &a.hidden))
}

fn flags(a: &Alu) -> Result<bool, Refused> {
    if a.add.sf && a.add.op == AddOp::Nop {
        return refuse(a.add.at, "a nop cannot set flags", "");
    }
    if a.mul.sf && a.add.op != AddOp::Nop {
        return refuse(
            a.mul.at,
            "flags are set from the add ALU unless it is idle",
            "write `.sf` on the add operation, or `nop` in its place",
        );
    }
    Ok(a.add.sf || a.mul.sf)
}

fn idle_dst(d: &Dst) -> bool {
    d.addr == waddr::NOP
}

fn load(l: &Load) -> Result<u64, Refused> {
    let number = l.value.number;
    let imm = match l.mode {
        LoadMode::Semaphore => {
            if !(0..16).contains(&number) {
                return refuse(
                    l.value.at,
                    format!("there is no semaphore {number}"),
                    "semaphores are numbered 0 to 15",
                );
            }
            number as u64 | u64::from(l.semaphore == SemaphoreOp::Acquire) << 4
        }
        _ => word32(number, l.value.at)?,
    };
    let mut word = destinations(0, &l.dst[0], &l.dst[1], None)?;
    for (field, value) in [
        (f::SIG, bits(&SIGNAL, &Signal::LoadImm)),
        (f::MODE, bits(&LOAD_MODE, &l.mode)),
        // Flags are only set where the condition holds, so a load that sets
        // them from the add ALU is not idle.
        (
            f::COND_ADD,
            default_cond(l.cond[0], idle_dst(&l.dst[0]) && !l.sf),
        ),
        (f::COND_MUL, default_cond(l.cond[1], idle_dst(&l.dst[1]))),
        (f::SF, u64::from(l.sf)),
        (f::IMM, imm),
    ] {
        word = field.set(word, value);
    }
    Ok(apply(word, &l.hidden))
}

/// A number as 32 bits, signed or unsigned.
pub(super) fn word32(number: i64, at: At) -> Result<u64, Refused> {
    match u32::try_from(number) {
        Ok(v) => Ok(u64::from(v)),
        Err(_) => match i32::try_from(number) {
            Ok(v) => Ok(u64::from(v as u32)),
            Err(_) => refuse(at, format!("{number} does not fit in 32 bits"), ""),
        },
    }
}

fn branch(b: &Branch) -> Result<u64, Refused> {
    let mut word = destinations(0, &b.dst[0], &b.dst[1], None)?;
    for (field, value) in [
        (f::SIG, bits(&SIGNAL, &Signal::Branch)),
        (f::BRANCH_COND, bits(&BRANCH_COND, &b.cond)),
        (f::BRANCH_REL, u64::from(b.relative)),
        (f::BRANCH_REG, u64::from(b.register.is_some())),
        (f::BRANCH_RADDR_A, u64::from(b.register.unwrap_or(0))),
        (f::IMM, word32(b.value.number, b.value.at)?),
    ] {
        word = field.set(word, value);
    }
    Ok(apply(word, &b.hidden))
}
