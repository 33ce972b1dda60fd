//! Definite assignment: reads of registers, accumulators and flags that the program has
//! not written.

use std::collections::HashMap;

use super::access::{Access, File, acc};
use super::flow::{Entry, Graph};
use super::report::Violations;
use super::{Stage, Threads};
use crate::isa::word::{raddr, waddr};
use crate::rules::qpu;

/// A set of places that hold values, a bit each: registers of file A, of file B, then
/// what [`acc`] has bits for.
type Places = u128;

/// The first bit of file B.
const B: u32 = 32;
/// The first bit of accumulators and flags.
const ACC: u32 = 64;
/// The payload of fragment shaders: W in ra15 and Z in rb15.
const PAYLOAD: Places = 1 << 15 | 1 << (B + 15);

const fn accumulators(mask: u8) -> Places {
    (mask as Places) << ACC
}

/// The place of a register, if the address is that of one.
fn register(file: File, addr: u8) -> Places {
    match (file, addr) {
        (File::A, 0..32) => 1 << addr,
        (File::B, 0..32) => 1 << (B + u32::from(addr)),
        _ => 0,
    }
}

/// Definitions that reach an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Defined {
    /// Written on some path.
    may: Places,
    /// Written on every path.
    must: Places,
    /// Written or read on every path: an undefined value is reported at its first read.
    accessed: Places,
    /// Accumulators and flags that a thread switch overwrote on some path.
    lost: Places,
    /// Instructions until a thread switch happens; 0 if none is pending.
    switch_in: u8,
}

impl Defined {
    /// The start of a program.
    pub fn start(stage: Stage) -> Self {
        Self::only(match stage {
            Stage::Fragment(_) => PAYLOAD,
            Stage::Vertex | Stage::Coordinate | Stage::User => 0,
        })
    }

    /// An entry point with unknown state; reads there are not reported.
    pub fn unknown() -> Self {
        Self::only(Places::MAX)
    }

    fn only(places: Places) -> Self {
        Defined {
            may: places,
            must: places,
            accessed: places,
            lost: 0,
            switch_in: 0,
        }
    }

    /// Whether the instruction depends on a place that some path leaves
    /// undefined.
    fn may_be_undefined(&self, access: &Access) -> bool {
        needs(access) & !self.must != 0
    }

    /// Executes one instruction.
    pub fn step(&mut self, access: &Access) {
        let given = gives(access);
        self.may |= given;
        self.must |= given;
        self.accessed |= given | needs(access);
        self.lost &= !given;
        if self.switch_in > 0 {
            self.switch_in -= 1;
            if self.switch_in == 0 {
                let kept = accumulators(1) - 1;
                self.lost |= self.may & !kept;
                self.may &= kept;
                self.must &= kept;
                self.accessed &= kept;
            }
        }
        if access.switches() {
            self.switch_in = 2;
        }
    }

    /// Merges the definitions of another path. Returns whether anything changed.
    pub fn join(&mut self, other: &Self) -> bool {
        let met = Defined {
            may: self.may | other.may,
            must: self.must & other.must,
            accessed: self.accessed & other.accessed,
            lost: self.lost | other.lost,
            switch_in: self.switch_in.max(other.switch_in),
        };
        let changed = met != *self;
        *self = met;
        changed
    }

    /// Reports a read of `places`, all of which are undefined.
    fn report(&self, ip: u32, access: &Access, places: Places, why: Why, out: &mut Violations) {
        for (file, read) in access.each_read() {
            if read.used && register(file, read.addr) & places != 0 {
                let letter = file.letter();
                let message = format!("r{letter}{} is read, but {}", read.addr, why.text());
                out.add(&qpu::UNDEFINED_REGISTER, ip, Some(read.bits), message);
            }
        }
        for bit in 0..7 {
            let place = accumulators(1 << bit);
            if places & place == 0 {
                continue;
            }
            let name = acc::NAMES[bit];
            let (rule, why) = if self.lost & place != 0 {
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
        let open = needs(access) & !facts.accessed;
        let never = open & !facts.may;
        facts.report(node.ip, access, never, Why::Never, out);
        let sometimes = open & !never;
        if sometimes == 0 {
            continue;
        }
        let defined = walks.defined_at_first_arrival(graph, accesses, node.ip);
        let first = sometimes & !defined;
        facts.report(node.ip, access, first, Why::FirstIteration, out);
        let maybe = sometimes & !first;
        let registers = (0..ACC as u8).filter(|slot| maybe >> slot & 1 != 0);
        reads.maybe.extend(registers.map(|slot| (node.ip, slot)));
    }
    reads.maybe.sort_unstable();
    reads.maybe.dedup();
    reads
}

/// Places that are defined at instructions, from at most [`MAX_WALKS`] walks.
#[derive(Default)]
struct Walks(HashMap<u32, Places>);

impl Walks {
    /// Places that some path from the entry to the first execution of instruction
    /// `ip` defines.
    fn defined_at_first_arrival(&mut self, graph: &Graph, accesses: &[Access], ip: u32) -> Places {
        if let Some(known) = self.0.get(&ip) {
            return *known;
        }
        if self.0.len() >= MAX_WALKS {
            return Places::MAX;
        }
        let there = |id: u32| graph.nodes[id as usize].ip == ip;
        let entries = graph.entries.iter().map(|(id, _)| *id);
        let can_run = graph.edges.reached(entries, |id| !there(id));
        let arrivals = (0..graph.nodes.len() as u32).filter(|id| there(*id));
        let last = arrivals.flat_map(|id| graph.before.after(id)).copied();
        let leads = graph.before.reached(last, |id| can_run[id as usize]);
        let mut defined = 0;
        for (node, _) in graph.nodes.iter().zip(&leads).filter(|(_, leads)| **leads) {
            defined |= gives(&accesses[node.ip as usize]);
        }
        for (id, entry) in &graph.entries {
            if *entry == Entry::Unknown && leads[*id as usize] {
                defined = Places::MAX;
            }
        }
        self.0.insert(ip, defined);
        defined
    }
}

/// State that the instruction's results depend on.
fn needs(access: &Access) -> Places {
    let used = access.each_read().filter(|(_, read)| read.used);
    let registers = used.map(|(file, read)| register(file, read.addr));
    registers.fold(accumulators(access.acc_used), |all, place| all | place)
}

/// State that the instruction defines. Conditional and partial writes count, because
/// values are commonly built piece by piece.
fn gives(access: &Access) -> Places {
    let mut given = 0;
    for w in access.each_write() {
        given |= match w.addr {
            0..=31 => register(w.file, w.addr),
            waddr::R0..=waddr::R3 => accumulators(1 << (w.addr - waddr::R0)),
            waddr::R5 => accumulators(acc::R5),
            _ if w.is_sfu() => accumulators(acc::R4),
            _ => 0,
        };
    }
    if access.loads_r4() {
        given |= accumulators(acc::R4);
    }
    if access.reads_peripheral(raddr::VARYING) {
        given |= accumulators(acc::R5);
    }
    if access.sets_flags {
        given |= accumulators(acc::FLAGS);
    }
    given
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
            let letter = file.letter();
            let message = format!(
                "r{letter}{addr} is {verb}: it is the other thread's r{letter}{}",
                addr - 16
            );
            out.add(&qpu::UPPER_REGISTER_IN_THREAD, ip, Some(bits), message);
        }
    }
}
