//! Jobs and descriptors as lines of text.

use tilescope_tables::listing::{ListingLine, Options, Units, data, write_fields};
use tilescope_tables::packet::{Field, Kind};

use super::buffers;
use super::rows::{self, Row, row};
use crate::descriptors::job::job_header;
use crate::descriptors::{
    Aggregate, Arch, BlockFormat, Descriptor, JobType, View, aggregate, state, v4, v4_framebuffer,
    v5_framebuffer,
};

/// Bytes of a header.
const HEADER: usize = 32;
/// Alignment of jobs.
const ALIGN: usize = 64;
/// Bytes of data in a line.
const DATA: usize = 16;

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
    let mut out = Lines {
        bytes,
        base,
        options,
        lines: Vec::new(),
    };
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
            out.data(at, next);
            at = next;
        }
    }
    out.lines
}

/// `bytes` as an array of descriptors; the rest is data.
pub fn elements(bytes: &[u8], base: u64, row: &Row, options: &Options<'_>) -> Vec<ListingLine> {
    let mut out = Lines {
        bytes,
        base,
        options,
        lines: Vec::new(),
    };
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
    out.data(whole, bytes.len());
    out.lines
}

/// `bytes` as a framebuffer descriptor and what follows it: in v5 the extension for depth if the
/// framebuffer has one, and its render targets.
pub fn framebuffer(bytes: &[u8], base: u64, arch: Arch, options: &Options<'_>) -> Vec<ListingLine> {
    let mut out = Lines {
        bytes,
        base,
        options,
        lines: Vec::new(),
    };
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
    out.data(at, bytes.len());
    out.lines
}

/// Lines about bytes.
struct Lines<'a> {
    bytes: &'a [u8],
    base: u64,
    options: &'a Options<'a>,
    lines: Vec<ListingLine>,
}

impl Lines<'_> {
    fn line(&self, at: usize, len: usize) -> ListingLine {
        ListingLine {
            offset: at as u32,
            address: self.base.wrapping_add(at as u64),
            len: len as u32,
            ..ListingLine::default()
        }
    }

    /// A descriptor at `at`, after the bytes before `done`. Returns the place after it; `done` if
    /// it is not complete.
    fn descriptor(&mut self, at: usize, row: &Row, done: usize) -> usize {
        let size = usize::from(row.layout.size);
        let Some(bytes) = self.bytes.get(at..at + size) else {
            return done;
        };
        self.data(done, at);
        let mut line = self.line(at, size);
        line.text.push_str(&row.name);
        let fields = shown_fields(row.descriptor, bytes);
        write_fields(fields.iter(), bytes, self.options, Units::Hidden, &mut line);
        self.lines.push(line);
        at + size
    }

    fn data(&mut self, from: usize, to: usize) {
        let Some(bytes) = self.bytes.get(from..to).filter(|b| !b.is_empty()) else {
            return;
        };
        if bytes.iter().all(|b| *b == 0) {
            let mut line = self.line(from, bytes.len());
            line.text = format!(".zero {}", bytes.len());
            self.lines.push(line);
            return;
        }
        for (i, chunk) in bytes.chunks(DATA).enumerate() {
            let mut line = self.line(from + i * DATA, chunk.len());
            line.text = match chunk.as_chunks::<4>() {
                (words, []) => {
                    let words: Vec<String> = words
                        .iter()
                        .map(|w| format!("{:#010x}", u32::from_le_bytes(*w)))
                        .collect();
                    format!(".u32 {}", words.join(", "))
                }
                _ => data(chunk),
            };
            self.lines.push(line);
        }
    }
}

/// The views of a descriptor that its contents ask for.
fn views(d: &'static Descriptor, bytes: &[u8]) -> impl Iterator<Item = &'static View> {
    let is = |field: &Field, value: u64| field.get(bytes) == value;
    let afbc = BlockFormat::Afbc.bits().into();
    let names = match d.name {
        "Blend" => [
            is(&state::blend::BLEND_SHADER, 0).then_some("equation"),
            None,
        ],
        "Render Target" => {
            use v5_framebuffer::render_target as target;
            let compressed = is(&target::WRITEBACK_BLOCK_FORMAT, afbc).then_some("afbc");
            let planes = is(&target::YUV_ENABLE, 1).then_some("yuv");
            let clear = is(&target::PRELOAD_ENABLE, 0).then_some("clear");
            [planes.or(compressed), clear]
        }
        "Framebuffer Parameters" if d.arches == [Arch::V4] => {
            use v4_framebuffer::framebuffer_parameters as fields;
            let preloads = [fields::COLOR_PRELOAD_ENABLE, fields::ZS_PRELOAD_ENABLE];
            let clears = preloads.iter().all(|enable| is(enable, 0));
            [clears.then_some("clear"), None]
        }
        "ZS CRC Extension" => {
            use v5_framebuffer::zs_crc_extension as zs;
            [is(&zs::ZS_BLOCK_FORMAT, afbc).then_some("afbc"), None]
        }
        "Renderer State" if d.arches == [Arch::V4] => {
            let field = &v4::renderer_state::MULTISAMPLE_MISC_BLEND_SHADER;
            [is(field, 0).then_some("equation"), None]
        }
        "Attribute Buffer" => {
            use crate::descriptors::attributes::attribute_buffer as buffer;
            // Modulus and POT divisors, and NPOT divisors. Source: enum Attribute Type.
            match buffer::LAYOUT.field("type").map(|f| f.get(bytes)) {
                Some(4) => [Some("npot"), None],
                Some(3) => [Some("modulus"), None],
                // Kinds of special records are above those of buffers.
                Some(33..) => [Some("special"), None],
                _ => [None, None],
            }
        }
        _ => [None, None],
    };
    let named = |name| d.views.iter().find(|v| v.name == name);
    names.into_iter().flatten().filter_map(named)
}

/// The fields to show: those of the views that the contents ask for, and of the layout where
/// they have none. If that would lose bits, those of the layout.
pub fn shown_fields(d: &'static Descriptor, bytes: &[u8]) -> Vec<Field> {
    let plain = || d.layout.fields.to_vec();
    let meant = views(d, bytes).flat_map(|view| view.layout.fields);
    let mut fields: Vec<Field> = meant
        .filter(|f| f.kind != Kind::Reserved)
        .copied()
        .collect();
    if fields.is_empty() {
        return plain();
    }
    let overlaps = |f: &Field| {
        let mut meant = fields.iter();
        meant.any(|g| g.lo <= f.hi() && f.lo <= g.hi())
    };
    let others: Vec<Field> = d
        .layout
        .fields
        .iter()
        .copied()
        .filter(|f| !overlaps(f))
        .collect();
    fields.extend(others);
    fields.sort_by_key(|f| f.lo);
    let mut copy = vec![0; bytes.len()];
    for field in &fields {
        field.set(&mut copy, field.get(bytes));
    }
    match copy == bytes {
        true => fields,
        false => plain(),
    }
}

/// `bytes` as addresses.
pub fn addresses(bytes: &[u8], base: u64, options: &Options<'_>) -> Vec<ListingLine> {
    let mut out = Lines {
        bytes,
        base,
        options,
        lines: Vec::new(),
    };
    out.addresses(0);
    out.lines
}

/// `bytes` as a texture and the addresses of its images.
pub fn texture(bytes: &[u8], base: u64, arch: Arch, options: &Options<'_>) -> Vec<ListingLine> {
    use crate::descriptors::texture::texture as fields;
    let mut out = Lines {
        bytes,
        base,
        options,
        lines: Vec::new(),
    };
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
            out.data(at, bytes.len());
        }
        _ => out.addresses(at),
    }
    out.lines
}

impl Lines<'_> {
    /// The bytes from `from` on as addresses.
    fn addresses(&mut self, from: usize) {
        let rest = self.bytes.get(from..).unwrap_or_default();
        let (words, tail) = rest.as_chunks::<8>();
        for (i, word) in words.iter().enumerate() {
            let mut line = self.line(from + 8 * i, 8);
            let address = u64::from_le_bytes(*word);
            let name = self.options.symbolize.and_then(|name| name(address));
            line.text = match name {
                Some(name) => format!(".u64 @{name}"),
                None => format!(".u64 {address:#x}"),
            };
            self.lines.push(line);
        }
        self.data(self.bytes.len() - tail.len(), self.bytes.len());
    }
}
