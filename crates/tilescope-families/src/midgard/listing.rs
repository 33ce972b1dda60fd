//! Listings of Mali Midgard: jobs, descriptors and shaders.

use std::collections::VecDeque;
use std::io;

use tilescope_core::Work;
use tilescope_midgard::chips::Chip;
use tilescope_midgard::cmd::{self, Target};
use tilescope_midgard::descriptors::Arch;
use tilescope_midgard::isa;
use tilescope_tables::listing::{Hex, ListingLine};

use super::{QUAD, quads};
use crate::{Piece, Sheet, TextKind};

const JOBS: &str = "jobs";
const JOB: &str = "job";
const SHADER: &str = "shader";

/// Bytes of the largest job.
const LARGEST_JOB: u64 = 256;
/// Bytes of a framebuffer with an extension and eight targets.
const LARGEST_FRAMEBUFFER: u64 = 128 + 64 + 8 * 64;
/// Bytes of a program that are listed, as its end is in its tags.
const LARGEST_PROGRAM: u64 = 64 << 10;

pub(super) fn file(kind: TextKind, start: u64, end: u64) -> Piece {
    match kind {
        TextKind::List => Piece::at(JOBS, start).until(end),
        TextKind::Shader => Piece::at(SHADER, start).until(end),
    }
}

pub(super) fn work(work: &Work) -> Piece {
    match *work {
        Work::List { start, .. } => Piece::at(JOB, start),
        Work::Program { code, .. } => Piece::at(SHADER, code),
    }
}

/// The architecture of the listing; v5 if no chip is known.
fn arch(sheet: &Sheet<'_>) -> Arch {
    let chip = sheet.chip.and_then(|c| Chip::named(c.name));
    chip.map_or(Arch::V5, |c| c.arch)
}

/// The structure of a piece, by its kind. The descriptor of an array is found by the name
/// in Mesa.
fn target(piece: &Piece) -> Target {
    let len = piece.end.map_or(0, |end| end.saturating_sub(piece.address));
    let name = match piece.kind {
        "renderer state" => "Renderer State",
        "attributes" | "varyings" => "Attribute",
        "attribute buffers" | "varying buffers" => "Attribute Buffer",
        "uniform buffers" => "Uniform Buffer",
        "samplers" => "Sampler",
        "viewport" => "Viewport",
        "local storage" => "Local Storage",
        "blending" => "Blend",
        "textures" => return Target::Textures(len / 8),
        "texture" => return Target::Texture,
        "framebuffer" => return Target::Framebuffer,
        "shader" | "blend shader" => return Target::Code,
        "job" | "jobs" => return Target::Job,
        _ => return Target::Data(len),
    };
    Target::Elements(name, u64::from(piece.detail))
}

pub(super) fn list(
    piece: Piece,
    sheet: &mut Sheet<'_>,
    todo: &mut VecDeque<Piece>,
) -> io::Result<()> {
    sheet.header(piece.kind, piece.address)?;
    let (target, arch) = (target(&piece), arch(sheet));
    let limit = match target {
        Target::Job => LARGEST_JOB,
        Target::Framebuffer => LARGEST_FRAMEBUFFER,
        Target::Code => LARGEST_PROGRAM,
        Target::Texture => {
            let header = sheet.known(piece.address, Some(piece.address.saturating_add(32)));
            cmd::texture_size(&header)
        }
        Target::Elements(..) | Target::Textures(_) | Target::Data(_) => 0,
    };
    let end = piece.end.unwrap_or(piece.address.saturating_add(limit));
    let bytes = sheet.known(piece.address, Some(end));
    if bytes.is_empty() {
        writeln!(sheet.out, "  (empty before the job runs)")?;
        return Ok(());
    }
    if target == Target::Code {
        return shader(piece.address, &bytes, sheet);
    }
    let lines = lines(&piece, target, arch, &bytes, sheet);
    let used = lines.last().map_or(0, |l| (l.offset + l.len) as usize);
    let bytes = bytes.get(..used).unwrap_or_default();
    sheet.lines(lines, piece.address, bytes, |b| Hex::Words.show(b))?;
    for r in cmd::references(target, piece.address, sheet.memory, arch) {
        let mut piece = Piece::at(r.what, r.address);
        if let Some(size) = r.target.size(arch) {
            if size == 0 {
                continue;
            }
            piece = piece.until(r.address.saturating_add(size));
        }
        if let Target::Elements(_, count) = r.target {
            piece.detail = count as u32;
        }
        todo.push_back(piece);
    }
    Ok(())
}

fn lines(
    piece: &Piece,
    target: Target,
    arch: Arch,
    bytes: &[u8],
    sheet: &Sheet<'_>,
) -> Vec<ListingLine> {
    let base = piece.address;
    sheet.with_options(|options| match target {
        Target::Job if piece.kind == JOB => {
            let mut lines = cmd::describe_jobs(bytes, base, arch, options);
            // The next job of the chain has a piece of its own.
            let next = lines
                .iter()
                .skip(1)
                .position(|l| l.text.starts_with("JOB_HEADER"));
            if let Some(at) = next {
                lines.truncate(at + 1);
            }
            let is_padding = |l: &ListingLine| l.text.starts_with('.');
            while lines.len() > 1 && lines.last().is_some_and(is_padding) {
                lines.pop();
            }
            lines
        }
        Target::Job | Target::Data(_) | Target::Code => {
            cmd::describe_jobs(bytes, base, arch, options)
        }
        Target::Framebuffer => {
            let mut lines = cmd::framebuffer(bytes, base, arch, options);
            while lines.last().is_some_and(|l| l.text.starts_with('.')) {
                lines.pop();
            }
            lines
        }
        Target::Elements(name, _) => match cmd::row(name, arch) {
            Some(row) => cmd::elements(bytes, base, row, options),
            None => Vec::new(),
        },
        Target::Textures(_) => cmd::addresses(bytes, base, options),
        Target::Texture => cmd::texture(bytes, base, arch, options),
    })
}

fn shader(address: u64, bytes: &[u8], sheet: &mut Sheet<'_>) -> io::Result<()> {
    let quads = quads(bytes);
    let len = cmd::program_len(&quads);
    let lines = isa::disassemble(quads.get(..len).unwrap_or(&quads));
    for line in lines {
        if let Some(label) = &line.label {
            writeln!(sheet.out, "{label}:")?;
        }
        let place = sheet.place(address + (line.quad * QUAD) as u64);
        let comment = match line.comment.is_empty() {
            true => String::new(),
            false => format!("  ; {}", line.comment),
        };
        writeln!(sheet.out, "  {place}  {}{comment}", line.text)?;
    }
    Ok(())
}
