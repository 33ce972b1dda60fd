//! The intermediate form of an instruction between its 64 bits and its text.
//!
//! ```text
//! word --decode--> Stmt --Display--> text
//! word <--encode-- Stmt <--parse---- text
//! ```
//!
//! A [`Stmt`] contains the fields visible in the text. Other fields have defaults;
//! those that differ from their default are listed in `hidden`, so that nothing is
//! lost.

use super::add::ADD;
use super::cond::{BRANCH_COND, COND};
use super::flow::{LOAD_MODE, LoadMode, SEMAPHORE, SemaphoreOp, lane_pair};
use super::imm::small_imm_text;
use super::mul::MUL;
use super::pack::UNPACK;
use super::pack::Unpack;
use super::regs::{File, read_name, read_reg, write_name, write_reg};
use super::signal::{SIGNAL, is_prefix};
use super::word::{AddOp, BranchCond, Cond, MulOp, Signal};
use std::fmt;
use tilescope_tables::asm::At;
use tilescope_tables::{Field, Slot};

#[derive(Clone, Debug)]
pub(super) enum Stmt {
    Alu(Alu),
    Load(Load),
    Branch(Branch),
    /// A word given as a number, and the reason if it was decoded to that.
    Word(u64, &'static str),
}

#[derive(Clone, Debug)]
pub(super) struct Alu {
    pub signal: Signal,
    pub signal_at: At,
    pub add: Half<AddOp>,
    pub mul: Half<MulOp>,
    pub hidden: Vec<Override>,
}

/// Operation of one of the two ALUs.
#[derive(Clone, Debug)]
pub(super) struct Half<O> {
    pub op: O,
    /// `None` is the default: always for an operation, never for a nop.
    pub cond: Option<Cond>,
    pub sf: bool,
    pub dst: Dst,
    pub src: [Src; 2],
    pub at: At,
}

impl<O> Half<O> {
    /// A half with only an operation.
    pub fn idle(op: O) -> Self {
        Half {
            op,
            cond: None,
            sf: false,
            dst: Dst::NOP,
            src: [Src::R0; 2],
            at: At::default(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Dst {
    /// Write address.
    pub addr: u8,
    /// The file, where the address means something else in the other.
    pub file: Option<File>,
    pub pack: Option<Pack>,
    pub at: At,
}

impl Dst {
    pub const NOP: Dst = Dst {
        addr: super::word::waddr::NOP,
        file: None,
        pack: None,
        at: At { column: 0, len: 0 },
    };

    /// Write address `addr` through `file`, naming the file only where it matters.
    pub fn new(file: File, addr: u8) -> Dst {
        let same = write_reg(File::A, addr) == write_reg(File::B, addr) && addr >= 32;
        Dst {
            addr,
            file: (!same).then_some(file),
            ..Dst::NOP
        }
    }
}

/// A pack mode by its name, which both kinds of packing share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack {
    pub name: &'static str,
    pub by: Packer,
    pub at: At,
}

/// Pack unit selected by the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packer {
    /// Either: the mul ALU if it can.
    Open,
    Mul,
    FileA,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Src {
    pub what: SrcReg,
    pub unpack: Unpack,
    /// Rotation of the mul ALU: 0 by r5, else by lanes.
    pub rotate: Option<u8>,
    pub at: At,
}

impl Src {
    pub const R0: Src = Src::new(SrcReg::Acc(0));

    pub const fn new(what: SrcReg) -> Src {
        Src {
            what,
            unpack: Unpack::None,
            rotate: None,
            at: At { column: 0, len: 0 },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SrcReg {
    /// Accumulators r0 to r5.
    Acc(u8),
    /// A read address; the file is open where both files have the same register.
    Read(u8, Option<File>),
    /// The code of a small immediate.
    Imm(u8),
}

impl SrcReg {
    /// Read address `addr` of `file`, leaving the file open where both have it.
    pub fn read(file: File, addr: u8) -> SrcReg {
        let same = addr >= 32
            && read_reg(File::A, addr).is_some()
            && read_reg(File::A, addr) == read_reg(File::B, addr);
        SrcReg::Read(addr, (!same).then_some(file))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Load {
    pub mode: LoadMode,
    pub semaphore: SemaphoreOp,
    pub sf: bool,
    pub dst: [Dst; 2],
    /// `None` is the default: always, or never for a destination `nop`.
    pub cond: [Option<Cond>; 2],
    pub value: Value,
    pub hidden: Vec<Override>,
}

#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub cond: BranchCond,
    pub dst: [Dst; 2],
    pub relative: bool,
    pub register: Option<u8>,
    pub value: Value,
    pub hidden: Vec<Override>,
}

/// A number that may depend on a label.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    /// The number, or what is added to the label.
    pub number: i64,
    pub label: Option<String>,
    pub at: At,
}

/// A field whose value the rest of the statement does not determine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Override {
    pub field: Field,
    pub value: u64,
}

fn row_name<O: PartialEq>(slot: &Slot<O>, op: &O) -> &'static str {
    slot.row(op).map_or("?", |r| r.name)
}

impl fmt::Display for Stmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stmt::Alu(a) => a.fmt(f),
            Stmt::Load(l) => l.fmt(f),
            Stmt::Branch(b) => b.fmt(f),
            Stmt::Word(w, "") => write!(f, ".word {w:#018x}"),
            Stmt::Word(w, why) => write!(f, ".word {w:#018x}  # {why}"),
        }
    }
}

impl fmt::Display for Alu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_prefix(self.signal) {
            write!(f, "{} ", row_name(&SIGNAL, &self.signal))?;
        }
        let mov = self.add.op == AddOp::Or && self.add.src[0].what == self.add.src[1].what;
        let idle = self.add.op == AddOp::Nop;
        half(f, &self.add, row_name(&ADD, &self.add.op), mov, idle)?;
        if self.mul.op != MulOp::Nop {
            let mov = self.mul.op == MulOp::V8min && self.mul.src[0].what == self.mul.src[1].what;
            f.write_str(" ; ")?;
            half(f, &self.mul, row_name(&MUL, &self.mul.op), mov, false)?;
        }
        hidden(f, &self.hidden)
    }
}

fn half<O>(
    f: &mut fmt::Formatter<'_>,
    h: &Half<O>,
    name: &str,
    mov: bool,
    idle: bool,
) -> fmt::Result {
    if idle {
        return f.write_str(name);
    }
    f.write_str(if mov { "mov" } else { name })?;
    if h.sf {
        f.write_str(".sf")?;
    }
    condition(f, h.cond)?;
    write!(f, " {}, {}", h.dst, h.src[0])?;
    if !mov {
        write!(f, ", {}", h.src[1])?;
    }
    Ok(())
}

fn condition(f: &mut fmt::Formatter<'_>, cond: Option<Cond>) -> fmt::Result {
    match cond {
        None => Ok(()),
        Some(c) => write!(f, ".{}", row_name(&COND, &c)),
    }
}

fn hidden(f: &mut fmt::Formatter<'_>, overrides: &[Override]) -> fmt::Result {
    // With the small-immediate signal, raddr_b is not an address.
    let immediate = overrides.iter().any(|o| o.field.name == "sig");
    for (i, o) in overrides.iter().enumerate() {
        write!(f, "{}{}=", if i == 0 { " {" } else { ", " }, o.field.name)?;
        let file = match o.field.name {
            "raddr_a" => Some(File::A),
            "raddr_b" if !immediate => Some(File::B),
            _ => None,
        };
        match file.filter(|&file| o.value >= 32 && read_reg(file, o.value as u8).is_some()) {
            Some(file) => f.write_str(&read_name(file, o.value as u8, false))?,
            None if o.field.width() > 8 => write!(f, "{:#x}", o.value)?,
            None => write!(f, "{}", o.value)?,
        }
    }
    if overrides.is_empty() {
        Ok(())
    } else {
        f.write_str("}")
    }
}

impl fmt::Display for Dst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_name(self.file.unwrap_or(File::A), self.addr))?;
        match self.pack {
            Some(p) => write!(f, ".{}", p.name),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Src {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            SrcReg::Acc(n) => write!(f, "r{n}")?,
            SrcReg::Read(addr, None) => f.write_str(&read_name(File::A, addr, false))?,
            SrcReg::Read(addr, Some(file)) => f.write_str(&read_name(file, addr, true))?,
            SrcReg::Imm(code @ 48..) => write!(f, "si{code}")?,
            SrcReg::Imm(code) => f.write_str(&small_imm_text(code))?,
        }
        if self.unpack != Unpack::None {
            write!(f, ".{}", row_name(&UNPACK, &self.unpack))?;
        }
        match self.rotate {
            None => Ok(()),
            Some(0) => f.write_str("+r5"),
            Some(n) => write!(f, "+{n}"),
        }
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let semaphore = self.mode == LoadMode::Semaphore;
        if semaphore {
            f.write_str(row_name(&SEMAPHORE, &self.semaphore))?;
        } else {
            f.write_str(row_name(&LOAD_MODE, &self.mode))?;
        }
        if self.sf {
            f.write_str(".sf")?;
        }
        let nop = |d: &Dst, c: Option<Cond>| {
            d.addr == super::word::waddr::NOP && d.pack.is_none() && c.is_none()
        };
        let written = !(nop(&self.dst[0], self.cond[0]) && nop(&self.dst[1], self.cond[1]));
        f.write_str(" ")?;
        if !semaphore || written {
            for (d, c) in self.dst.iter().zip(self.cond) {
                write!(f, "{d}")?;
                condition(f, c)?;
                f.write_str(", ")?;
            }
        }
        let bits = self.value.number as u32;
        match self.mode {
            LoadMode::Imm32 => write!(f, "{bits:#010x}")?,
            LoadMode::Semaphore => write!(f, "{bits}")?,
            LoadMode::SignedPairs | LoadMode::UnsignedPairs => {
                for lane in 0..16 {
                    let open = if lane == 0 { "[" } else { ", " };
                    write!(f, "{open}{}", lane_pair(self.mode, bits, lane))?;
                }
                f.write_str("]")?;
            }
        }
        hidden(f, &self.hidden)
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("branch")?;
        if self.cond != BranchCond::Always {
            write!(f, ".{}", row_name(&BRANCH_COND, &self.cond))?;
        }
        f.write_str(" ")?;
        let nop = |d: &Dst| d.addr == super::word::waddr::NOP;
        match (nop(&self.dst[0]), nop(&self.dst[1])) {
            (true, true) => {}
            (false, true) => write!(f, "{}, ", self.dst[0])?,
            _ => write!(f, "{}, {}, ", self.dst[0], self.dst[1])?,
        }
        let register = self.register.map(|r| format!("ra{r}"));
        let number = self.value.number;
        match (self.relative, &self.value.label, register) {
            (_, Some(label), None) => f.write_str(label)?,
            (_, Some(label), Some(r)) => write!(f, "{r}+{label}")?,
            (false, None, None) => write!(f, "{:#x}", number as u32)?,
            (true, None, None) => write!(f, "pc{number:+}")?,
            (false, None, Some(r)) if number == 0 => f.write_str(&r)?,
            (false, None, Some(r)) => write!(f, "{r}{number:+}")?,
            (true, None, Some(r)) if number == 0 => write!(f, "pc+{r}")?,
            (true, None, Some(r)) => write!(f, "pc+{r}{number:+}")?,
        }
        hidden(f, &self.hidden)
    }
}
