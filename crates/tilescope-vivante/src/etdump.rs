//! ETDUMP: Linux's dump of a hung job, from `/sys/class/devcoredump`. Source of the
//! format: Linux `etnaviv_dump.h` and `etnaviv_dump.c`.
//!
//! A file starts with headers of 32 bytes, one for each object; the objects follow
//! at the offsets in the headers. All numbers are little-endian.

use thiserror::Error;

use crate::chips::{self, Chip};
use crate::regs::hi;

/// The first bytes of a file, and of every header.
pub const MAGIC: [u8; 4] = *b"ETNA";
/// Bytes of a header.
const HEADER: usize = 32;

/// The type of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Registers: pairs of an offset and a value.
    Registers,
    /// The tables of the MMU.
    Mmu,
    /// The ring that the front end runs in.
    Ring,
    /// The stream of the job.
    Stream,
    /// Physical addresses of the pages of buffers.
    PageMap,
    /// A buffer.
    Buffer,
    /// The last header, without an object.
    End,
}

impl Kind {
    const ALL: [Kind; 7] = [
        Kind::Registers,
        Kind::Mmu,
        Kind::Ring,
        Kind::Stream,
        Kind::PageMap,
        Kind::Buffer,
        Kind::End,
    ];

    fn number(self) -> u32 {
        self as u32
    }
}

/// One object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its type.
    pub kind: Kind,
    /// The GPU address of its first byte; 0 if it has none.
    pub address: u64,
    /// For a buffer, the index of its first page in the page map.
    pub page: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Object {
    /// An object with an address.
    pub fn at(kind: Kind, address: u64, bytes: Vec<u8>) -> Object {
        Object {
            kind,
            address,
            page: 0,
            bytes,
        }
    }
}

/// The reason why a file is not a dump.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EtdumpError {
    /// A header is missing.
    #[error("no header at byte {0:#x}")]
    NoHeader(usize),
    /// A header has an unknown type.
    #[error("the header at byte {at:#x} has the unknown object type {kind}")]
    UnknownKind {
        /// The location of the header.
        at: usize,
        /// Its type.
        kind: u32,
    },
    /// An object is not in the file.
    #[error(
        "the header at byte {at:#x} refers to bytes {from:#x} to {to:#x}, but the file has {len:#x} bytes"
    )]
    Outside {
        /// The location of the header.
        at: usize,
        /// The object's first byte.
        from: u64,
        /// One after its last byte.
        to: u64,
        /// Bytes of the file.
        len: usize,
    },
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*word))
}

/// Reads a dump up to its end header. Takes time and memory in proportion to the
/// file, and at most twice its size.
///
/// # Errors
/// The first header that is wrong.
pub fn read(file: &[u8]) -> Result<Vec<Object>, EtdumpError> {
    let mut objects = Vec::new();
    let mut taken = 0;
    for at in (0..).step_by(HEADER) {
        let field = |i: usize| word(file, at + i * 4).ok_or(EtdumpError::NoHeader(at));
        // The last field is read so that the whole header is there.
        field(HEADER / 4 - 1)?;
        if file.get(at..at + 4) != Some(MAGIC.as_slice()) {
            return Err(EtdumpError::NoHeader(at));
        }
        let number = field(1)?;
        let kind = Kind::ALL.into_iter().find(|k| k.number() == number);
        let kind = kind.ok_or(EtdumpError::UnknownKind { at, kind: number })?;
        if kind == Kind::End {
            break;
        }
        let (from, size) = (u64::from(field(2)?), u64::from(field(3)?));
        let outside = EtdumpError::Outside {
            at,
            from,
            to: from + size,
            len: file.len(),
        };
        // Objects may not share bytes, or a small file could become a large dump.
        taken += size;
        let range = from as usize..(from + size) as usize;
        let bytes = file.get(range).filter(|_| taken <= file.len() as u64);
        objects.push(Object {
            kind,
            address: u64::from(field(4)?) | u64::from(field(5)?) << 32,
            page: field(6)?,
            bytes: bytes.ok_or(outside)?.to_vec(),
        });
    }
    Ok(objects)
}

/// Writes a dump, including the end header.
pub fn write(objects: &[Object]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut at = (objects.len() + 1) * HEADER;
    let mut header = |kind: Kind, at: usize, size: usize, address: u64, page: u32| {
        file.extend(MAGIC);
        let words = [kind.number(), at as u32, size as u32];
        let address = [address as u32, (address >> 32) as u32];
        for word in words.into_iter().chain(address).chain([page, 0]) {
            file.extend(word.to_le_bytes());
        }
    };
    for o in objects {
        header(o.kind, at, o.bytes.len(), o.address, o.page);
        at += o.bytes.len();
    }
    header(Kind::End, at, 0, 0, 0);
    for o in objects {
        file.extend(&o.bytes);
    }
    file
}

/// The chip identified by the model and revision registers of a dump. The GC3000 of
/// i.MX6 reports the model of GC2000. Source: Linux `etnaviv_gpu.c`,
/// `etnaviv_hw_identify`.
///
/// # Errors
/// Model and revision, if no chip has them.
pub fn chip(registers: &[u8]) -> Result<&'static Chip, (u32, u32)> {
    let value = |offset: u32| {
        let (pairs, _) = registers.as_chunks::<8>();
        let of = |p: &&[u8; 8]| word(p.as_slice(), 0) == Some(offset);
        pairs.iter().find(of).and_then(|p| word(p, 4)).unwrap_or(0)
    };
    let (model, revision) = (value(hi::chip_model::AT), value(hi::chip_rev::AT));
    let found = match (model, revision) {
        (0x2000, 0xffff_5450) => (0x3000, 0x5450),
        same => same,
    };
    let chip = chips::ALL
        .into_iter()
        .find(|c| (c.model, c.revision) == found);
    chip.ok_or((model, revision))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects() -> Vec<Object> {
        vec![
            Object::at(
                Kind::Registers,
                0,
                vec![0x20, 0, 0, 0, 0, 0x20, 0, 0, 0x24, 0, 0, 0, 8, 0x51, 0, 0],
            ),
            Object::at(Kind::Mmu, 0, Vec::new()),
            Object::at(Kind::Stream, 0x0800_1000, vec![1, 2, 3, 4]),
            Object {
                page: 3,
                ..Object::at(Kind::Buffer, 1 << 32, vec![5; 100])
            },
        ]
    }

    #[test]
    fn dumps_round_trip() {
        let file = write(&objects());
        assert_eq!(file.len(), 5 * 32 + 16 + 4 + 100);
        assert_eq!(read(&file).as_deref(), Ok(objects().as_slice()));
        assert_eq!(chip(&objects()[0].bytes), Ok(&chips::GC2000));
        assert_eq!(chip(&[]), Err((0, 0)));
    }

    #[test]
    fn each_fault_has_its_place() {
        let file = write(&objects());
        assert_eq!(
            read(&file[..100]),
            Err(EtdumpError::Outside {
                at: 0,
                from: 160,
                to: 176,
                len: 100
            })
        );
        assert_eq!(read(&file[..20]), Err(EtdumpError::NoHeader(0)));
        assert_eq!(read(&[]), Err(EtdumpError::NoHeader(0)));
        let mut bad = file.clone();
        bad[32] = b'?';
        assert_eq!(read(&bad), Err(EtdumpError::NoHeader(32)));
        let mut bad = file.clone();
        bad[36] = 9;
        assert_eq!(
            read(&bad),
            Err(EtdumpError::UnknownKind { at: 32, kind: 9 })
        );
        let short = &file[..file.len() - 1];
        let outside = EtdumpError::Outside {
            at: 96,
            from: 0xb4,
            to: 0x118,
            len: 0x117,
        };
        assert_eq!(read(short), Err(outside));
        // Many objects with the same bytes.
        let mut all = write(&vec![Object::at(Kind::Buffer, 0, vec![0; 64]); 9]);
        let first = all[8..12].to_vec();
        for i in 0..9 {
            all[i * 32 + 8..i * 32 + 12].copy_from_slice(&first);
        }
        assert!(read(&all).is_ok());
        let large = (all.len() as u32 / 4).to_le_bytes();
        for i in 0..9 {
            all[i * 32 + 8..i * 32 + 16].copy_from_slice(&[[0; 4], large].concat());
        }
        assert!(matches!(
            read(&all),
            Err(EtdumpError::Outside { at: 128, .. })
        ));
    }
}
