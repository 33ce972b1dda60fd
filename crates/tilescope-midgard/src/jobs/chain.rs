//! The walk along a chain of jobs.
//!
//! Jobs run one after the other in the order of the chain. That satisfies every
//! dependency and barrier, which can only refer to earlier jobs (Mesa,
//! `pan_scoreboard.h`). Jobs that use the same memory without one are findings.

use foldhash::{HashSet, HashSetExt};
use tilescope_core::hazards::{Conflict, Hazards, Kind};
use tilescope_core::profile::{Part, Stage};
use tilescope_core::{Frame, Stopped};

use super::header::{Header, name};
use crate::descriptors::JobType;
use crate::device::Units;
use crate::exception::Exception;
use crate::log::Ctx;
use crate::memory;
use crate::report::refuse;
use crate::rules::job as rules;
use crate::threads::Storage;

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
    let mut visited = HashSet::new();
    let mut jobs = Jobs::default();
    let mut address = first;
    while address != 0 {
        c.fuel.take(JOB_FUEL)?;
        if !visited.insert(address) {
            let text = format!("the chain returns to the job at {address:#010x}");
            let rule = &rules::ENDLESS_CHAIN;
            return Err(refuse(c, rule, address, ("job", address), text));
        }
        let header = Header::read(address, c)?;
        let frame = Frame::Packet(name(header.kind), address, address.wrapping_sub(first));
        memory::inside(c, frame, |c| jobs.run(header, slot, units, c))?;
        address = header.next;
    }
    Ok(())
}

/// The jobs of a chain by their index.
#[derive(Default)]
struct Indices(Vec<Option<Followed>>);

/// The number of a job, or none if it is not followed.
type Followed = Option<u16>;

impl Indices {
    fn get(&self, index: u16) -> Option<Followed> {
        self.0.get(usize::from(index)).copied().flatten()
    }

    fn insert(&mut self, index: u16, followed: Followed) {
        let index = usize::from(index);
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        self.0[index] = Some(followed);
    }
}

/// The jobs of a chain so far.
#[derive(Default)]
struct Jobs {
    /// In the order of the chain, as far as hazards are followed.
    headers: Vec<Header>,
    hazards: Hazards,
    indices: Indices,
}

impl Jobs {
    /// Runs the next job.
    fn run(
        &mut self,
        header: Header,
        slot: Slot,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let number = self.headers.len();
        let followed = self.hazards.has_room();
        // A chain of one job has nothing to be compared with.
        match followed && (number != 0 || header.next != 0) {
            true => self.follow(&header, slot, units, c)?,
            false => one(&header, slot, &self.indices, units, c)?,
        }
        let index = header.index;
        if index != 0 && self.indices.get(index).is_some() {
            c.log
                .find(&rules::DUPLICATE_INDEX, (header.address, 0), |at| {
                    let text = format!("index {index} is that of an earlier job");
                    (at.inside(Frame::Record("job header", header.address)), text)
                });
        } else if index != 0 {
            let followed = followed.then_some(number as u16);
            self.indices.insert(index, followed);
        }
        match followed {
            true => self.headers.push(header),
            false => c
                .log
                .unimplemented("hazards of the last jobs of a long chain"),
        }
        Ok(())
    }

    /// Runs a job, and reports what it shares with jobs that it does not wait for.
    fn follow(
        &mut self,
        header: &Header,
        slot: Slot,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let number = |index: &u16| self.indices.get(*index).flatten().map(usize::from);
        let after = header.dependencies.iter().filter_map(number);
        self.hazards.add(after, header.barrier);
        let private = match header.kind {
            JobType::Vertex | JobType::Compute => Storage::ranges(header.address, c.bus),
            _ => Default::default(),
        };
        let (done, conflicts) = self
            .hazards
            .follow(private, c, |c| one(header, slot, &self.indices, units, c));
        for conflict in conflicts {
            self.report(header, conflict, c);
        }
        done
    }

    fn report(&self, header: &Header, conflict: Conflict, c: &mut Ctx<'_>) {
        let Some(earlier) = self.headers.get(conflict.earlier) else {
            return;
        };
        let (rule, does, did) = match conflict.kind {
            Kind::ReadsWritten => (&rules::UNORDERED_READ, "reads", "writes"),
            Kind::WritesWritten => (&rules::UNORDERED_WRITE, "writes", "writes"),
            Kind::WritesRead => (&rules::OVERWRITTEN_READ, "writes", "reads"),
        };
        let site = (header.address, conflict.earlier as u32);
        c.log.find(rule, site, |at| {
            let text = format!(
                "{} {} {does} memory at {:#010x}, which {} {} {did}: it waits for {:?}",
                name(header.kind),
                header.index,
                conflict.address,
                name(earlier.kind),
                earlier.index,
                header.dependencies,
            );
            (at.clone(), text)
        });
    }
}

/// Runs a job, and writes its status.
fn one(
    header: &Header,
    slot: Slot,
    indices: &Indices,
    units: &mut Units<'_>,
    c: &mut Ctx<'_>,
) -> Result<(), Stopped> {
    c.log.counters.add("jobs", 1);
    let began = c.log.begin();
    let done = check(header, slot, indices, c)
        .and_then(|()| units.run(header, c))
        .and_then(|()| Stopped::check(c.log));
    c.log.end(began, || Part {
        name: Some(format!("{} {}", name(header.kind), header.index)),
        ..Part::from(Stage::Job)
    });
    match done {
        Ok(()) => header.write_status(Exception::Done, 0, c),
        Err(Stopped::By(finding)) => {
            // A job that hangs has no status.
            if finding.rule.severity == tilescope_core::Severity::Fault {
                let exception = Exception::of(finding.rule);
                let address = finding.at.address().unwrap_or(0);
                header.write_status(exception, address, c)?;
            }
            Err(Stopped::By(finding))
        }
        Err(stopped) => Err(stopped),
    }
}

/// Checks the header of a job after those with `indices`.
fn check(header: &Header, slot: Slot, indices: &Indices, c: &mut Ctx<'_>) -> Result<(), Stopped> {
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
    let unknown = |index: &&u16| **index != 0 && indices.get(**index).is_none();
    if let Some(index) = header.dependencies.iter().find(unknown) {
        let text = format!("no earlier job of the chain has index {index}");
        return refuse(&rules::UNKNOWN_DEPENDENCY, text);
    }
    Ok(())
}
