//! The writer of `.rd` recordings.

use super::{
    BUFFER_CONTENTS, CHIP_ID, CMD, CMDSTREAM_ADDR, GPU_ID, GPUADDR, Recording, Submission,
};
use std::io::{self, Write};

/// The largest section: longer buffers become several.
const MAX_SECTION: usize = 1 << 30;

/// Writes sections one after another, as a driver records them.
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// A recording of a GPU: its number, such as 618, and its chip id, where known. Mesa's tools
    /// need one of them.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, gpu_id: Option<u32>, chip_id: Option<u64>) -> io::Result<Writer<W>> {
        let mut writer = Writer { out };
        if let Some(id) = gpu_id {
            writer.section(GPU_ID, &[&id.to_le_bytes()])?;
        }
        if let Some(id) = chip_id {
            writer.section(CHIP_ID, &[&id.to_le_bytes()])?;
        }
        Ok(writer)
    }

    /// Begins a submission of the process of this name.
    ///
    /// # Errors
    /// Those of the output.
    pub fn submission(&mut self, name: &str) -> io::Result<()> {
        self.section(CMD, &[name.as_bytes(), &[0]])
    }

    /// Adds the contents of a buffer, which the commands after it use.
    ///
    /// # Errors
    /// Those of the output; an address range that does not end below 2^64.
    pub fn buffer(&mut self, address: u64, bytes: &[u8]) -> io::Result<()> {
        if address.checked_add(bytes.len() as u64).is_none() {
            let message = format!("{} bytes at {address:#x}", bytes.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let mut at = address;
        for bytes in bytes.chunks(MAX_SECTION) {
            self.range(GPUADDR, at, bytes.len() as u32)?;
            self.section(BUFFER_CONTENTS, &[bytes])?;
            at += bytes.len() as u64;
        }
        Ok(())
    }

    /// Adds commands: a stream in the buffers before it.
    ///
    /// # Errors
    /// Those of the output.
    pub fn stream(&mut self, stream: super::Stream) -> io::Result<()> {
        self.range(CMDSTREAM_ADDR, stream.address, stream.words)
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn range(&mut self, kind: u32, address: u64, size: u32) -> io::Result<()> {
        let low = (address as u32).to_le_bytes();
        let high = ((address >> 32) as u32).to_le_bytes();
        self.section(kind, &[&low, &size.to_le_bytes(), &high])
    }

    fn section(&mut self, kind: u32, parts: &[&[u8]]) -> io::Result<()> {
        let size: usize = parts.iter().map(|p| p.len()).sum();
        self.out.write_all(&kind.to_le_bytes())?;
        self.out.write_all(&(size as u32).to_le_bytes())?;
        for part in parts {
            self.out.write_all(part)?;
        }
        Ok(())
    }
}

/// Writes a recording. [`super::read`] reads the same.
///
/// # Errors
/// Those of `out`.
pub fn write<W: Write>(recording: &Recording<'_>, out: W) -> io::Result<W> {
    let mut writer = Writer::new(out, recording.gpu_id, recording.chip_id)?;
    for submission in &recording.submissions {
        writer.submission(&submission.name)?;
        for (address, bytes) in submission.contents() {
            writer.buffer(address, bytes)?;
        }
        for &stream in &submission.streams {
            writer.stream(stream)?;
        }
    }
    writer.finish()
}

impl<'a> Submission<'a> {
    /// The addresses and contents of the buffers.
    pub fn contents(&self) -> impl Iterator<Item = (u64, &'a [u8])> {
        self.buffers
            .iter()
            .map(|(&address, &bytes)| (address, bytes))
    }
}
