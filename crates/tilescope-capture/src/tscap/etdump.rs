//! Dumps of Linux's etnaviv driver as captures of one submission.

use std::fs::File;
use std::path::Path;

use tilescope_core::{self as core, AddressSpace, Region, Work};
use tilescope_vivante::cmd::{Command, RawCommand};
use tilescope_vivante::etdump::{self, Kind, Object};

use super::error::CaptureError;
use super::manifest::{self, Frames, Head};
use super::pack::pack_unnamed;
use super::{Folder, Recorder, Taken};

/// Whether a file that starts with `bytes` is a dump.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(&etdump::MAGIC)
}

/// Creates a capture from the dump in `bytes`. `path` is its name in errors.
pub(super) fn pack(path: &Path, bytes: &[u8]) -> Result<File, CaptureError> {
    let failed = |why: String| CaptureError::new(path, "", why);
    let objects = etdump::read(bytes).map_err(|e| failed(e.to_string()))?;
    let of = |kind| objects.iter().find(move |o: &&Object| o.kind == kind);
    let registers = of(Kind::Registers).map_or(&[][..], |o| &o.bytes);
    let chip = etdump::chip(registers).map_err(|(model, revision)| {
        failed(format!("there is no GC{model:x} revision {revision:#06x}"))
    })?;
    let stream = of(Kind::Stream).ok_or_else(|| failed("it has no command stream".to_owned()))?;
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
        let overlaps = |_| {
            failed(format!(
                "{name} overlaps another object, or ends after 2^64"
            ))
        };
        memory.map(region).map_err(overlaps)?;
    }
    let submission = core::Submission {
        label: "hung job".to_owned(),
        work: work(stream, of(Kind::Ring)),
        ..core::Submission::default()
    };
    let head = Head {
        format: manifest::FORMAT.to_owned(),
        version: manifest::VERSION,
        tilescope: env!("CARGO_PKG_VERSION").to_owned(),
        chip: chip.info.name.to_owned(),
        device_memory: objects.iter().map(|o| o.bytes.len() as u64).sum(),
        executed: false,
        command: vec![path.display().to_string()],
        frames: None,
    };
    let place = tempfile::tempdir().map_err(|e| failed(e.to_string()))?;
    let folder = Folder::create(&place.path().join("capture"), &head)?;
    let mut recorder = Recorder::new(folder.path(), Frames::ALL);
    let taken = Taken {
        seqno: 1,
        file: 1,
        submission: &submission,
        memory: &memory,
        targets: Vec::new(),
    };
    recorder.before(&taken).map_err(failed)?;
    recorder.finish();
    pack_unnamed(path, folder.path())
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
