//! Jobs in the dumps of Linux's etnaviv driver.

use tilescope_core::{AddressSpace, Region, Submission, Work};
use tilescope_vivante::cmd::{Command, RawCommand};
use tilescope_vivante::etdump::{self, Kind, Object};

use crate::DumpedJob;

/// Reads the job in the dump `bytes`.
pub(super) fn read(bytes: &[u8]) -> Result<DumpedJob, String> {
    let objects = etdump::read(bytes).map_err(|e| e.to_string())?;
    let of = |kind| objects.iter().find(move |o: &&Object| o.kind == kind);
    let registers = of(Kind::Registers).map_or(&[][..], |o| &o.bytes);
    let chip = etdump::chip(registers)
        .map_err(|(model, revision)| format!("there is no GC{model:x} revision {revision:#06x}"))?;
    let stream = of(Kind::Stream).ok_or("it has no command stream")?;
    let mut memory = AddressSpace::new();
    let mut number = 0;
    for o in &objects {
        let name = match o.kind {
            Kind::Ring => "ring".to_owned(),
            Kind::Stream => "command stream".to_owned(),
            Kind::Buffer => {
                number += 1;
                format!("bo {number}")
            }
            Kind::Registers | Kind::Mmu | Kind::PageMap | Kind::End => continue,
        };
        let region = Region::from_bytes(name.clone(), o.address, &o.bytes);
        memory
            .map(region)
            .map_err(|_| format!("{name} overlaps another object, or ends after 2^64"))?;
    }
    let submission = Submission {
        label: "hung job".to_owned(),
        work: work(stream, of(Kind::Ring)),
        ..Submission::default()
    };
    Ok(DumpedJob {
        chip: &chip.info,
        device_memory: objects.iter().map(|o| o.bytes.len() as u64).sum(),
        memory,
        submission,
    })
}

/// The lists that the front end executes: the stream up to the link after it, and the part of the
/// ring that it links to, up to the wait of the front end. A dump does not name the engine of the
/// job; most are for 3D.
fn work(stream: &Object, ring: Option<&Object>) -> Vec<Work> {
    let list = |start, end| Work::List {
        queue: 0,
        start,
        end,
    };
    let whole = stream.address.saturating_add(stream.bytes.len() as u64);
    let last = stream.bytes.len().saturating_sub(8);
    let link = stream.bytes.get(last..).map(RawCommand::at);
    let Some(Ok(Command::Link(target))) = link.map(|raw| raw.map(|r| r.decode())) else {
        return vec![list(stream.address, whole)];
    };
    let mut work = vec![list(stream.address, whole - 8)];
    let start = u64::from(target.address);
    let from = ring.and_then(|r| Some((r, usize::try_from(start.checked_sub(r.address)?).ok()?)));
    if let Some((ring, from)) = from {
        let mut at = from;
        while let Some(Ok(raw)) = ring.bytes.get(at..).map(RawCommand::at) {
            if matches!(raw.decode(), Command::Wait { .. } | Command::Link(_)) {
                work.push(list(start, start + (at - from) as u64));
                break;
            }
            at += raw.bytes.len();
        }
    }
    work
}
