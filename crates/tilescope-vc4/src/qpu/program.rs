//! A QPU program, decoded and lowered once.

use super::decode::{Branch, Decoded, Kind};
use super::emit::Carry;
use super::flat::is_flat;
use super::gang;
use super::hazards::{read_undefined, sees_residue, tests_carry};
use super::lowered::{Lowered, Uniforms};
use super::places::Code;
use super::quirks::QpuQuirks;
use super::slots;
use super::stream::Stream;
use super::tracking::Tracking;
#[cfg(feature = "jit")]
use super::values::Qpu;
use crate::isa::Inst;
use std::sync::OnceLock;

/// Facts from the static checker that execution depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Instructions that stop the hardware, in ascending order.
    pub stopping: Vec<u32>,
    /// Reads of registers that only some paths define: instruction and slot.
    pub maybe_undefined: Vec<(u32, u8)>,
}

/// The use of C, which only some programs test.
const fn carry(tested: bool) -> Carry {
    match tested {
        true => Carry::Kept,
        false => Carry::Ignored,
    }
}

/// Decoded and lowered instructions, independent of any thread.
#[derive(Clone, Debug)]
pub struct Program {
    base: u32,
    quirks: QpuQuirks,
    code: Vec<Decoded>,
    lowered: Option<Lowered>,
    /// The same with constants for uniforms, if a thread with known positions of them has run.
    known: OnceLock<Option<Box<Lowered>>>,
    read_undefined: Vec<u8>,
    tests_carry: bool,
    reads_w: bool,
    reads_z: bool,
    loops: bool,
    moves_quads: bool,
    stays: bool,
    flat: bool,
    /// Instructions that stop the hardware, in order.
    stopping: Vec<u32>,
    tracking: Option<Tracking>,
}

impl Program {
    /// Decodes `words`, which are at GPU address `base`.
    pub fn new(words: &[u64], base: u32, quirks: QpuQuirks) -> Program {
        Program::checked(words, base, quirks, &Checked::default())
    }

    /// The same, with the results of the static checker.
    pub fn checked(words: &[u64], base: u32, quirks: QpuQuirks, found: &Checked) -> Program {
        let mut code: Vec<Decoded> = words
            .iter()
            .enumerate()
            .map(|(i, &w)| {
                let address = base.wrapping_add((i as u32).wrapping_mul(8));
                Decoded::new(Inst(w), address, &quirks)
            })
            .collect();
        for &ip in &found.stopping {
            if let Some(d) = code.get_mut(ip as usize) {
                d.kind = Kind::Reserved;
            }
        }
        let tracking = Tracking::new(&code, &found.maybe_undefined);
        let residue = code.iter().any(|d| sees_residue(d, &quirks));
        let tests_carry = code.iter().any(tests_carry);
        let reads = |slot| code.iter().any(|d| d.registers_read().contains(&slot));
        let carry = carry(tests_carry);
        let all = Code::new(&code, base, &quirks);
        let lowered = match residue {
            true => None,
            false => {
                let tracking = tracking.as_ref();
                Lowered::new(all, carry, &found.stopping, tracking, Uniforms::Read)
            }
        };
        let index = |target: u32| all.index(target);
        let loops = (0u32..).zip(&code).any(|(ip, d)| match &d.kind {
            Kind::Branch(b) => index(b.target).is_some_and(|to| to <= ip),
            _ => false,
        });
        Program {
            base,
            quirks,
            flat: lowered.is_some() && tracking.is_none() && is_flat(&code),
            tests_carry,
            reads_w: reads(slots::RA + 15),
            reads_z: reads(slots::RB + 15),
            read_undefined: read_undefined(&code, residue),
            lowered,
            known: OnceLock::new(),
            loops,
            moves_quads: code.iter().any(gang::moves_quads),
            stays: code.iter().all(gang::stays),
            stopping: found.stopping.clone(),
            tracking,
            code,
        }
    }

    /// Whether instruction `ip` stops the hardware, according to the static checker.
    pub fn stopping_at(&self, ip: u32) -> bool {
        self.stopping.binary_search(&ip).is_ok()
    }

    /// Registers whose definition has to be tracked while it runs.
    pub(super) fn tracking(&self) -> Option<&Tracking> {
        self.tracking.as_ref()
    }

    /// Number of instructions.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// Whether there are no instructions.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// GPU address of instruction `ip`.
    pub fn address(&self, ip: u32) -> u32 {
        self.base.wrapping_add(ip.wrapping_mul(8))
    }

    /// The instruction at GPU address `address`.
    pub fn index(&self, address: u32) -> Option<u32> {
        let offset = address.wrapping_sub(self.base);
        let ip = offset / 8;
        (offset.is_multiple_of(8) && (ip as usize) < self.code.len()).then_some(ip)
    }

    /// Instruction `ip`.
    pub fn decoded(&self, ip: u32) -> Option<&Decoded> {
        self.code.get(ip as usize)
    }

    /// The quirks it was decoded with.
    pub fn quirks(&self) -> &QpuQuirks {
        &self.quirks
    }

    /// Slots that may be read before they are written.
    pub(super) fn read_undefined(&self) -> &[u8] {
        &self.read_undefined
    }

    /// Registers that a thread may read before it has written them, by name.
    /// Never includes ra15 and rb15, which the hardware initialises. Exact before the
    /// first branch, conservative after it.
    pub fn undefined_reads(&self) -> impl Iterator<Item = String> {
        self.read_undefined.iter().map(|&slot| match slot {
            0..32 => format!("ra{slot}"),
            32..64 => format!("rb{}", slot - slots::RB),
            _ => format!("r{}", slot - slots::R0),
        })
    }

    /// Whether every mode executes it in the pipeline model: it needs state that only that
    /// has, or what is in flight at an instruction is not known before it runs.
    pub fn reference_only(&self) -> bool {
        self.lowered.is_none()
    }

    /// The program of the shader engine.
    pub(super) fn lowered(&self) -> Option<&Lowered> {
        self.lowered.as_ref()
    }

    /// The program of the shader engine for threads with this uniform stream: that with constants
    /// for its words if their positions are known.
    pub(super) fn lowered_for(&self, stream: Stream<'_>) -> Option<&Lowered> {
        let all = self.lowered.as_ref();
        let positions = all.and_then(Lowered::positions);
        if !positions.is_some_and(|positions| positions.suit(stream)) {
            return all;
        }
        let known = self.known.get_or_init(|| {
            let code = Code::new(&self.code, self.base, &self.quirks);
            let uniforms = Uniforms::Constant(self.lowered.as_ref()?);
            let tracking = self.tracking.as_ref();
            let known = Lowered::new(
                code,
                carry(self.tests_carry),
                &self.stopping,
                tracking,
                uniforms,
            );
            known.map(Box::new)
        });
        known.as_deref().or(all)
    }

    /// Whether reads of a uniform stream need no accesses: the position of each is known, and the
    /// stream has its word.
    pub fn knows_uniforms(&self, stream: Stream<'_>) -> bool {
        self.lowered_for(stream).is_some_and(Lowered::has_constants)
    }

    /// The program that [`lowered_for`](Program::lowered_for) has returned, which has constants for
    /// uniforms or not.
    pub(super) fn lowered_as(&self, known: bool) -> Option<&Lowered> {
        match known {
            true => self.known.get()?.as_deref(),
            false => self.lowered.as_ref(),
        }
    }

    #[cfg(feature = "jit")]
    pub(super) fn lowered_mut(&mut self) -> Option<&mut tilescope_shader::Program<Qpu>> {
        self.lowered.as_mut().map(|lowered| &mut lowered.program)
    }

    /// The number of the place at a GPU address, with nothing in flight.
    pub(super) fn place_at(&self, address: u32) -> Option<u32> {
        self.lowered.as_ref()?.place(self.index(address)?)
    }

    /// Instruction `ip`, if it is a branch.
    pub(super) fn branch(&self, ip: u32) -> Option<&Branch> {
        match &self.decoded(ip)?.kind {
            Kind::Branch(b) => Some(b),
            _ => None,
        }
    }

    /// Whether any instruction tests C. If not, [`ExecMode::Normal`](super::ExecMode::Normal)
    /// does not compute it.
    pub fn tests_carry(&self) -> bool {
        self.tests_carry
    }

    /// Whether any instruction reads ra15, which has W in fragment shaders.
    pub fn reads_w(&self) -> bool {
        self.reads_w
    }

    /// Whether any instruction reads rb15, which has Z in fragment shaders.
    pub fn reads_z(&self) -> bool {
        self.reads_z
    }

    /// Whether it has backward branches, so that threads may run for long.
    pub fn loops(&self) -> bool {
        self.loops
    }

    /// Whether threads may access pixels that are not theirs.
    pub fn moves_quads(&self) -> bool {
        self.moves_quads
    }

    /// Whether threads gain from a [gang](super::gang): they never have to leave it, or run for
    /// long.
    pub fn stays_in_gang(&self) -> bool {
        self.loops || self.stays && !self.moves_quads
    }

    /// Whether a thread only writes one colour, and threads with the same uniforms write the
    /// same, lane by lane.
    pub fn is_flat(&self) -> bool {
        self.flat
    }

    /// Number of operations of the shader engine.
    pub fn operations(&self) -> usize {
        self.lowered.as_ref().map_or(0, |l| l.program.operations())
    }

    /// Number of instructions that the shader engine executes, for statistics.
    pub fn translated(&self) -> usize {
        self.lowered.as_ref().map_or(0, Lowered::instructions)
    }
}
