//! The static checker: finds errors in a QPU program before it runs.
//!
//! ```text
//! words -> access   what each instruction reads, writes and triggers
//!       -> flow     which instruction can follow which, with delay slots
//!       -> single   rules of one instruction
//!       -> timing   rules of instructions that follow each other
//!       -> defined  which values exist            } forward dataflow over
//!       -> queues   TMU, VPM, uniforms, scoreboard } all paths
//! ```
//!
//! Only reachable instructions are checked: a buffer may contain data or other programs
//! after the end of this one. The targets of branches by register are unknown; checks
//! assume nothing about the state there and report nothing. Dataflow rules only report
//! what is wrong on *every* path, because conditions may rule out a path in the graph.

mod access;
mod defined;
mod flow;
mod queues;
mod report;
mod single;
mod timing;

pub use report::Violation;

use crate::isa::word::{Inst, Signal, raddr, waddr};
use access::{Access, File, Form};
use defined::Defined;
use flow::Graph;
use queues::Queues;
use report::Violations;

/// Number of threads of a fragment shader that share a QPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Threads {
    /// The shader has the QPU and all its registers to itself.
    One,
    /// Two threads alternate; each has registers 0 to 15 of both files.
    Two,
}

/// Stage that a program is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A fragment shader.
    Fragment(Threads),
    /// A vertex shader, in rendering.
    Vertex,
    /// A coordinate shader, in binning.
    Coordinate,
    /// A user program, started through V3D_SRQPC.
    User,
}

impl Stage {
    /// The lower-case word used in messages and listings.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Fragment(_) => "fragment",
            Stage::Vertex => "vertex",
            Stage::Coordinate => "coordinate",
            Stage::User => "user",
        }
    }
}

/// Location of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Index of the first instruction to execute.
    pub start: u32,
    /// GPU address of the first word, if known. Without it absolute branches
    /// count as branches to unknown places.
    pub base: Option<u32>,
}

/// Number of times that something happens on a path from the start to an end; unknown by
/// default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// On the path with the fewest.
    pub min: u32,
    /// On the path with the most; `None` if unbounded or unknown.
    pub max: Option<u32>,
}

impl Count {
    /// The number, if it is the same on all paths.
    pub fn exact(self) -> Option<u32> {
        self.max.filter(|&max| max == self.min)
    }
}

/// Static summary of a program. Booleans are about reachable
/// instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Words read from the uniform stream, by operands and as texture setup.
    /// Unbounded if the program writes the uniforms address.
    pub uniforms: Count,
    /// Varyings read.
    pub varyings: Count,
    /// VPM values read.
    pub vpm_reads: Count,
    /// VPM values written.
    pub vpm_writes: Count,
    /// TMU lookups started.
    pub tmu_lookups: Count,
    /// Instructions that control can reach.
    pub reachable: u32,
    /// Whether it has loops.
    pub has_loops: bool,
    /// Whether branch targets are unknown statically.
    pub has_unknown_branches: bool,
    /// Some path reads a register, accumulator or flag before it is written.
    pub may_read_undefined: bool,
    /// Signals thread switches.
    pub switches_threads: bool,
    /// Uses registers 16 to 31 of a file.
    pub uses_upper_registers: bool,
    /// Writes depth to the tile buffer.
    pub writes_tlb_z: bool,
    /// Writes colour to the tile buffer.
    pub writes_tlb_color: bool,
    /// Loads colour from the tile buffer.
    pub reads_tlb_color: bool,
    /// Writes stencil setup words.
    pub writes_stencil_setup: bool,
    /// Writes the tile buffer for some lanes only, or changes the sample mask.
    pub may_discard: bool,
    /// Writes the uniforms address.
    pub writes_uniforms_address: bool,
    /// Acquires or releases semaphores.
    pub uses_semaphores: bool,
    /// Acquires or releases the mutex.
    pub uses_mutex: bool,
    /// Starts DMA between VPM and memory.
    pub uses_dma: bool,
    /// Interrupts the host.
    pub interrupts_host: bool,
}

/// Result of [`check_program`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Broken rules in program order.
    pub violations: Vec<Violation>,
    /// Number of findings left out of rules that were broken very often.
    pub left_out: usize,
    /// Summary of the program.
    pub summary: Summary,
    /// Reads of registers that only some paths define, which only a run can
    /// decide: instruction and register, those of file B counted from 32.
    pub maybe_undefined: Vec<(u32, u8)>,
}

/// Checks the program in `words`, entered at [`Options::start`].
///
/// The time is about linear in the number of words, for any words.
pub fn check_program(words: &[u64], stage: Stage, options: Options) -> Report {
    let mut out = Violations::default();
    let accesses: Vec<Access> = words.iter().map(|&w| Access::of(Inst(w))).collect();
    let mut summary = Summary::default();
    if options.start as usize >= words.len() {
        let message = format!(
            "the program starts at instruction {} of {}",
            options.start,
            words.len()
        );
        out.add(
            &crate::rules::qpu::MISSING_END,
            options.start,
            None,
            message,
        );
        let (violations, left_out) = out.finish();
        return Report {
            violations,
            left_out,
            summary,
            maybe_undefined: Vec::new(),
        };
    }
    let graph = Graph::new(words, &accesses, options.start, options.base, &mut out);
    let defined = graph.solve(
        [Defined::start(stage), Defined::unknown()],
        |node, facts| facts.step(&accesses[node.ip as usize]),
        |facts, other, _| facts.join(other),
    );
    let queues = graph.solve(
        [Queues::start(), Queues::unknown()],
        |node, facts| facts.step(Inst(words[node.ip as usize]), &accesses[node.ip as usize]),
        Queues::join,
    );

    let mut checked = vec![false; words.len()];
    let mut end: Option<Queues> = None;
    for (id, node) in graph.nodes.iter().enumerate() {
        let (ip, inst) = (node.ip, Inst(words[node.ip as usize]));
        let access = &accesses[ip as usize];
        if !std::mem::replace(&mut checked[ip as usize], true) {
            single::check(stage, ip, inst, access, &mut out);
            defined::check_thread_registers(stage, ip, access, &mut out);
            summary.add(access);
        }
        if let Some(facts) = &queues[id] {
            facts.check(stage, ip, inst, access, &mut out);
            if node.is_last() {
                let mut after = *facts;
                after.step(inst, access);
                after.check_end(ip, &mut out);
                match &mut end {
                    Some(end) => end.join_end(&after),
                    None => end = Some(after),
                }
            }
        }
    }
    let undefined = defined::check(&graph, &accesses, &defined, &mut out);
    summary.may_read_undefined = undefined.any;
    timing::Program {
        words,
        accesses: &accesses,
        graph: &graph,
        queues: &queues,
    }
    .check(stage, &mut out);

    summary.has_loops = graph.order.loops;
    summary.has_unknown_branches = graph.has_unknown_branches;
    if let Some(end) = end {
        summary.uniforms = end.uniforms.count();
        summary.varyings = end.varyings.count();
        summary.vpm_reads = end.vpm_reads.count();
        summary.vpm_writes = end.vpm_writes.count();
        summary.tmu_lookups = end.lookups.count();
    }
    let (violations, left_out) = out.finish();
    Report {
        violations,
        left_out,
        summary,
        maybe_undefined: undefined.maybe,
    }
}

impl Summary {
    fn add(&mut self, access: &Access) {
        self.reachable += 1;
        self.switches_threads |= access.switches();
        self.uses_semaphores |= access.form == Form::Semaphore;
        self.uses_mutex |= access.reads_peripheral(raddr::MUTEX_ACQUIRE);
        self.reads_tlb_color |= matches!(access.sig, Signal::ColorLoad | Signal::ColorLoadEnd);
        for (_, read) in access.each_read() {
            self.uses_upper_registers |= read.used && (16..32).contains(&read.addr);
        }
        for w in access.each_write() {
            match (w.addr, w.file) {
                (16..=31, _) => self.uses_upper_registers = true,
                (waddr::TLB_Z, _) => self.writes_tlb_z = true,
                (waddr::TLB_COLOR_MS | waddr::TLB_COLOR_ALL, _) => self.writes_tlb_color = true,
                (waddr::TLB_STENCIL_SETUP, _) => self.writes_stencil_setup = true,
                (waddr::MS_REV_FLAGS, File::A) | (waddr::TLB_ALPHA_MASK, _) => {
                    self.may_discard = true;
                }
                (waddr::UNIFORMS_ADDRESS, _) => self.writes_uniforms_address = true,
                (waddr::MUTEX_RELEASE, _) => self.uses_mutex = true,
                (waddr::VPM_DMA_ADDR, _) => self.uses_dma = true,
                (waddr::HOST_INT, _) => self.interrupts_host = true,
                _ => {}
            }
            self.may_discard |= w.is_tlb() && w.cond != crate::isa::word::Cond::Always;
        }
    }
}
