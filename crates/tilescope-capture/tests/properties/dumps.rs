//! Any file that starts like a dump of Linux's etnaviv driver is a capture or
//! is refused.

use std::path::Path;

use tilescope_capture::Capture;
use tilescope_families::ALL;
use tilescope_vivante::etdump::{self, Kind, Object};

use super::source::Bytes;

const NOP: u32 = 3 << 27;
const WAIT: u32 = 7 << 27;
const LINK: u32 = 8 << 27;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// A job of a GC2000 whose stream links to a NOP in the ring.
fn objects() -> Vec<Object> {
    let ring = [NOP, 0, NOP, 0, WAIT, 0, LINK | 2, 0x1008_0010];
    let stream = [NOP, 5, LINK | 1, 0x1008_0008];
    vec![
        Object::at(Kind::Registers, 0, words(&[0x20, 0x2000, 0x24, 0x5108])),
        Object::at(Kind::Mmu, 0, vec![1; 64]),
        Object::at(Kind::Ring, 0x1008_0000, words(&ring)),
        Object::at(Kind::Stream, 0x1000_0000, words(&stream)),
        Object::at(Kind::PageMap, 0, vec![0; 8]),
        Object::at(Kind::Buffer, 0x8000_0000, vec![7; 4096]),
    ]
}

/// Changes objects before they are written, so that their contents are parsed.
fn change(objects: &mut Vec<Object>, bytes: &mut Bytes<'_>) {
    let at = bytes.below(objects.len());
    match bytes.below(5) {
        0 => {
            objects.remove(at);
        }
        1 => {
            let other = objects[bytes.below(objects.len())].clone();
            objects.insert(at, other);
        }
        2 => {
            let len = objects[at].bytes.len();
            objects[at].bytes.truncate(bytes.below(len + 1));
        }
        _ => {
            let len = objects[at].bytes.len();
            let place = bytes.below(len.div_ceil(4)) * 4;
            let word = bytes.nasty().to_le_bytes();
            for (to, from) in objects[at].bytes[place..].iter_mut().zip(word) {
                *to = from;
            }
        }
    }
}

/// A dump with some of it changed. True if it still opens.
pub fn dump_reader_never_panics(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let mut objects = objects();
    let in_file = bytes.once_in(3);
    if !in_file {
        for _ in 0..1 + bytes.below(3) {
            change(&mut objects, bytes);
            if objects.is_empty() {
                break;
            }
        }
    }
    let mut file = etdump::write(&objects);
    if in_file && !file.is_empty() {
        for _ in 0..1 + bytes.below(8) {
            // The most relevant bytes are at the beginning.
            let at = bytes.below(file.len().min(512));
            file[at] = bytes.u8();
        }
        if bytes.once_in(4) {
            file.truncate(bytes.below(file.len()));
        }
    }
    let folder = tempfile::tempdir().expect("the temporary directory can be written");
    let path = folder.path().join("core");
    std::fs::write(&path, file).expect("the folder can be written");
    opens(&path)
}

/// Whether a file opens as a capture; a refusal must have a reason.
pub fn opens(path: &Path) -> bool {
    match Capture::open(path, ALL) {
        Ok(_) => true,
        Err(e) => {
            assert!(!e.message.is_empty(), "it is refused without a reason");
            false
        }
    }
}
