//! Compilation and calls.

use crate::allocate::{allocate, allocate_loop};
use crate::assemble::Assembler;
use crate::branches::Drafts;
use crate::builder::Builder;
use crate::graph::Graph;
use crate::memory::Memory;
use crate::rounds::LoopSlots;
use crate::target::Target;
use std::fmt;
use std::sync::Arc;
use tilescope_exec::Lanes16;

/// The reason why there is no native code.
#[derive(Debug)]
pub enum CompileError {
    /// There is no native code for this host, or it refuses memory for it.
    Host(String),
    /// The code generator refused the function.
    Codegen(String),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Host(why) => write!(f, "no native code for this host: {why}"),
            CompileError::Codegen(why) => write!(f, "code generation failed: {why}"),
        }
    }
}

impl std::error::Error for CompileError {}

fn codegen(e: impl fmt::Display) -> CompileError {
    CompileError::Codegen(e.to_string())
}

/// Whether this host has the instructions of native code.
pub fn supported() -> bool {
    Target::of_host().is_some()
}

/// Machine code under construction, for groups of some batches.
pub(crate) struct Compiler {
    assembler: Assembler,
    target: Target,
    batches: usize,
    /// Their first bytes, and one more than the highest register that they access.
    functions: Vec<(usize, usize)>,
}

impl Compiler {
    /// No code yet, for groups of `batches`.
    pub fn new(target: Target, batches: usize) -> Result<Compiler, CompileError> {
        if !target.is_supported() {
            return Err(CompileError::Host(format!("it has no {target:?}")));
        }
        Ok(Compiler {
            assembler: Assembler::new(target, batches),
            target,
            batches,
            functions: Vec::new(),
        })
    }

    /// Adds a function: the code that `emit` emits, for each batch that it is called for, if
    /// it stores anything. Returns whether it does.
    pub fn add(&mut self, emit: impl FnOnce(&mut Builder<'_>)) -> Result<bool, CompileError> {
        let mut graph = Graph::new(self.target);
        emit(&mut Builder { graph: &mut graph });
        if graph.refused {
            let what = "an operation has no instructions";
            return Err(CompileError::Host(what.to_owned()));
        }
        if graph.stores.is_empty() {
            return Ok(false);
        }
        let body = allocate(&graph).map_err(codegen)?;
        let start = self.assembler.function(&body).map_err(codegen)?;
        self.functions.push((start, graph.extent()));
        Ok(true)
    }

    /// Adds a function: one round of a loop, as `emit` emits it, for each batch until no lane is
    /// in it. Returns whether there is code for it.
    pub fn add_loop(
        &mut self,
        emit: impl FnOnce(&mut Builder<'_>) -> Option<LoopSlots>,
    ) -> Result<bool, CompileError> {
        let mut graph = Graph::new(self.target);
        let Some(slots) = emit(&mut Builder { graph: &mut graph }) else {
            return Ok(false);
        };
        let rounds = allocate_loop(&graph).map_err(codegen)?;
        let start = (self.assembler.loop_function(&rounds, &slots)).map_err(codegen)?;
        let inner = slots
            .inner
            .iter()
            .flat_map(|(inner, outer)| [*inner, *outer]);
        let own = inner.chain([slots.running]);
        let extent = own
            .map(|slot| usize::from(slot) + 1)
            .fold(graph.extent(), usize::max);
        self.functions.push((start, extent));
        Ok(true)
    }

    /// Adds a function: a loop whose batches branch.
    pub fn add_branching<V>(&mut self, drafts: &Drafts<'_, V>) -> Result<(), CompileError> {
        let branching = drafts.allocate().map_err(codegen)?;
        let start = self.assembler.branching(&branching).map_err(codegen)?;
        let start = start.ok_or_else(|| codegen("a jump has no target"))?;
        self.functions.push((start, drafts.extent()));
        Ok(())
    }

    /// The functions, in the order in which they were added.
    pub fn finish(self) -> Result<Vec<Batches>, CompileError> {
        let (code, constants) = self.assembler.finish();
        let memory = Arc::new(Memory::new(&code, constants)?);
        let functions = self.functions.into_iter();
        let functions = functions.map(|(entry, extent)| Batches {
            memory: memory.clone(),
            entry,
            extent,
            batches: self.batches,
        });
        Ok(functions.collect())
    }
}

/// Native code over the registers of a group, for each batch that runs.
#[derive(Debug)]
pub(crate) struct Batches {
    memory: Arc<Memory>,
    entry: usize,
    /// One more than the highest register that it accesses.
    extent: usize,
    batches: usize,
}

impl Batches {
    /// Runs the code on some batches of `registers`; that of a loop at most so many `rounds` in
    /// each.
    ///
    /// # Panics
    /// If the code accesses anything outside `registers`.
    pub fn call(&self, registers: &mut [Lanes16], batches: &[u8], rounds: u64) {
        let count = self.batches;
        assert!(
            registers.len() >= self.extent * count,
            "{} registers; {} are needed",
            registers.len() / count.max(1),
            self.extent
        );
        let inside = |batch: &u8| usize::from(*batch) < count;
        assert!(batches.iter().all(inside), "a batch that does not exist");
        if batches.is_empty() || rounds == 0 {
            return;
        }
        #[expect(unsafe_code, reason = "machine code is called")]
        // SAFETY: `entry` is of a function of this memory. It accesses registers below
        // `extent` of these batches, which are inside `registers` as was checked.
        unsafe {
            self.memory.call(self.entry, registers, batches, rounds);
        }
    }

    /// One more than the highest register that is accessed.
    pub fn extent(&self) -> usize {
        self.extent
    }
}
