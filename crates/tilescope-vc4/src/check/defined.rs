//! Which registers, accumulators and flags hold a value of this program.

use super::access::{Access, File, Read, acc};
use super::dataflow::{Facts, Widening};
use super::report::Violations;
use super::{Stage, Threads};
use crate::isa::word::{raddr, waddr};
use crate::rules::qpu;

/// A set of places that hold values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Places {
    a: u32,
    b: u32,
    acc: u8,
}

impl Places {
    const NONE: Places = Places { a: 0, b: 0, acc: 0 };
    const ALL: Places = Places {
        a: !0,
        b: !0,
        acc: !0,
    };

    fn union(self, o: Places) -> Places {
        Places {
            a: self.a | o.a,
            b: self.b | o.b,
            acc: self.acc | o.acc,
        }
    }

    fn intersection(self, o: Places) -> Places {
        Places {
            a: self.a & o.a,
            b: self.b & o.b,
            acc: self.acc & o.acc,
        }
    }
}

/// What is defined in front of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defined {
    /// On some path.
    may: Places,
    /// On every path.
    must: Places,
    /// Accumulators and flags that a thread switch took on some path.
    lost: u8,
    /// Instructions until a thread switch happens; 0 if none is under way.
    switch_in: u8,
}

impl Defined {
    /// The start of a program. Fragment shaders find W in ra15 and Z in rb15.
    pub fn start(stage: Stage) -> Self {
        let payload = match stage {
            Stage::Fragment(_) => Places {
                a: 1 << 15,
                b: 1 << 15,
                acc: 0,
            },
            Stage::Vertex | Stage::Coordinate | Stage::User => Places::NONE,
        };
        Defined {
            may: payload,
            must: payload,
            lost: 0,
            switch_in: 0,
        }
    }

    /// A place of which nothing is known; reads there are not complained about.
    pub fn unknown() -> Self {
        Defined {
            may: Places::ALL,
            must: Places::ALL,
            lost: 0,
            switch_in: 0,
        }
    }

    fn define(&mut self, with: Places) {
        self.may = self.may.union(with);
        self.must = self.must.union(with);
        self.lost &= !with.acc;
    }

    /// Whether the instruction depends on a place that some path leaves
    /// undefined.
    pub fn may_be_undefined(&self, access: &Access) -> bool {
        let needs = needs(access);
        needs.intersection(self.must) != needs
    }

    /// Executes one instruction.
    pub fn step(&mut self, access: &Access) {
        // Each undefined place is reported where it is read first.
        self.define(needs(access));
        self.define(gives(access));
        if self.switch_in > 0 {
            self.switch_in -= 1;
            if self.switch_in == 0 {
                self.lost |= self.may.acc;
                self.may.acc = 0;
                self.must.acc = 0;
            }
        }
        if access.switches() {
            self.switch_in = 2;
        }
    }

    /// Reports reads of what no path defines.
    pub fn check(&self, ip: u32, access: &Access, out: &mut Violations) {
        for (file, read) in access.each_read() {
            self.check_register(ip, file, read, out);
        }
        let missing = access.acc_used & !self.may.acc;
        for bit in 0..7 {
            if missing >> bit & 1 == 0 {
                continue;
            }
            let name = acc::NAMES[bit];
            let (rule, why) = if self.lost >> bit & 1 != 0 {
                (
                    &qpu::ACCUMULATOR_ACROSS_SWITCH,
                    "a thread switch lies between every definition and this use",
                )
            } else {
                let rule = match 1 << bit {
                    acc::R4 => &qpu::UNDEFINED_R4,
                    acc::R5 => &qpu::UNDEFINED_R5,
                    acc::FLAGS => &qpu::UNDEFINED_FLAGS,
                    _ => &qpu::UNDEFINED_ACCUMULATOR,
                };
                (rule, "nothing on any path here defines it")
            };
            let verb = if 1 << bit == acc::FLAGS { "are" } else { "is" };
            out.add(rule, ip, None, format!("{name} {verb} used, but {why}"));
        }
    }

    fn check_register(&self, ip: u32, file: File, read: Read, out: &mut Violations) {
        let (have, letter) = match file {
            File::A => (self.may.a, 'a'),
            File::B => (self.may.b, 'b'),
        };
        if read.used && read.addr < 32 && have >> read.addr & 1 == 0 {
            let message = format!(
                "r{letter}{} is read, but nothing on any path here writes it",
                read.addr
            );
            out.add(&qpu::UNDEFINED_REGISTER, ip, Some(read.bits), message);
        }
    }
}

impl Facts for Defined {
    fn join(&mut self, other: &Self, _: Widening) -> bool {
        let may = self.may.union(other.may);
        let must = self.must.intersection(other.must);
        let lost = self.lost | other.lost;
        let switch_in = self.switch_in.max(other.switch_in);
        let changed =
            (may, must, lost, switch_in) != (self.may, self.must, self.lost, self.switch_in);
        *self = Defined {
            may,
            must,
            lost,
            switch_in,
        };
        changed
    }
}

/// What the instruction's results depend on.
fn needs(access: &Access) -> Places {
    let mut p = Places {
        acc: access.acc_used,
        ..Places::NONE
    };
    for (file, read) in access.each_read() {
        if read.used && read.addr < 32 {
            match file {
                File::A => p.a |= 1 << read.addr,
                File::B => p.b |= 1 << read.addr,
            }
        }
    }
    p
}

/// What the instruction gives a value to. Conditional and partial writes
/// count: the usual way to build a value is to write it piece by piece.
fn gives(access: &Access) -> Places {
    let mut p = Places::NONE;
    for w in access.each_write() {
        match (w.addr, w.file) {
            (0..=31, File::A) => p.a |= 1 << w.addr,
            (0..=31, File::B) => p.b |= 1 << w.addr,
            (waddr::R0..=waddr::R3, _) => p.acc |= 1 << (w.addr - waddr::R0),
            (waddr::R5, _) => p.acc |= acc::R5,
            _ if w.is_sfu() => p.acc |= acc::R4,
            _ => {}
        }
    }
    if access.loads_r4() {
        p.acc |= acc::R4;
    }
    if access.reads_peripheral(raddr::VARYING) {
        p.acc |= acc::R5;
    }
    if access.sets_flags {
        p.acc |= acc::FLAGS;
    }
    p
}

/// Reports uses of registers that belong to the other thread.
pub(super) fn check_thread_registers(stage: Stage, ip: u32, access: &Access, out: &mut Violations) {
    if stage != Stage::Fragment(Threads::Two) {
        return;
    }
    let reads = access
        .each_read()
        .filter(|(_, r)| r.used)
        .map(|(file, r)| (file, r.addr, r.bits, "read"));
    let writes = access
        .each_write()
        .map(|w| (w.file, w.addr, w.bits, "written"));
    for (file, addr, bits, verb) in reads.chain(writes) {
        if (16..32).contains(&addr) {
            let letter = if file == File::A { 'a' } else { 'b' };
            let message = format!(
                "r{letter}{addr} is {verb}: it is the other thread's r{letter}{}",
                addr - 16
            );
            out.add(&qpu::UPPER_REGISTER_IN_THREAD, ip, Some(bits), message);
        }
    }
}
