//! Atoms: what Arm's kernel driver (kbase) takes instead of chains.
//!
//! An atom is a structure of 48 bytes that the CPU passes to an ioctl. Its requirements
//! state whether it is for the GPU, and then its `jc` is the address of a chain of jobs;
//! or a soft job, which the driver does itself; or nothing, for dependencies only.
//!
//! Memory that a client imported from another driver, as a framebuffer of the display,
//! is mapped for the GPU while an atom runs that lists it as an external resource.
//!
//! Tilescope has no kbase device; this decodes and checks atoms, and runs them on a
//! device in their order. Sources: Arm's `mali_base_jm_kernel.h` (layout, bits, event
//! codes) and `mali_kbase_jd.c` (checks, dependencies, resources), as in the Bifrost driver
//! of Android's kernels, which has the same atoms.

mod resources;
mod soft;

use tilescope_core::{Context, Device, Frame, Location, Rule, Status, Submission, Work};
use tilescope_midgard::exception::Exception;
use tilescope_midgard::log::Log;
use tilescope_midgard::rules::kernel as rules;
use tilescope_tables::{Confidence, Source, layout, raw_enum};

use resources::Without;
pub use resources::{Client, EXCLUSIVE};
use soft::State;

const KBASE: Source = Source {
    text: "Arm's kernel driver, mali_base_jm_kernel.h, base_jd_atom_v2",
    confidence: Confidence::Documented,
};

layout! {
    pub mod atom = "ATOM", 48, KBASE, "An atom of Arm's kernel driver.";
    JC, "jc", 0, 64, Address(0), "", "The first job of a chain; of soft jobs, what their kind needs.";
    UDATA_0, "udata_0", 64, 64, Hex, "", "The client's own; comes back with the event.";
    UDATA_1, "udata_1", 128, 64, Hex, "", "The client's own; comes back with the event.";
    EXTRES_LIST, "extres_list", 192, 64, Address(0), "", "External resources: addresses, whose bit 0 is exclusive access.";
    NR_EXTRES, "nr_extres", 256, 16, Uint, "", "The number of external resources.";
    COMPAT_CORE_REQ, "compat_core_req", 272, 16, Hex, "", "Requirements of earlier versions.";
    DEP_0, "dep_0", 288, 8, Uint, "", "The number of an atom to wait for.";
    DEP_0_TYPE, "dep_0_type", 296, 8, Uint, "", "0 is none, 1 a dependency on data, 2 one on order.";
    DEP_1, "dep_1", 304, 8, Uint, "", "The number of an atom to wait for.";
    DEP_1_TYPE, "dep_1_type", 312, 8, Uint, "", "0 is none, 1 a dependency on data, 2 one on order.";
    NUMBER, "atom_number", 320, 8, Uint, "", "The number of the atom.";
    PRIO, "prio", 328, 8, Uint, "", "Priority.";
    DEVICE_NR, "device_nr", 336, 8, Uint, "", "The group of cores.";
    RESERVED_344, "reserved_344", 344, 8, Reserved, "", "Undocumented; drivers write 0.";
    CORE_REQ, "core_req", 352, 32, Hex, "", "Requirements.";
}

/// Bytes of an atom.
pub const SIZE: usize = 48;

/// Requirement: the chain has fragment jobs.
pub const FRAGMENT: u32 = 1 << 0;
/// Requirement: completion is reported with that of a later atom.
pub const EVENT_COALESCE: u32 = 1 << 5;
/// Requirement: external resources are listed.
pub const EXTERNAL_RESOURCES: u32 = 1 << 8;
/// The atom is a soft job; its kind is in the low bits.
pub const SOFT_JOB: u32 = 1 << 9;
/// Requirements that name units of the GPU: fragment, compute, tiler, cache flush, value,
/// and compute only.
const UNITS: u32 = 0x1f | 1 << 10;

/// The kind of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: only its dependencies count.
    Dependencies,
    /// A chain for the job slot with this number.
    Chain(u32),
    /// A soft job.
    Soft(SoftJob),
}

raw_enum! {
    pub enum SoftJob = "soft job", "The kind of a soft job.";
    DumpTime = 1, "DUMP_CPU_GPU_TIME", "Writes the times of CPU and GPU to `jc`.";
    FenceTrigger = 2, "FENCE_TRIGGER", "Signals a fence.";
    FenceWait = 3, "FENCE_WAIT", "Waits for a fence.";
    EventWait = 5, "EVENT_WAIT", "Waits until the byte at `jc` is set.";
    EventSet = 6, "EVENT_SET", "Sets the byte at `jc`.";
    EventReset = 7, "EVENT_RESET", "Clears the byte at `jc`.";
    DebugCopy = 8, "DEBUG_COPY", "Copies external resources.";
    JitAlloc = 9, "JIT_ALLOC", "Allocates memory; `jc` is a list.";
    JitFree = 10, "JIT_FREE", "Frees memory; `jc` is a list.";
    ResourcesMap = 11, "EXT_RES_MAP", "Maps external resources; `jc` is a list.";
    ResourcesUnmap = 12, "EXT_RES_UNMAP", "Unmaps external resources; `jc` is a list.";
}

/// The event of an atom: the exception of its chain, or one of the driver's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number of the atom.
    pub number: u8,
    /// The code: 1 is done.
    pub code: u32,
}

impl Event {
    /// The code of an atom that waits for what never comes, when its client ends.
    pub const JOB_CANCELLED: u32 = 0x4002;
    /// The code of an atom that the driver refuses.
    pub const JOB_INVALID: u32 = 0x4003;
}

/// An atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Its number.
    pub number: u8,
    /// Its requirements.
    pub requirements: u32,
    /// The address of a chain, or what the soft job needs.
    pub jc: u64,
    /// The atoms that it waits for, and whether their failure is passed on.
    pub dependencies: [Option<(u8, bool)>; 2],
    /// The number of external resources.
    pub resources: u16,
    /// The address of their list, in the client's memory.
    pub list: u64,
}

impl Atom {
    /// The atom in `bytes`.
    pub fn decode(bytes: &[u8; SIZE]) -> Atom {
        let dependency = |number: u64, kind: u64| match kind {
            0 => None,
            kind => Some((number as u8, kind & 1 != 0)),
        };
        Atom {
            number: atom::NUMBER.get(bytes) as u8,
            requirements: atom::CORE_REQ.get(bytes) as u32,
            jc: atom::JC.get(bytes),
            dependencies: [
                dependency(atom::DEP_0.get(bytes), atom::DEP_0_TYPE.get(bytes)),
                dependency(atom::DEP_1.get(bytes), atom::DEP_1_TYPE.get(bytes)),
            ],
            resources: atom::NR_EXTRES.get(bytes) as u16,
            list: atom::EXTRES_LIST.get(bytes),
        }
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        let bits = self.requirements;
        match (bits & SOFT_JOB != 0, bits & UNITS) {
            (true, _) => Kind::Soft(SoftJob::from_bits(bits as u8 & 0x1f)),
            (false, 0) => Kind::Dependencies,
            (false, _) => Kind::Chain(u32::from(bits & FRAGMENT == 0)),
        }
    }

    /// The rule for which the driver refuses it, and the diagnosis.
    pub fn problem(&self) -> Option<(&'static Rule, String)> {
        let both = EXTERNAL_RESOURCES | EVENT_COALESCE;
        if self.requirements & both == both {
            let text = format!("the requirements are {:#x}", self.requirements);
            return Some((&rules::ATOM_REQUIREMENTS, text));
        }
        match self.kind() {
            Kind::Chain(_) | Kind::Soft(_) if self.jc == 0 => {
                let text = format!("jc of atom {} is 0", self.number);
                Some((&rules::ATOM_CHAIN, text))
            }
            Kind::Soft(SoftJob::Unknown(kind)) => {
                let text = format!("atom {} is a soft job of kind {kind}", self.number);
                Some((&rules::ATOM_SOFT_JOB, text))
            }
            _ => None,
        }
    }
}

/// Runs `atoms` of `client` in their order. Returns their events.
///
/// An atom that waits for the data of one that failed is not run, and has its code.
pub fn run(
    device: &mut dyn Device,
    atoms: &[Atom],
    client: &Client<'_>,
    ctx: &mut Context<'_>,
) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    let mut state = State::default();
    for (n, atom) in (0..).zip(atoms) {
        let failed = atom
            .dependencies
            .iter()
            .flatten()
            .find_map(|(number, data)| {
                let event = events.iter().rev().find(|e| e.number == *number)?;
                (*data && event.code != DONE).then_some(event.code)
            });
        let code = match failed {
            Some(code) => code,
            None => one(device, (n, atom), (client, &mut state), ctx),
        };
        events.push(Event {
            number: atom.number,
            code,
        });
    }
    events
}

/// The code of an atom that is complete: the exception `DONE`.
const DONE: u32 = 1;

/// Runs an atom. Returns the code of its event.
fn one(
    device: &mut dyn Device,
    (n, atom): (u32, &Atom),
    (client, state): (&Client<'_>, &mut State),
    ctx: &mut Context<'_>,
) -> u32 {
    let at = Location::new().inside(Frame::Submission(n, format!("atom {}", atom.number).into()));
    let mut log = Log::new(at, ctx.observer);
    let hidden = match atom.problem() {
        Some(problem) => Err(problem),
        None => (client.hidden(atom, &state.mapped, ctx.memory)).map_err(|why| {
            let text = format!("external resources of atom {}: {why}", atom.number);
            (&rules::ATOM_RESOURCES, text)
        }),
    };
    let hidden = match hidden {
        Ok(hidden) => hidden,
        Err((rule, text)) => {
            log.find(rule, (0u64, n), |at| (at.clone(), text));
            log.deliver(ctx.observer);
            return Event::JOB_INVALID;
        }
    };
    match atom.kind() {
        Kind::Dependencies => DONE,
        Kind::Soft(soft) => {
            let code = state.run(soft, atom, client, (ctx.memory, &mut log));
            log.deliver(ctx.observer);
            code
        }
        Kind::Chain(queue) => {
            let submission = Submission {
                label: format!("atom {}", atom.number),
                work: vec![Work::List {
                    queue,
                    start: atom.jc,
                    end: atom.jc,
                }],
                ..Submission::default()
            };
            let memory = Without {
                memory: ctx.memory,
                hidden: &hidden,
            };
            let mut ctx = Context {
                memory: &memory,
                observer: &mut *ctx.observer,
                fuel: ctx.fuel,
                workers: ctx.workers,
            };
            match device.submit(&submission, &mut ctx).status {
                Status::Done => DONE,
                Status::Fault(finding) => Exception::of(finding.rule).bits().into(),
                Status::OutOfFuel(_) => Exception::Terminated.bits().into(),
            }
        }
    }
}
