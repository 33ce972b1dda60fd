//! Definite assignment: reads of registers, accumulators and flags that the program has
//! not written.

use std::collections::HashMap;

use super::access::{Access, File, acc};
use super::dataflow::{Facts, Widening};
use super::flow::{Entry, Graph};
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

    fn without(self, o: Places) -> Places {
        Places {
            a: self.a & !o.a,
            b: self.b & !o.b,
            acc: self.acc & !o.acc,
        }
    }

    fn is_empty(self) -> bool {
        self == Places::NONE
    }

    fn intersection(self, o: Places) -> Places {
        Places {
            a: self.a & o.a,
            b: self.b & o.b,
            acc: self.acc & o.acc,
        }
    }
}

/// Definitions that reach an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defined {
    /// Written on some path.
    may: Places,
    /// Written on every path.
    must: Places,
    /// Written or read on every path: an undefined value is reported at its first read.
    accessed: Places,
    /// Accumulators and flags that a thread switch overwrote on some path.
    lost: u8,
    /// Instructions until a thread switch happens; 0 if none is pending.
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
            accessed: payload,
            lost: 0,
            switch_in: 0,
        }
    }

    /// An entry point with unknown state; reads there are not reported.
    pub fn unknown() -> Self {
        Defined {
            may: Places::ALL,
            must: Places::ALL,
            accessed: Places::ALL,
            lost: 0,
            switch_in: 0,
        }
    }

    /// Whether the instruction depends on a place that some path leaves
    /// undefined.
    fn may_be_undefined(&self, access: &Access) -> bool {
        !needs(access).without(self.must).is_empty()
    }

    /// Executes one instruction.
    pub fn step(&mut self, access: &Access) {
        let given = gives(access);
        self.may = self.may.union(given);
        self.must = self.must.union(given);
        self.accessed = self.accessed.union(given).union(needs(access));
        self.lost &= !given.acc;
        if self.switch_in > 0 {
            self.switch_in -= 1;
            if self.switch_in == 0 {
                self.lost |= self.may.acc;
                self.may.acc = 0;
                self.must.acc = 0;
                self.accessed.acc = 0;
            }
        }
        if access.switches() {
            self.switch_in = 2;
        }
    }

    /// Reports a read of `places`, all of which are undefined.
    fn report(&self, ip: u32, access: &Access, places: Places, why: Why, out: &mut Violations) {
        for (file, read) in access.each_read() {
            let (undefined, letter) = match file {
                File::A => (places.a, 'a'),
                File::B => (places.b, 'b'),
            };
            if read.used && read.addr < 32 && undefined >> read.addr & 1 != 0 {
                let message = format!("r{letter}{} is read, but {}", read.addr, why.text());
                out.add(&qpu::UNDEFINED_REGISTER, ip, Some(read.bits), message);
            }
        }
        for bit in 0..7 {
            if places.acc >> bit & 1 == 0 {
                continue;
            }
            let name = acc::NAMES[bit];
            let (rule, why) = if self.lost >> bit & 1 != 0 {
                let why = "every path from a definition to this use switches threads";
                (&qpu::ACCUMULATOR_ACROSS_SWITCH, why)
            } else {
                let rule = match 1 << bit {
                    acc::R4 => &qpu::UNDEFINED_R4,
                    acc::R5 => &qpu::UNDEFINED_R5,
                    acc::FLAGS => &qpu::UNDEFINED_FLAGS,
                    _ => &qpu::UNDEFINED_ACCUMULATOR,
                };
                (rule, why.text())
            };
            let verb = if 1 << bit == acc::FLAGS { "are" } else { "is" };
            out.add(rule, ip, None, format!("{name} {verb} used, but {why}"));
        }
    }
}

/// Why a value is undefined.
#[derive(Clone, Copy)]
enum Why {
    /// No path defines it.
    Never,
    /// It is defined after the first read, in a loop around that.
    FirstIteration,
}

impl Why {
    fn text(self) -> &'static str {
        match self {
            Why::Never => "never written on any path from the entry",
            Why::FirstIteration => "not written before the first iteration of the loop",
        }
    }
}

/// Reads of undefined values.
pub(super) struct UndefinedReads {
    /// Reads of registers that only some paths define: instruction and slot, that
    /// of file B counted from 32.
    pub maybe: Vec<(u32, u8)>,
    /// Some path reads an undefined place.
    pub any: bool,
}

/// Maximum number of reads whose first execution is analysed; each takes a walk over
/// the graph.
const MAX_WALKS: usize = 64;

/// Reports reads of definitely undefined values, and returns the others.
///
/// A read is definitely undefined if no path from the entry to its first
/// execution writes the place. In a loop, paths that return to the read do not count.
pub(super) fn check(
    graph: &Graph,
    accesses: &[Access],
    facts: &[Option<Defined>],
    out: &mut Violations,
) -> UndefinedReads {
    let mut reads = UndefinedReads {
        maybe: Vec::new(),
        any: false,
    };
    let mut walks = Walks::default();
    for (id, node) in graph.nodes.iter().enumerate() {
        let Some(facts) = &facts[id] else { continue };
        let access = &accesses[node.ip as usize];
        reads.any |= facts.may_be_undefined(access);
        let open = needs(access).without(facts.accessed);
        if open.is_empty() {
            continue;
        }
        let never = open.without(facts.may);
        facts.report(node.ip, access, never, Why::Never, out);
        let sometimes = open.without(never);
        if sometimes.is_empty() {
            continue;
        }
        let defined = walks.defined_at_first_arrival(graph, accesses, node.ip);
        let first = sometimes.without(defined);
        facts.report(node.ip, access, first, Why::FirstIteration, out);
        let maybe = sometimes.without(first);
        for slot in 0..32 {
            if maybe.a >> slot & 1 != 0 {
                reads.maybe.push((node.ip, slot));
            }
            if maybe.b >> slot & 1 != 0 {
                reads.maybe.push((node.ip, 32 + slot));
            }
        }
    }
    reads.maybe.sort_unstable();
    reads.maybe.dedup();
    reads
}

/// Walks over the graph, at most [`MAX_WALKS`].
#[derive(Default)]
struct Walks {
    cache: HashMap<u32, Places>,
    before: Vec<Vec<u32>>,
}

impl Walks {
    /// Places that some path from the entry to the first execution of instruction
    /// `ip` defines.
    fn defined_at_first_arrival(&mut self, graph: &Graph, accesses: &[Access], ip: u32) -> Places {
        if let Some(known) = self.cache.get(&ip) {
            return *known;
        }
        if self.cache.len() >= MAX_WALKS {
            return Places::ALL;
        }
        if self.before.is_empty() {
            self.before = graph.predecessors();
        }
        let here = |id: u32| graph.nodes[id as usize].ip == ip;
        // Nodes that can run before it and can reach it.
        let mut reached = vec![false; graph.nodes.len()];
        let mut work: Vec<u32> = graph.entries.iter().map(|&(id, _)| id).collect();
        while let Some(id) = work.pop() {
            if !here(id) && !std::mem::replace(&mut reached[id as usize], true) {
                work.extend(graph.nodes[id as usize].successors());
            }
        }
        let mut defined = Places::NONE;
        let mut work: Vec<u32> = (0..graph.nodes.len() as u32)
            .filter(|&id| here(id))
            .collect();
        while let Some(id) = work.pop() {
            for &from in &self.before[id as usize] {
                if std::mem::replace(&mut reached[from as usize], false) {
                    let node = &graph.nodes[from as usize];
                    defined = defined.union(gives(&accesses[node.ip as usize]));
                    if graph.entries.contains(&(from, Entry::Unknown)) {
                        defined = Places::ALL;
                    }
                    work.push(from);
                }
            }
        }
        self.cache.insert(ip, defined);
        defined
    }
}

impl Facts for Defined {
    fn join(&mut self, other: &Self, _: Widening) -> bool {
        let may = self.may.union(other.may);
        let must = self.must.intersection(other.must);
        let accessed = self.accessed.intersection(other.accessed);
        let lost = self.lost | other.lost;
        let switch_in = self.switch_in.max(other.switch_in);
        let changed = (may, must, accessed, lost, switch_in)
            != (
                self.may,
                self.must,
                self.accessed,
                self.lost,
                self.switch_in,
            );
        *self = Defined {
            may,
            must,
            accessed,
            lost,
            switch_in,
        };
        changed
    }
}

/// State that the instruction's results depend on.
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

/// State that the instruction defines. Conditional and partial writes count, because
/// values are commonly built piece by piece.
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
