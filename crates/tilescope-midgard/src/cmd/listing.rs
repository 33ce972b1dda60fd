//! Jobs and descriptors as lines of text.

use tilescope_tables::listing::{Lines, ListingLine, Options, Units};

use super::buffers;
use super::rows::{self, Row, row};
use crate::descriptors::job::job_header;
use crate::descriptors::{Aggregate, Arch, JobType, aggregate};

/// Bytes of a header.
const HEADER: usize = 32;
/// Alignment of jobs.
const ALIGN: usize = 64;

/// The name in Mesa of a job of this type.
fn job_name(kind: JobType) -> Option<&'static str> {
    Some(match kind {
        JobType::WriteValue => "Write Value Job",
        JobType::CacheFlush => "Cache Flush Job",
        JobType::Compute | JobType::Vertex => "Compute Job",
        JobType::Tiler => "Tiler Job",
        JobType::Fragment => "Fragment Job",
        _ => return None,
    })
}

/// Whether `bytes` begin with a job: a header of a known type.
pub(super) fn is_job(bytes: &[u8]) -> bool {
    let kind = JobType::from_bits(job_header::TYPE.get(bytes) as u8);
    let is_known = kind == JobType::Null || job_name(kind).is_some();
    let is_plain = [&job_header::RESERVED_138, &job_header::RESERVED_141];
    let is_plain = is_plain.iter().all(|f| f.get(bytes) == 0);
    bytes.len() >= HEADER && is_known && is_plain && job_header::IS_64B.is_set(bytes)
}

/// The descriptors of the job that `bytes` begin with, by offset.
fn sections(bytes: &[u8], arch: Arch) -> Vec<(usize, &'static Row)> {
    let kind = JobType::from_bits(job_header::TYPE.get(bytes) as u8);
    match job_name(kind).and_then(|name| aggregate(name, arch)) {
        Some(aggregate) => parts(aggregate),
        None => row("Job Header", arch)
            .map(|r| (0, r))
            .into_iter()
            .collect(),
    }
}

/// The descriptors of an aggregate, by offset.
fn parts(of: &'static Aggregate) -> Vec<(usize, &'static Row)> {
    let sections = of.sections.iter();
    sections
        .filter_map(|s| Some((usize::from(s.offset), row(s.of, of.arch)?)))
        .collect()
}

/// All of `bytes` as lines: jobs where a header is, and data. The lines assemble to the same bytes.
/// Jobs are those of v5.
pub fn describe(bytes: &[u8], base: u64, options: &Options<'_>) -> Vec<ListingLine> {
    describe_jobs(bytes, base, Arch::V5, options)
}

/// [`describe`] for an architecture.
pub fn describe_jobs(
    bytes: &[u8],
    base: u64,
    arch: Arch,
    options: &Options<'_>,
) -> Vec<ListingLine> {
    let mut out = lines(bytes, base, options);
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let start = at;
        if is_job(rest) {
            for (offset, row) in sections(rest, arch) {
                at = out.descriptor(start + offset, row, at);
            }
        }
        if at == start {
            let next = (at + 1).next_multiple_of(ALIGN).min(bytes.len());
            out.data(at..next, 1, None);
            at = next;
        }
    }
    out.lines
}

/// `bytes` as an array of descriptors; the rest is data.
pub fn elements(bytes: &[u8], base: u64, row: &Row, options: &Options<'_>) -> Vec<ListingLine> {
    let mut out = lines(bytes, base, options);
    let size = usize::from(row.layout.size).max(1);
    let whole = bytes.len() / size * size;
    let records = row.descriptor.name == "Attribute Buffer";
    for at in (0..whole).step_by(size) {
        let own = |name| rows::row(name, row.descriptor.arches[0]);
        let record = bytes.get(at..at + size).filter(|_| records);
        let before = at.checked_sub(size).and_then(|from| bytes.get(from..at));
        let own = record.and_then(|record| own(buffers::descriptor(before, record)));
        out.descriptor(at, own.unwrap_or(row), at);
    }
    out.data(whole..bytes.len(), 1, None);
    out.lines
}

/// `bytes` as a framebuffer descriptor and what follows it: in v5 the extension for depth if the
/// framebuffer has one, and its render targets.
pub fn framebuffer(bytes: &[u8], base: u64, arch: Arch, options: &Options<'_>) -> Vec<ListingLine> {
    let mut out = lines(bytes, base, options);
    let Some(whole) = aggregate("Framebuffer", arch) else {
        return out.lines;
    };
    let mut at = 0;
    for (offset, row) in parts(whole) {
        at = out.descriptor(offset, row, at);
    }
    if arch == Arch::V5 {
        use crate::descriptors::v5_framebuffer::framebuffer_parameters as fields;
        let parameters = bytes.get(HEADER..).unwrap_or_default();
        let extension = fields::HAS_ZS_CRC_EXTENSION.is_set(parameters);
        let targets = fields::RENDER_TARGET_COUNT.get(parameters) as usize + 1;
        let names = extension
            .then_some("ZS CRC Extension")
            .into_iter()
            .chain(std::iter::repeat_n("Render Target", targets));
        for row in names.filter_map(|name| row(name, arch)) {
            at = out.descriptor(at, row, at);
        }
    }
    out.data(at..bytes.len(), 1, None);
    out.lines
}

/// No lines about `bytes`.
fn lines<'a>(bytes: &'a [u8], base: u64, options: &'a Options<'a>) -> Lines<'a, 'a> {
    Lines::new(bytes, base, options, Units::Hidden)
}

/// `bytes` as addresses.
pub fn addresses(bytes: &[u8], base: u64, options: &Options<'_>) -> Vec<ListingLine> {
    let mut out = lines(bytes, base, options);
    out.addresses(0..bytes.len());
    out.lines
}

/// `bytes` as a texture and the addresses of its images.
pub fn texture(bytes: &[u8], base: u64, arch: Arch, options: &Options<'_>) -> Vec<ListingLine> {
    use crate::descriptors::texture::texture as fields;
    let mut out = lines(bytes, base, options);
    let mut at = match row("Texture", arch) {
        Some(row) => out.descriptor(0, row, 0),
        None => 0,
    };
    match row("Surface With Stride", arch) {
        Some(row) if fields::MANUAL_STRIDE.is_set(bytes) => {
            let size = usize::from(row.layout.size);
            while at + size <= bytes.len() {
                at = out.descriptor(at, row, at);
            }
            out.data(at..bytes.len(), 1, None);
        }
        _ => out.addresses(at..bytes.len()),
    }
    out.lines
}
