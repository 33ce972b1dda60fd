//! Attributes and varyings: elements of buffers, by the number of a vertex.
//!
//! ```text
//! record: buffer, format, offset --> buffer: address, stride, size, divisor
//!                                            |
//! linear number of a thread --> [divide] --> element --> format --> register
//! ```
//!
//! A vertex job gives its threads a *linear number*: the vertex in its instance plus the
//! instance times the padded number of vertices. Buffers derive the number of an element
//! from it ([`Divide`]), and special records the vertex and the instance.
//!
//! [`Attributes::decode`] reads all records once for a job; [`Attributes::load`] and
//! [`Attributes::store`] serve sixteen threads. [`varyings`] prepares the interpolation
//! of varyings.
//!
//! Sources: Mesa 22.3.6 `src/panfrost/include/panfrost-job.h` (arithmetic of divisors),
//! `src/gallium/drivers/panfrost/pan_cmdstream.c` (records), `genxml/v5.xml` (fields).

mod record;
#[cfg(test)]
mod tests;
pub mod varyings;

pub use record::{Buffer, ImageSize, Record, Source};
pub use tilescope_draw::divide::{Divide, Magic};

use tilescope_core::{Rule, Stopped};
use tilescope_exec::{Lanes, Lanes16};
use tilescope_pixel::packed::MAX_BYTES;

use crate::formats::{RegisterType, Storage};
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::report;
use crate::rules::attribute as rules;

/// The attributes, or varyings, of a job.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    records: Vec<Record>,
    /// Added to the numbers of elements and vertices.
    first: u32,
}

/// Arrays of records, as a draw descriptor has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrays {
    /// Address of the attribute records.
    pub records: u64,
    /// The number of them, from the renderer state.
    pub count: u32,
    /// Address of the buffer records.
    pub buffers: u64,
    /// The first vertex: OFFSET_START for attributes, 0 for varyings, whose buffers
    /// start at the first thread.
    pub first: u32,
}

/// Values of fragments that special attributes return.
#[derive(Clone, Copy, Debug, Default)]
pub struct FragmentValues {
    /// x, y and z of the fragment, and the interpolated 1/w.
    pub coordinates: [Lanes16; 4],
    /// The lanes of front-facing primitives.
    pub front: u16,
    /// Position in the point, from 0 at its left and at its first row to 1.
    pub point: [Lanes16; 2],
}

/// The threads of an access.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    /// Linear numbers.
    pub linear: &'a [u32; 16],
    /// The lanes that take part.
    pub mask: u16,
    /// Values of fragments, in fragment shaders.
    pub fragment: Option<&'a FragmentValues>,
}

impl Attributes {
    /// Reads all records of `arrays`. Errors in a record are reported when it is used. There are
    /// none at address 0: Mesa's transform feedback states a count of varyings and no address
    /// (`panfrost_launch_xfb`, pan_cmdstream.c), and its shader uses none.
    ///
    /// # Errors
    /// The attribute records are not mapped.
    pub fn decode(arrays: Arrays, c: &mut Ctx<'_>) -> Result<Attributes, Stopped> {
        let count = if arrays.records == 0 { 0 } else { arrays.count };
        let mut records: Vec<Record> = Vec::with_capacity(count.min(16) as usize);
        let (first, count) = (arrays.records & !7, count.min(record::MAX));
        memory::ACCESS.elements(c, Port::Desc, first, count, |address, bytes, c| {
            let last = records.last();
            records.push(Record::decode(arrays.buffers, address, bytes, last, c));
        })?;
        if count != 0 && (arrays.records & 7 != 0 || arrays.buffers & 31 != 0) {
            report(c, &rules::UNALIGNED, arrays.records, || {
                let Arrays {
                    records, buffers, ..
                } = arrays;
                format!("attributes are at {records:#x}, their buffers at {buffers:#x}")
            });
        }
        Ok(Attributes {
            records,
            first: arrays.first,
        })
    }

    /// The records.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The number that is added to those of elements and vertices.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The record of attribute `n`, if it can be used.
    pub(crate) fn record(&self, n: u32, c: &mut Ctx<'_>) -> Option<&Record> {
        let Some(record) = self.records.get(n as usize) else {
            let count = self.records.len();
            report(c, &rules::NO_RECORD, n.into(), || {
                format!("attribute {n} of {count}")
            });
            return None;
        };
        let at = record.address;
        let complain = |rule: &'static Rule, text: String, c: &mut Ctx<'_>| {
            report(c, rule, at, || format!("attribute {n}: {text}"));
        };
        if record.format.big_endian {
            complain(&rules::BIG_ENDIAN, record.format.name(), c);
        }
        match record.format.storage {
            Storage::Unknown | Storage::TileBuffer | Storage::Compressed(_) => {
                complain(&rules::FORMAT, record.format.name(), c);
            }
            _ => {}
        }
        if let Source::Buffer(buffer) | Source::Image(buffer) = &record.source
            && let Some((rule, text)) = buffer.problem()
        {
            complain(rule, text, c);
        }
        Some(record)
    }

    /// Attribute `n` of the threads, in registers of type `to`. Lanes outside the mask
    /// are 0.
    ///
    /// # Errors
    /// An element is in a buffer, but its memory is not mapped.
    pub fn load(
        &self,
        n: u32,
        threads: &Threads<'_>,
        to: RegisterType,
        c: &mut Ctx<'_>,
    ) -> Result<[Lanes16; 4], Stopped> {
        let mut out = [Lanes16::ZERO; 4];
        let Some(record) = self.record(n, c) else {
            return Ok(out);
        };
        let mut put = |lane: usize, values: [u32; 4]| {
            for (out, value) in out.iter_mut().zip(values) {
                out[lane & 15] = value;
            }
        };
        let lanes = || (0..16).filter(|lane| threads.mask >> lane & 1 == 1);
        match &record.source {
            _ if record.format.storage == Storage::Constant => {
                for lane in lanes() {
                    put(lane, record.format.load(&[], to));
                }
            }
            Source::Buffer(buffer) => {
                let size = record.format.bytes() as usize;
                let mut bytes = [0; 16 * MAX_BYTES];
                let part = &mut bytes[..size * threads.mask.count_ones() as usize];
                if let Some(address) = record.run(buffer, self.first, threads, c)
                    && memory::read_tracked(c, Port::Ls, address, part)?
                {
                    return Ok(record.format.load_run(part, to).map(Lanes));
                }
                for lane in lanes() {
                    let element = buffer.element(threads.linear[lane], self.first);
                    put(lane, record.load(buffer, element, to, c)?);
                }
            }
            Source::Image(_) | Source::Unknown(_) => record.wrong(&rules::KIND, n, c),
            source if source.is_of_fragments() != threads.fragment.is_some() => {
                record.wrong(&rules::STAGE, n, c);
            }
            _ => {
                for lane in lanes() {
                    put(lane, record.special(threads, lane, to));
                }
            }
        }
        Ok(out)
    }

    /// Writes registers of type `from` to attribute `n` of the threads. Constant
    /// attributes store nothing.
    ///
    /// # Errors
    /// An element is in a buffer, but its memory is not mapped, or read-only.
    pub fn store(
        &self,
        n: u32,
        threads: &Threads<'_>,
        values: &[Lanes16; 4],
        from: RegisterType,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let Some(record) = self.record(n, c) else {
            return Ok(());
        };
        if record.format.storage == Storage::Constant {
            return Ok(());
        }
        let Source::Buffer(buffer) = &record.source else {
            report(c, &rules::STORED_SPECIAL, record.address, || {
                format!("attribute {n} is written, but is {}", record.source.name())
            });
            return Ok(());
        };
        let bytes = record.format.bytes();
        if buffer.stride != 0 && buffer.stride < bytes {
            report(c, &rules::STRIDE, record.address, || {
                let stride = buffer.stride;
                format!("attribute {n} has {bytes} bytes, its buffer a stride of {stride}")
            });
        }
        if let Some(address) = record.run(buffer, self.first, threads, c) {
            let size = bytes as usize;
            let mut run = [0; 16 * MAX_BYTES];
            let part = &mut run[..size * threads.mask.count_ones() as usize];
            let values = [0, 1, 2, 3].map(|c: usize| values[c].0);
            record.format.store_run(&values, from, part);
            return memory::write(c, Port::Ls, address, part);
        }
        for lane in (0..16).filter(|lane| threads.mask >> lane & 1 == 1) {
            let number = buffer.element(threads.linear[lane], self.first);
            let Some(address) = record.place(buffer, number) else {
                report(c, &rules::STORED_OUTSIDE, record.address, || {
                    record.outside(buffer, number)
                });
                continue;
            };
            let values = [0, 1, 2, 3].map(|c: usize| values[c][lane]);
            let out = record.format.store(values, from);
            let len = (bytes as usize).min(out.len());
            memory::write(c, Port::Ls, address, &out[..len])?;
        }
        Ok(())
    }
}
