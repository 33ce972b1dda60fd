//! Headers of jobs, and the status that the hardware writes to them.

use tilescope_core::{Frame, Stopped};

use crate::descriptors::JobType;
use crate::descriptors::job::job_header as fields;
use crate::exception::Exception;
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::refuse;
use crate::rules::job as rules;

/// The size of a header.
pub const SIZE: u64 = 32;

/// A decoded header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The address of the job.
    pub address: u64,
    /// The kind of job.
    pub kind: JobType,
    /// Waits for all earlier jobs of the chain.
    pub barrier: bool,
    /// The number of the job in its chain; 0 is none.
    pub index: u16,
    /// Indices of the jobs that it waits for; 0 is none.
    pub dependencies: [u16; 2],
    /// The address of the next job; 0 is none.
    pub next: u64,
}

impl Header {
    /// The header in `bytes`, of the job at `address`.
    pub fn decode(address: u64, bytes: &[u8; SIZE as usize]) -> Header {
        let next = fields::NEXT.get(bytes);
        Header {
            address,
            kind: JobType::from_bits(fields::TYPE.get(bytes) as u8),
            barrier: fields::BARRIER.get(bytes) != 0,
            index: fields::INDEX.get(bytes) as u16,
            dependencies: [
                fields::DEPENDENCY_1.get(bytes) as u16,
                fields::DEPENDENCY_2.get(bytes) as u16,
            ],
            next: match fields::IS_64B.get(bytes) {
                0 => next & 0xffff_ffff,
                _ => next,
            },
        }
    }

    /// The address of the payload.
    pub fn payload(&self) -> u64 {
        self.address.wrapping_add(SIZE)
    }

    /// Reads the header of the job at `address`.
    ///
    /// # Errors
    /// A fault, if it is misaligned or not mapped.
    pub(crate) fn read(address: u64, c: &mut Ctx<'_>) -> Result<Header, Stopped> {
        if !address.is_multiple_of(64) {
            let text = format!("the job at {address:#x} is not at a multiple of 64");
            let rule = &rules::UNALIGNED;
            return Err(refuse(c, rule, address, ("job", address), text));
        }
        let mut bytes = [0; SIZE as usize];
        let written = memory::read_tracked(c, Port::Jm, address, &mut bytes)?;
        let reserved = [&fields::RESERVED_138, &fields::RESERVED_141];
        if let Some(field) = reserved.into_iter().find(|f| f.get(&bytes) != 0) {
            c.log
                .find(&rules::RESERVED, (address, field.lo.into()), |at| {
                    let at = at.inside(Frame::Record("job header", address));
                    let text = format!("bit {} of the header is set", field.lo);
                    (at.at_bits(field.lo, field.hi()), text)
                });
        }
        let status = fields::EXCEPTION_STATUS.get(&bytes) as u32;
        if status != 0 {
            c.log.find(&rules::STATUS_SET, (address, 0), |at| {
                let at = at.inside(Frame::Record("job header", address));
                let text = format!("the status is {status:#x} before the job starts");
                (at.at_bits(0, 31), text)
            });
        }
        if !written {
            memory::report_unwritten(c, address, bytes.len());
        }
        Ok(Header::decode(address, &bytes))
    }

    /// Writes the status of a job, and the address of its fault.
    ///
    /// # Errors
    /// A fault, if the header cannot be written.
    pub(crate) fn write_status(
        &self,
        exception: Exception,
        pointer: u64,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let mut bytes = [0; 16];
        bytes[0] = exception.bits();
        bytes[8..].copy_from_slice(&pointer.to_le_bytes());
        memory::write(c, Port::Jm, self.address, &bytes)
    }
}

/// The name of a kind of job, for locations.
pub(crate) fn name(kind: JobType) -> &'static str {
    match kind {
        JobType::Null => "null job",
        JobType::WriteValue => "write value job",
        JobType::CacheFlush => "cache flush job",
        JobType::Compute => "compute job",
        JobType::Vertex => "vertex job",
        JobType::Geometry => "geometry job",
        JobType::Tiler => "tiler job",
        JobType::Fused => "fused job",
        JobType::Fragment => "fragment job",
        JobType::NotStarted | JobType::Unknown(_) => "job",
    }
}
