//! Dumps of hung GPUs: what Linux's msm driver writes to `devcoredump`.
//!
//! A dump is text in sections: the GPU, rings, buffers, registers, and state of units, which
//! this reader passes over. Words are in Ascii85, as PostScript has it, one line for each
//! memory. Source: Linux, `drivers/gpu/drm/msm/adreno/adreno_gpu.c` (`adreno_show`); Mesa 22.3.6,
//! `src/freedreno/decode/crashdec.c`.

mod write;

use crate::rd::Stream;
pub use write::write;

/// The largest memory in words.
const MAX_WORDS: usize = 1 << 28;

/// The number of rings and of buffers after which more are left out.
const MAX_MEMORIES: usize = 1 << 16;

/// An error of a dump, in a line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct DevcoreError {
    /// The line.
    pub line: usize,
    /// The problem.
    pub message: String,
}

/// Memory of the GPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The address.
    pub address: u64,
    /// Bytes that it has.
    pub size: u64,
    /// Its first words; those that are left out at the end are zero.
    pub words: Vec<u32>,
}

/// A ring, from which the command processor takes commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ring {
    /// The number.
    pub id: u32,
    /// The memory.
    pub memory: Memory,
    /// The fence of the last submission.
    pub last_fence: u32,
    /// The last fence that was reached.
    pub retired_fence: u32,
    /// The word that is read next.
    pub read: u32,
    /// The word that is written next.
    pub write: u32,
}

impl Ring {
    /// The commands that were not done, up to the end of the ring's memory.
    pub fn stream(&self) -> Stream {
        let end = if self.write >= self.read {
            self.write
        } else {
            u32::try_from(self.memory.size / 4).unwrap_or(u32::MAX)
        };
        Stream {
            address: self.memory.address.wrapping_add(u64::from(self.read) * 4),
            words: end.saturating_sub(self.read),
        }
    }
}

/// A dump.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Devcore {
    /// The release of Linux.
    pub kernel: String,
    /// The program.
    pub comm: String,
    /// Its command line.
    pub cmdline: String,
    /// The number of the GPU; 0 where chips are known by their version alone.
    pub gpu_id: u32,
    /// Core, major, minor and patch level.
    pub version: [u8; 4],
    /// `RBBM_STATUS`.
    pub rbbm_status: u32,
    /// The rings.
    pub rings: Vec<Ring>,
    /// Buffers of the submissions that were not done.
    pub buffers: Vec<Memory>,
    /// Registers and their values.
    pub registers: Vec<(u32, u32)>,
    /// The names of sections that are not read.
    pub others: Vec<String>,
}

impl Devcore {
    /// Reads words from `address` on, and returns how many there were.
    pub fn read(&self, address: u64, words: &mut [u32]) -> usize {
        let rings = self.rings.iter().map(|r| &r.memory);
        let mut all = rings.chain(&self.buffers);
        let holds = |m: &&Memory| address.checked_sub(m.address).is_some_and(|o| o < m.size);
        let Some(memory) = all.find(holds) else {
            return 0;
        };
        let first = ((address - memory.address) / 4) as usize;
        let size = (memory.size / 4) as usize;
        let mut read = 0;
        for (word, at) in words.iter_mut().zip(first..size) {
            *word = memory.words.get(at).copied().unwrap_or(0);
            read += 1;
        }
        read
    }
}

/// Whether `bytes` begin like a dump of msm.
///
/// ```
/// use tilescope_adreno::devcore::is_devcore;
/// assert!(is_devcore(b"---\nkernel: 5.8.0\nmodule: msm\ntime: 1.2\n"));
/// assert!(!is_devcore(b"---\nmodule: etnaviv\n"));
/// ```
pub fn is_devcore(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(512)]);
    let mut lines = head.lines();
    lines.next() == Some("---") && lines.take(4).any(|l| l.trim_end() == "module: msm")
}

struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (n, line) = self.lines.next()?;
        self.line = n + 1;
        Some(line)
    }

    fn refuse<T>(&self, message: impl Into<String>) -> Result<T, DevcoreError> {
        Err(DevcoreError {
            line: self.line,
            message: message.into(),
        })
    }

    fn number(&self, text: &str) -> Result<u64, DevcoreError> {
        let text = text.trim();
        let parsed = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => text.parse(),
        };
        parsed.or_else(|_| self.refuse(format!("{text:?} is not a number")))
    }

    fn number32(&self, text: &str) -> Result<u32, DevcoreError> {
        let number = self.number(text)?;
        u32::try_from(number).or_else(|_| self.refuse(format!("{number} has more than 32 bits")))
    }

    /// The words of the next line.
    fn data(&mut self, size: u64) -> Result<Vec<u32>, DevcoreError> {
        let Some(line) = self.next() else {
            return self.refuse("the data is missing");
        };
        let most = usize::try_from(size / 4)
            .unwrap_or(usize::MAX)
            .min(MAX_WORDS);
        match ascii85(line.trim().as_bytes(), most) {
            Some(words) => Ok(words),
            None => self.refuse("the data is not Ascii85, or longer than the memory"),
        }
    }

    /// `revision: 630 (6.3.0.2)`.
    fn revision(&self, text: &str) -> Result<(u32, [u8; 4]), DevcoreError> {
        let (id, version) = text.split_once('(').unwrap_or((text, ""));
        let mut out = [0u8; 4];
        let id = self.number32(id)?;
        let parts = version
            .trim_end_matches(')')
            .split('.')
            .filter(|p| !p.is_empty());
        for (slot, part) in out.iter_mut().zip(parts) {
            *slot = self.number(part)? as u8;
        }
        Ok((id, out))
    }
}

/// Words in Ascii85, at most `most`: five digits from `!` on for each, `z` for zero.
fn ascii85(text: &[u8], most: usize) -> Option<Vec<u32>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(&first) = rest.first() {
        if words.len() == most {
            return None;
        }
        if first == b'z' {
            words.push(0);
            rest = &rest[1..];
            continue;
        }
        let mut word = 0u64;
        for &digit in rest.get(..5)? {
            let value = digit.checked_sub(b'!').filter(|&d| d < 85)?;
            word = word * 85 + u64::from(value);
        }
        words.push(u32::try_from(word).ok()?);
        rest = &rest[5..];
    }
    Some(words)
}

/// The section that lines belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Rings,
    Buffers,
    Registers,
    Other,
}

/// Reads a dump.
///
/// # Errors
/// A line that has another form than its section has, and text that is no dump of msm.
pub fn read(text: &str) -> Result<Devcore, DevcoreError> {
    let mut reader = Reader {
        lines: text.lines().enumerate(),
        line: 1,
    };
    if !is_devcore(text.as_bytes()) {
        return reader.refuse("this is not a dump of msm");
    }
    let mut dump = Devcore::default();
    let mut section = Section::Other;
    while let Some(line) = reader.next() {
        if !line.starts_with(' ') {
            section = head(line, &reader, &mut dump)?;
            continue;
        }
        match section {
            Section::Rings => ring(line, &mut reader, &mut dump.rings)?,
            Section::Buffers => buffer(line, &mut reader, &mut dump.buffers)?,
            Section::Registers => {
                if let Some(pair) = register(line, &reader)? {
                    dump.registers.push(pair);
                }
            }
            Section::Other => {}
        }
    }
    Ok(dump)
}

/// A line that begins a section, or is one.
fn head(line: &str, reader: &Reader<'_>, dump: &mut Devcore) -> Result<Section, DevcoreError> {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.trim();
    match name {
        "kernel" => dump.kernel = value.to_string(),
        "comm" => dump.comm = value.to_string(),
        "cmdline" => dump.cmdline = value.to_string(),
        "revision" => (dump.gpu_id, dump.version) = reader.revision(value)?,
        "rbbm-status" => dump.rbbm_status = reader.number32(value)?,
        "ringbuffer" => return Ok(Section::Rings),
        "bos" => return Ok(Section::Buffers),
        "registers" => return Ok(Section::Registers),
        "---" | "module" | "time" => {}
        _ if value.is_empty() => dump.others.push(name.to_string()),
        _ => {}
    }
    Ok(Section::Other)
}

/// A key and its value, and whether it begins an entry.
fn entry(line: &str) -> (bool, &str, &str) {
    let line = line.trim();
    let (begins, line) = match line.strip_prefix("- ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (key, value) = line.split_once(':').unwrap_or((line, ""));
    (begins, key, value.trim())
}

fn ring(line: &str, reader: &mut Reader<'_>, rings: &mut Vec<Ring>) -> Result<(), DevcoreError> {
    let (begins, key, value) = entry(line);
    if begins {
        if rings.len() == MAX_MEMORIES {
            return reader.refuse("too many rings");
        }
        rings.push(Ring::default());
    }
    let Some(ring) = rings.last_mut() else {
        return reader.refuse("a ring without a number");
    };
    match key {
        "id" => ring.id = reader.number32(value)?,
        "iova" => ring.memory.address = reader.number(value)?,
        "last-fence" => ring.last_fence = reader.number32(value)?,
        "retired-fence" => ring.retired_fence = reader.number32(value)?,
        "rptr" => ring.read = reader.number32(value)?,
        "wptr" => ring.write = reader.number32(value)?,
        "size" => ring.memory.size = reader.number(value)?,
        "data" => ring.memory.words = reader.data(ring.memory.size)?,
        _ => {}
    }
    Ok(())
}

fn buffer(line: &str, reader: &mut Reader<'_>, all: &mut Vec<Memory>) -> Result<(), DevcoreError> {
    let (begins, key, value) = entry(line);
    if begins {
        if all.len() == MAX_MEMORIES {
            return reader.refuse("too many buffers");
        }
        all.push(Memory::default());
    }
    let Some(memory) = all.last_mut() else {
        return reader.refuse("a buffer without an address");
    };
    match key {
        "iova" => memory.address = reader.number(value)?,
        "size" => memory.size = reader.number(value)?,
        "data" => memory.words = reader.data(memory.size)?,
        _ => {}
    }
    Ok(())
}

/// `- { offset: 0x00000840, value: 0x00000000 }`: the offset is in bytes.
fn register(line: &str, reader: &Reader<'_>) -> Result<Option<(u32, u32)>, DevcoreError> {
    let inner = line
        .trim()
        .strip_prefix("- {")
        .and_then(|l| l.strip_suffix('}'));
    let Some(inner) = inner else {
        return reader.refuse("not a register and its value");
    };
    let (mut offset, mut value) = (None, None);
    for part in inner.split(',') {
        match part.split_once(':') {
            Some((key, number)) if key.trim() == "offset" => offset = Some(number),
            Some((key, number)) if key.trim() == "value" => value = Some(number),
            _ => {}
        }
    }
    match (offset, value) {
        (Some(offset), Some(value)) => {
            let offset = reader.number32(offset)?;
            Ok(Some((offset / 4, reader.number32(value)?)))
        }
        _ => Ok(None),
    }
}
