//! The walk along a chain of jobs.
//!
//! Jobs run one after the other in the order of the chain. That satisfies every
//! dependency and barrier, which can only refer to earlier jobs (Mesa,
//! `pan_scoreboard.h`).

use std::collections::BTreeSet;

use tilescope_core::{Frame, Stopped};

use super::header::{Header, name};
use crate::descriptors::JobType;
use crate::device::Units;
use crate::exception::{Exception, fault_pointer};
use crate::log::Ctx;
use crate::memory;
use crate::rules::job as rules;

/// A job slot, and what it runs (Linux `panfrost_job_get_slot`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Slot 0: fragment jobs.
    Fragment,
    /// Slots 1 and 2: all other jobs.
    Compute,
}

impl Slot {
    /// The slot with this number.
    pub const fn of(queue: u32) -> Slot {
        match queue {
            0 => Slot::Fragment,
            _ => Slot::Compute,
        }
    }

    /// Whether it runs jobs of this kind.
    pub const fn takes(self, kind: JobType) -> bool {
        match kind {
            JobType::Fragment => matches!(self, Slot::Fragment),
            JobType::Compute
            | JobType::Vertex
            | JobType::Geometry
            | JobType::Tiler
            | JobType::Fused => matches!(self, Slot::Compute),
            _ => true,
        }
    }
}

/// Fuel that a job costs besides its work.
const JOB_FUEL: u64 = 4;

/// Runs the chain that starts with the job at `first`.
///
/// # Errors
/// The reason why the chain stopped. The status of the job at fault is in its header.
pub fn run(first: u64, slot: Slot, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    let mut visited = BTreeSet::new();
    let mut indices = BTreeSet::new();
    let mut address = first;
    while address != 0 {
        c.fuel.take(JOB_FUEL)?;
        if !visited.insert(address) {
            let at = c.log.at.inside(Frame::Record("job", address));
            let text = format!("the chain returns to the job at {address:#010x}");
            let rule = &rules::ENDLESS_CHAIN;
            return Err(Stopped::by(rule, at, text, (address, 0), c.log));
        }
        let header = Header::read(address, c)?;
        let frame = Frame::Packet(name(header.kind), address, address.wrapping_sub(first));
        memory::inside(c, frame, |c| one(&header, slot, &indices, units, c))?;
        if header.index != 0 && !indices.insert(header.index) {
            c.log.find(&rules::DUPLICATE_INDEX, (address, 0), |at| {
                let text = format!("index {} is that of an earlier job", header.index);
                (at.inside(Frame::Record("job header", address)), text)
            });
        }
        address = header.next;
    }
    Ok(())
}

/// Runs a job, and writes its status.
fn one(
    header: &Header,
    slot: Slot,
    indices: &BTreeSet<u16>,
    units: &mut Units<'_>,
    c: &mut Ctx<'_>,
) -> Result<(), Stopped> {
    c.log.counters.add("jobs", 1);
    let done = check(header, slot, indices, c)
        .and_then(|()| units.run(header, c))
        .and_then(|()| Stopped::check(c.log));
    match done {
        Ok(()) => header.write_status(Exception::Done, 0, c),
        Err(Stopped::By(finding)) => {
            // A job that hangs has no status.
            if finding.rule.severity == tilescope_core::Severity::Fault {
                let exception = Exception::of(finding.rule);
                header.write_status(exception, fault_pointer(&finding), c)?;
            }
            Err(Stopped::By(finding))
        }
        Err(stopped) => Err(stopped),
    }
}

/// Checks the header of a job after those with `indices`.
fn check(
    header: &Header,
    slot: Slot,
    indices: &BTreeSet<u16>,
    c: &mut Ctx<'_>,
) -> Result<(), Stopped> {
    let mut refuse = |rule, text: String| {
        let at = c.log.at.clone();
        Err(Stopped::by(rule, at, text, (header.address, 0), c.log))
    };
    match header.kind {
        JobType::NotStarted => {
            return refuse(&rules::NOT_STARTED, "the type of the job is 0".to_owned());
        }
        JobType::Geometry | JobType::Fused | JobType::Unknown(_) => {
            let text = format!("no Midgard chip has jobs of type {}", header.kind.bits());
            return refuse(&rules::TYPE, text);
        }
        _ => {}
    }
    if !slot.takes(header.kind) {
        let slot = match slot {
            Slot::Fragment => "slot 0 runs fragment jobs only",
            Slot::Compute => "fragment jobs run in slot 0 only",
        };
        return refuse(&rules::SLOT, format!("a {}: {slot}", name(header.kind)));
    }
    let unknown = |index: &&u16| **index != 0 && !indices.contains(index);
    if let Some(index) = header.dependencies.iter().find(unknown) {
        let text = format!("no earlier job of the chain has index {index}");
        return refuse(&rules::UNKNOWN_DEPENDENCY, text);
    }
    Ok(())
}
