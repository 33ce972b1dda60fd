//! The payload of a compute, vertex or tiler job: descriptors that follow each other.

use std::ops::Range;

use tilescope_core::Stopped;

use super::{DrawDescriptor, Invocation};
use crate::log::Ctx;
use crate::memory;

/// Offset of the payload in a job.
const OFFSET: u64 = 32;
/// The places of descriptors in it.
const INVOCATION: Range<usize> = 0..8;
const PRIMITIVE: Range<usize> = 8..32;
const DRAW: Range<usize> = 32..152;
const SIZE: Range<usize> = 152..160;

/// The payload of a job.
#[derive(Clone, Copy, Debug)]
pub struct Payload([u8; SIZE.end]);

impl Payload {
    /// Offset of the primitive in a tiler job.
    pub const PRIMITIVE: u64 = OFFSET + PRIMITIVE.start as u64;

    /// That of the compute or vertex job at `job`. Its primitive is 0.
    ///
    /// # Errors
    /// A fault, if part of it is not mapped.
    pub fn of_threads(job: u64, c: &mut Ctx<'_>) -> Result<Payload, Stopped> {
        let parts = [("invocation", INVOCATION), ("draw descriptor", DRAW)];
        Payload::read(job, DRAW.end, &parts, c)
    }

    /// That of the tiler job at `job`.
    ///
    /// # Errors
    /// A fault, if part of it is not mapped.
    pub fn of_primitives(job: u64, c: &mut Ctx<'_>) -> Result<Payload, Stopped> {
        let parts = [
            ("invocation", INVOCATION),
            ("primitive", PRIMITIVE),
            ("draw descriptor", DRAW),
            ("primitive size", SIZE),
        ];
        Payload::read(job, SIZE.end, &parts, c)
    }

    fn read(
        job: u64,
        len: usize,
        parts: &[(&'static str, Range<usize>)],
        c: &mut Ctx<'_>,
    ) -> Result<Payload, Stopped> {
        let mut bytes = [0; SIZE.end];
        memory::descriptors(c, job.wrapping_add(OFFSET), &mut bytes[..len], parts)?;
        Ok(Payload(bytes))
    }

    /// The numbers of threads.
    pub fn invocation(&self) -> Invocation {
        Invocation::decode(&self.0[INVOCATION])
    }

    /// The bytes of the primitive.
    pub fn primitive(&self) -> &[u8] {
        &self.0[PRIMITIVE]
    }

    /// The draw descriptor.
    pub fn draw(&self) -> DrawDescriptor {
        DrawDescriptor::from_bytes(&self.0[DRAW])
    }

    /// The bytes of the primitive size.
    pub fn size(&self) -> &[u8] {
        &self.0[SIZE]
    }
}
