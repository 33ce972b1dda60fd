//! The fixed-function state of a draw.

use tilescope_output::StencilFace;
use tilescope_tables::draws::{Relevance, Section, Topic};
use tilescope_tables::listing::{ListingLine, Options, Units, write_fields};

use super::shaders::Program;
use super::{Command, Context};
use crate::cmd::RawPacket;
use crate::fragment::StencilSetup;
use crate::indices::topology;
use crate::packets::{CompareFunc, Packet};
use crate::records::GlShaderRecord;
use crate::state::Group;
use tilescope_draw::Topology;

/// The state that packets, and the stencil words of the fragment shader, set.
pub(super) fn section(
    context: &Context<'_>,
    command: &Command,
    fragment: Option<&Program>,
    record: Option<&GlShaderRecord>,
) -> Section {
    let state = context.state;
    let mut section = Section::new(Topic::State, "state");
    let shape = topology(command.mode);
    let lines = matches!(
        shape,
        Some(Topology::Lines | Topology::LineLoop | Topology::LineStrip)
    );
    let sized = record.is_some_and(|r| r.point_size);
    for group in Group::ALL {
        let used = match group {
            Group::Shader => continue,
            Group::Config | Group::ClipWindow | Group::Viewport | Group::ZClip => true,
            Group::FlatShade => state.flat_shade.is_some_and(|f| f != 0),
            Group::PointSize => shape == Some(Topology::Points) && !sized,
            Group::LineWidth => lines,
            Group::RhtX => false,
            Group::DepthOffset => state.config().enable_depth_offset,
        };
        let set_at = context.set_at[group as usize];
        push(&mut section, state.packet(group), group, used, set_at);
    }
    let clips = record.is_none_or(|r| r.enable_clipping);
    let clipper = [
        state
            .clipper_xy
            .map(|(half_width, half_height)| Packet::ClipperXyScaling {
                half_width,
                half_height,
            }),
        (state.clipper_z).map(|(scale, offset)| Packet::ClipperZScaling { scale, offset }),
    ];
    for packet in clipper.into_iter().flatten() {
        let relevance = relevance(clips);
        section.push(packet.name(), fields(&packet), relevance, None);
    }
    if let Some(fragment) = fragment {
        stencil(&mut section, &fragment.parameters.stencil);
        let config = state.config();
        if config.depth_func != CompareFunc::Always || config.z_update {
            let tests = fragment.parameters.outputs.z;
            let text = match tests {
                true => "tested and written by the fragment shader",
                false => "not written by the fragment shader",
            };
            section.row_if(!tests, "depth", text);
        }
        if fragment.parameters.outputs.reads_color {
            section.row("blending", "the fragment shader reads the stored colour");
        }
    }
    section
}

fn relevance(used: bool) -> Relevance {
    match used {
        true => Relevance::Used,
        false => Relevance::Unused,
    }
}

fn push(
    section: &mut Section,
    packet: Option<Packet>,
    group: Group,
    used: bool,
    set_at: Option<u32>,
) {
    match packet {
        Some(packet) => section.push(
            packet.name(),
            fields(&packet),
            relevance(used),
            set_at.map(u64::from),
        ),
        None => {
            let relevance = if used {
                Relevance::Used
            } else {
                Relevance::Default
            };
            section.push(group.packet_name(), "never set", relevance, None);
        }
    }
}

/// The fields of a packet as listings have them.
pub(crate) fn fields(packet: &Packet) -> String {
    let mut bytes = Vec::new();
    packet.encode(&mut bytes);
    let Ok(raw) = RawPacket::at(&bytes) else {
        return String::new();
    };
    let mut line = ListingLine::default();
    let fields = raw.row.payload.fields.iter();
    let options = Options::default();
    write_fields(fields, raw.payload, &options, Units::Shown, &mut line);
    line.text.trim_start().to_owned()
}

/// The stencil test, whose setup words are uniforms of the fragment shader.
fn stencil(section: &mut Section, words: &[u32]) {
    let mut faces: [Option<StencilFace>; 2] = [None; 2];
    for word in words {
        match StencilSetup::decode(*word) {
            StencilSetup::WriteMasks(masks) => {
                for (face, mask) in faces.iter_mut().zip(masks) {
                    if let Some(face) = face {
                        face.write_mask = mask;
                    }
                }
            }
            StencilSetup::Faces { chosen, face } => {
                for (old, _) in faces.iter_mut().zip(chosen).filter(|(_, c)| *c) {
                    *old = Some(face);
                }
            }
        }
    }
    let text = |f: &StencilFace| {
        format!(
            "func={:?}, reference={}, read_mask={:#04x}, write_mask={:#04x}, fail={:?}, \
             depth_fail={:?}, pass={:?}",
            f.func, f.reference, f.read_mask, f.write_mask, f.fail, f.depth_fail, f.pass
        )
    };
    match &faces {
        [Some(front), Some(back)] if front == back => section.row("stencil", text(front)),
        [front, back] => {
            for (name, face) in [
                ("stencil, front faces", front),
                ("stencil, back faces", back),
            ] {
                if let Some(face) = face {
                    section.row(name, text(face));
                }
            }
        }
    }
}
