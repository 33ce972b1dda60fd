//! Dumps of jobs that hung, as Linux provides them in `/sys/class/devcoredump`. Source of the
//! format: Linux `panfrost_drm.h`, `PANFROSTDUMP_*`, and `panfrost_dump.c`.
//!
//! A file has a header for every object, and then the data of all objects: registers, a map of
//! pages, the buffers of the job, and an empty trailer.

/// The first bytes of a dump.
pub const MAGIC: [u8; 4] = *b"PANF";

/// Bytes of a header: kind, size and offset, and a union of 496 words.
const HEADER: usize = 16 + 4 * 496;
const PAGE: usize = 4096;

const REGISTERS: u32 = 0;
const PAGE_MAP: u32 = 1;
const BUFFER: u32 = 2;
const TRAILER: u32 = 3;

/// A job and its buffers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dump {
    /// Address of the first job of the chain.
    pub chain: u64,
    /// The product number of the chip.
    pub product: u32,
    /// Offsets and values of registers.
    pub registers: Vec<(u32, u32)>,
    /// Addresses and contents of buffers.
    pub buffers: Vec<(u64, Vec<u8>)>,
}

/// The file of a dump.
pub fn write(dump: &Dump) -> Vec<u8> {
    let registers: Vec<u8> = dump
        .registers
        .iter()
        .flat_map(|(at, value)| [at.to_le_bytes(), value.to_le_bytes()].concat())
        .collect();
    // Physical addresses of pages: the addresses of the GPU, as nothing translates them.
    let pages = |(at, bytes): &(u64, Vec<u8>)| {
        let at = *at;
        (0..bytes.len() as u64)
            .step_by(PAGE)
            .map(move |offset| at.wrapping_add(offset))
    };
    let map: Vec<u8> = dump
        .buffers
        .iter()
        .flat_map(pages)
        .flat_map(u64::to_le_bytes)
        .collect();
    let mut objects: Vec<(u32, Vec<u8>, Vec<u8>)> = Vec::new();
    let mut first = Vec::new();
    first.extend(dump.chain.to_le_bytes());
    first.extend(dump.product.to_le_bytes());
    // Version 1.0, and padding before the number of buffers.
    first.extend([1u32, 0, 0].map(u32::to_le_bytes).concat());
    first.extend((dump.buffers.len() as u64).to_le_bytes());
    objects.push((REGISTERS, first, registers));
    if !map.is_empty() {
        objects.push((PAGE_MAP, Vec::new(), map));
    }
    let mut page = 0u32;
    for (at, bytes) in &dump.buffers {
        let mut union = Vec::new();
        union.extend([1u32, 0].map(u32::to_le_bytes).concat());
        union.extend(at.to_le_bytes());
        union.extend([page, 0].map(u32::to_le_bytes).concat());
        page += bytes.len().div_ceil(PAGE) as u32;
        objects.push((BUFFER, union, bytes.clone()));
    }
    objects.push((TRAILER, Vec::new(), Vec::new()));
    let mut out = Vec::new();
    let mut at = objects.len() * HEADER;
    for (kind, union, data) in &objects {
        let start = out.len();
        out.extend(MAGIC);
        let words = [*kind, data.len() as u32, at as u32];
        out.extend(words.map(u32::to_le_bytes).concat());
        out.extend(union);
        out.resize(start + HEADER, 0);
        at += data.len();
    }
    for (_, _, data) in objects {
        out.extend(data);
    }
    out
}

/// Reads a dump.
///
/// # Errors
/// One line that says what is wrong.
pub fn read(bytes: &[u8]) -> Result<Dump, String> {
    let mut dump = Dump::default();
    let mut at = 0;
    loop {
        let header = bytes
            .get(at..)
            .and_then(|rest| rest.get(..HEADER))
            .ok_or_else(|| format!("the header at byte {at:#x} ends after the file"))?;
        at += HEADER;
        if header[..4] != MAGIC {
            return Err(format!("there is no header at byte {:#x}", at - HEADER));
        }
        let word = |i: usize| u32::from_le_bytes([0, 1, 2, 3].map(|b| header[i + b]));
        let long = |i: usize| u64::from(word(i)) | u64::from(word(i + 4)) << 32;
        let (size, offset) = (word(8) as usize, word(12) as usize);
        let data = || {
            let data = bytes.get(offset..).and_then(|rest| rest.get(..size));
            data.ok_or_else(|| format!("{size} bytes at byte {offset:#x} end after the file"))
        };
        match word(4) {
            REGISTERS => {
                (dump.chain, dump.product) = (long(16), word(24));
                let pairs = data()?.as_chunks::<8>().0;
                dump.registers = pairs
                    .iter()
                    .map(|&[a, b, c, d, e, f, g, h]| {
                        let pair = [[a, b, c, d], [e, f, g, h]];
                        (u32::from_le_bytes(pair[0]), u32::from_le_bytes(pair[1]))
                    })
                    .collect();
            }
            BUFFER if word(16) != 0 => dump.buffers.push((long(24), data()?.to_vec())),
            TRAILER => return Ok(dump),
            // The map of pages, buffers that Linux could not read, and what newer versions add.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Dump {
        Dump {
            chain: 0x200_0040,
            product: 0x860,
            registers: vec![(0, 0x0860_2000), (0x1880, 7)],
            buffers: vec![
                (0x200_0000, vec![1; 2 * PAGE]),
                (0x1_0000_0000, vec![2; PAGE]),
            ],
        }
    }

    #[test]
    fn dumps_round_trip() {
        let bytes = write(&example());
        assert_eq!(bytes.len(), 5 * HEADER + 16 + 3 * 8 + 3 * PAGE);
        assert_eq!(read(&bytes), Ok(example()));
    }

    /// The offsets of the union's fields, from the header of Linux.
    #[test]
    fn fields_are_where_linux_has_them() {
        let bytes = write(&example());
        assert_eq!(bytes[16..20], [0x40, 0, 0, 2], "jc");
        assert_eq!(bytes[24..26], [0x60, 8], "gpu_id");
        assert_eq!((bytes[28], bytes[40]), (1, 2), "major, nbos");
        let last = &bytes[3 * HEADER..];
        assert_eq!(
            (last[16], last[28], last[32]),
            (1, 1, 2),
            "valid, iova, data"
        );
    }

    #[test]
    fn cut_dumps_are_refused() {
        let bytes = write(&example());
        for len in [0, 3, HEADER - 1, HEADER, 5 * HEADER, bytes.len() - 1] {
            assert!(read(&bytes[..len]).is_err(), "{len}");
        }
        let mut other = bytes;
        other[HEADER] = 0;
        assert_eq!(
            read(&other),
            Err(format!("there is no header at byte {HEADER:#x}"))
        );
    }
}
