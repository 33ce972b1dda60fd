//! A minimal program and device.

use std::path::{Path, PathBuf};

use tilescope_capture::tscap::manifest::{self, Address, Head, Surface};
use tilescope_capture::tscap::{Folder, Frames, Recorder, Taken};
use tilescope_core::{AddressSpace, GpuMemory, Region, Status, Submission, Unit, Work, Written};

pub const DEVICE: Unit = Unit("device");

pub fn head() -> Head {
    Head {
        format: manifest::FORMAT.to_owned(),
        version: manifest::VERSION,
        tilescope: "0.0.0".to_owned(),
        chip: "bcm2837".to_owned(),
        device_memory: 1 << 20,
        executed: true,
        command: vec!["a program".to_owned()],
        frames: None,
    }
}

/// A buffer by name, address and bytes.
pub struct Bo {
    pub name: &'static str,
    pub base: u64,
    pub bytes: Vec<u8>,
}

pub fn bo(name: &'static str, base: u64, bytes: Vec<u8>) -> Bo {
    Bo { name, base, bytes }
}

/// Writes of the device: address and byte.
pub type Stores = [(u64, u8)];

/// A run that is being recorded.
pub struct Run {
    pub dir: tempfile::TempDir,
    pub recorder: Recorder,
    folder: Folder,
    seqno: u64,
}

impl Run {
    pub fn new(frames: Frames) -> Run {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::create(&dir.path().join("run.tscap"), &head()).unwrap();
        Run {
            recorder: Recorder::new(folder.path(), frames),
            dir,
            folder,
            seqno: 0,
        }
    }

    pub fn spools(&self) -> &Path {
        self.folder.path()
    }

    /// Records a submission that sees `buffers` and 8 KiB of scratch memory.
    pub fn begin(&mut self, buffers: &[Bo], draws: bool) -> (AddressSpace, Result<(), String>) {
        let mut memory = AddressSpace::new();
        for b in buffers {
            memory
                .map(Region::from_bytes(b.name, b.base, &b.bytes))
                .unwrap();
        }
        memory
            .map(Region::uninitialised("scratch", 0xf_0000, 8192))
            .unwrap();
        self.seqno += 1;
        let submission = Submission {
            label: format!("job {}", self.seqno),
            registers: vec![(0x30, 7)],
            work: vec![Work::List {
                queue: 1,
                start: 0x1000,
                end: 0x1010,
            }],
            spare_memory: vec![(0xf_0000, 4096)],
        };
        let target = Surface {
            name: "color_write".to_owned(),
            address: Address(buffers[0].base),
            width: 4,
            height: 4,
            bits: 4,
            stride: 0,
            source: None,
        };
        let result = self.recorder.before(&Taken {
            seqno: self.seqno,
            file: 1,
            submission: &submission,
            memory: &memory,
            targets: if draws { vec![target] } else { Vec::new() },
        });
        (memory, result)
    }

    /// Executes the current submission; returns the bytes of the first buffer
    /// afterwards.
    pub fn end(&mut self, memory: &AddressSpace, stores: &Stores) -> Vec<u8> {
        let written = Written::new(memory);
        for (address, byte) in stores {
            written.write(*address, &[*byte], DEVICE).unwrap();
        }
        let result = self.recorder.after(memory, &written, &Status::Done);
        assert_eq!(result, Ok(()));
        let first = &memory.regions()[0];
        let mut bytes = vec![0; first.len() as usize];
        first.read(0, &mut bytes).unwrap();
        bytes
    }

    pub fn submit(&mut self, buffers: &[Bo], stores: &Stores) -> Vec<u8> {
        let (memory, result) = self.begin(buffers, true);
        assert_eq!(result, Ok(()));
        self.end(&memory, stores)
    }

    /// The capture of everything recorded so far.
    pub fn pack(self) -> (tempfile::TempDir, PathBuf) {
        let packed = self.folder.finish().unwrap();
        (self.dir, packed.path)
    }
}

pub fn read(region: &Region) -> Vec<u8> {
    let mut bytes = vec![0; region.len() as usize];
    region.read(0, &mut bytes).unwrap();
    bytes
}
