//! Descriptions of draws: the resources of each draw of a binning list, before anything
//! runs.
//!
//! ```text
//! Cursor -> DrawState -> state     CONFIGURATION_BITS and related packets
//!                     -> targets   from the rendering list
//!                     -> shaders   records, uniforms, texture descriptors
//!                     -> vertices  attribute arrays, indices, values
//! ```
//!
//! All decoders are those of the device.

mod program;
mod reading;
mod shaders;
mod state;
mod targets;
mod textures;
mod vertices;

pub(crate) use state::fields;

use tilescope_core::{Fuel, GpuMemory, Work};
use tilescope_draw::IndexSize;
use tilescope_tables::draws::{self, Draw, Visitor};

use crate::bus::Bus;
use crate::cle::{At, Cursor};
use crate::indices::{DrawCommand, Source};
use crate::log::{Ctx, Log};
use crate::packets::{BinningConfig, IndexType, Packet, PrimitiveMode};
use crate::quirks::Quirks;
use crate::records::GlShaderRecord;
use crate::shader_records::{gl_record, nv_record};
use crate::state::{Applied, DrawState, Group, ShaderRef};

/// Limit of the work on one list, in units of fuel, so that endless lists end.
const FUEL: u64 = 1 << 36;

/// A draw command of a binning list.
#[derive(Clone, Copy, Debug)]
struct Command {
    at: At,
    mode: PrimitiveMode,
    source: Source,
    length: u32,
    /// Its number in the list.
    number: u32,
}

/// The state of a list at a draw.
struct Context<'a> {
    bus: Bus<'a>,
    quirks: &'a Quirks,
    state: &'a DrawState,
    /// Address of the packet that set each group.
    set_at: [Option<u32>; Group::ALL.len()],
    binning: Option<BinningConfig>,
    /// Ranges of the rendering lists of the submission.
    rendering: &'a [(u32, u32)],
    /// Number of vertices, and of indices, to show.
    shown: u32,
}

/// Walks the binning lists of a submission, and describes the draws that `visitor`
/// selects.
pub fn submission(work: &[Work], memory: &dyn GpuMemory, visitor: &mut dyn Visitor) {
    let lists = |queue_is_binning: bool| {
        work.iter().filter_map(move |w| match *w {
            Work::List { queue, start, end } if (queue == 0) == queue_is_binning => {
                Some((start as u32, end as u32))
            }
            _ => None,
        })
    };
    let rendering: Vec<(u32, u32)> = lists(false).collect();
    for (start, end) in lists(true) {
        list(start, end, &rendering, memory, visitor);
    }
}

fn list(
    start: u32,
    end: u32,
    rendering: &[(u32, u32)],
    memory: &dyn GpuMemory,
    visitor: &mut dyn Visitor,
) {
    let quirks = Quirks::default();
    let bus = Bus::new(memory);
    let mut log = Log::default();
    let mut fuel = Fuel::new(FUEL);
    let mut cursor = Cursor::new("binning", start, end, quirks.sublist_depth);
    let mut state = DrawState::default();
    let mut set_at = [None; Group::ALL.len()];
    let mut binning = None;
    let mut number = 0;
    // A list that stops the hardware ends here too.
    while let Ok(Some((at, packet))) = cursor.next(&mut Ctx::serial(bus, &mut log, &mut fuel)) {
        if let Applied::Group(group) = state.apply(&packet) {
            set_at[group as usize] = Some(at.address);
        }
        match packet {
            Packet::Halt => break,
            Packet::TileBinningMode(config) => binning = Some(config),
            _ => {}
        }
        let Some(DrawCommand {
            mode,
            source,
            length,
        }) = DrawCommand::of(&packet)
        else {
            continue;
        };
        let command = Command {
            at,
            mode,
            source,
            length,
            number,
        };
        number += 1;
        if visitor.wants() {
            let context = Context {
                bus,
                quirks: &quirks,
                state: &state,
                set_at,
                binning,
                rendering,
                shown: visitor.vertices(),
            };
            visitor.draw(context.draw(&command));
        }
    }
}

impl Context<'_> {
    fn draw(&self, command: &Command) -> Draw {
        let mut log = Log::default();
        let mut sections = Vec::new();
        match self.state.shader {
            Some(ShaderRef::Gl {
                address,
                attributes,
                extended,
            }) => {
                let record = {
                    let at = (address, attributes, extended);
                    gl_record(GlShaderRecord::default(), at, &self.bus, &mut log).ok()
                };
                let programs = record.as_ref().map(|r| shaders::gl(self, r));
                let fragment = programs.as_ref().map(|p| &p.fragment);
                sections.push(state::section(self, command, fragment, record.as_ref()));
                sections.extend(targets::sections(self));
                match (&record, &programs) {
                    (Some(record), Some(programs)) => {
                        sections.extend(shaders::gl_sections(self, address, record, programs));
                        sections.extend(vertices::gl(self, command, record, programs));
                    }
                    _ => sections.push(shaders::unreadable("GL_SHADER_RECORD", address)),
                }
            }
            Some(ShaderRef::Nv { address }) => {
                let record = nv_record(address, &self.bus, &mut log).ok();
                let fragment = record.as_ref().map(|r| {
                    shaders::program(self, "fragment", r.fs_code_address, r.fs_uniforms_address)
                });
                sections.push(state::section(self, command, fragment.as_ref(), None));
                sections.extend(targets::sections(self));
                match (&record, &fragment) {
                    (Some(record), Some(fragment)) => {
                        sections.extend(shaders::nv_sections(self, address, record, fragment));
                        sections.extend(vertices::nv(self, command, record));
                    }
                    _ => sections.push(shaders::unreadable("NV_SHADER_RECORD", address)),
                }
            }
            Some(ShaderRef::Vg { .. }) | None => {
                sections.push(state::section(self, command, None, None));
                sections.extend(targets::sections(self));
            }
        }
        Draw {
            number: command.number,
            address: command.at.address.into(),
            command: command.at.name,
            title: command.title(),
            sections,
        }
    }

    /// A word of memory, if it exists and was written.
    fn word(&self, address: u32) -> Option<u32> {
        let mut log = Log::default();
        let word = self.bus.read_u32(&mut log, crate::bus::Port::Quc, address);
        word.ok().filter(|_| self.bus.initialised(address, 4))
    }
}

impl Command {
    fn title(&self) -> String {
        let code = ("primitive mode", self.mode.bits().into());
        let title = draws::title(self.mode.name(), code, self.length.into());
        match self.source {
            Source::Array { first: 0 } => title,
            Source::Array { first } => format!("{title} from vertex {first}"),
            Source::List { size, .. } => {
                let ty = match size {
                    IndexSize::U8 => IndexType::U8,
                    IndexSize::U16 | IndexSize::U32 => IndexType::U16,
                };
                let ty = ty.name().unwrap_or_default();
                format!("{title}, indices {ty}")
            }
        }
    }
}
