//! Description of a draw's resources, as sections of names and values.

mod shaders;
mod targets;
mod vertices;

use std::sync::Arc;

use tilescope_tables::draws::{self, Relevance, Section, Topic, Value};
use tilescope_tables::listing::Options;

use super::DrawContext;
use super::decoded::Shaders;
use super::fetch::Attributes;
use super::programs::Programs;
use super::screen::Screen;
use crate::cmd::listing;
use crate::fe::DrawCommand;
use crate::log::Log;
use crate::pe::PixelEngine;
use crate::regs;
use crate::state::{Part, State};
use crate::stopped::Stopped;
use crate::te::{self, Samplers};

/// The description of a draw.
#[derive(Debug)]
pub struct Described {
    /// Primitive type and counts.
    pub title: String,
    /// State, targets, shaders, uniforms, textures, attributes, indices, vertices.
    pub sections: Vec<Section>,
}

/// Inputs of the sections.
struct Context<'a> {
    set: &'a DrawContext<'a>,
    state: &'a State,
    /// Address of the command that last wrote each word of state; 0 if none did.
    set_at: &'a [u32],
    /// The number of vertices and indices to list.
    shown: u32,
}

impl Described {
    /// Describes the draw of `command` with the registers in `state`. `set_at` are
    /// the addresses of the commands that wrote them. At most `shown` vertices and
    /// indices are listed.
    pub fn new(
        command: &DrawCommand,
        set: &DrawContext<'_>,
        state: &State,
        set_at: &[u32],
        shown: u32,
    ) -> Described {
        let context = Context {
            set,
            state,
            set_at,
            shown,
        };
        let mut log = Log::default();
        let pe = state.decode(Part::Pixels, || PixelEngine::new(state, set.chip, &mut log));
        state.decode(Part::Screen, || {
            Screen::new(state, set.chip, set.quirks, &mut log);
        });
        let attributes = Attributes::new(state, set.chip, set.elements);
        let mut programs = Programs::default();
        let shaders = Shaders::new(
            attributes.elements.len(),
            state,
            set,
            set.bus,
            &mut programs,
            &mut log,
        );
        let mut sections = vec![context.registers(command)];
        sections.extend(targets::sections(&context, &pe));
        match &shaders {
            Ok(shaders) => {
                sections.extend(shaders::sections(&context, shaders));
                sections.extend(context.textures(shaders));
            }
            Err(stopped) => {
                let mut section = Section::new(Topic::Shader, "shaders");
                section.row("stops the hardware", reason(stopped));
                sections.push(section);
            }
        }
        let link = shaders.as_ref().ok().map(|s| &s.link);
        sections.extend(vertices::sections(&context, command, &attributes, link));
        Described {
            title: title(command),
            sections,
        }
    }
}

/// The reason why something cannot be drawn.
fn reason(stopped: &Stopped) -> String {
    match stopped {
        Stopped::By(finding) => format!("{}: {}", finding.rule.id, finding.message),
        Stopped::Fuel(_) => "execution limit reached".to_owned(),
    }
}

fn title(command: &DrawCommand) -> String {
    let code = ("primitive type", command.primitive.bits().into());
    let mut title = draws::title(command.primitive.name(), code, command.vertices);
    if command.indexed {
        title += ", indexed";
        if command.base != 0 {
            title += &format!(", base vertex {}", command.base);
        }
    } else if command.first != 0 {
        title += &format!(" from vertex {}", command.first);
    }
    if command.instances != 1 {
        title += &format!(", {} instances", command.instances);
    }
    title
}

/// Whether another section shows the register.
fn shown_elsewhere(name: &str) -> bool {
    let buffers = [
        "PE.COLOR_ADDR",
        "PE.COLOR_STRIDE",
        "PE.COLOR_FORMAT",
        "PE.DEPTH_ADDR",
        "PE.DEPTH_STRIDE",
        "PE.PIPE.",
        "PE.RT_",
        "PE.HALTI5_RT_",
        "TS.",
    ];
    buffers.iter().any(|b| name.starts_with(b))
}

impl Context<'_> {
    /// Address of the command that wrote the word at byte `offset` of the state.
    fn set_at(&self, offset: u32) -> Option<u64> {
        let at = self.set_at.get(offset as usize / 4).copied().unwrap_or(0);
        (at != 0).then(|| at.into())
    }

    /// The registers that determine coverage and pixel operations: those that the
    /// units read when they are configured for the draw.
    fn registers(&self, command: &DrawCommand) -> Section {
        let mut section = Section::new(Topic::State, "state");
        let mut offsets: Vec<u32> = self.state.read_for(Part::Screen).collect();
        offsets.extend(self.state.read_for(Part::Pixels));
        offsets.sort_unstable();
        offsets.dedup();
        for offset in offsets {
            self.register(&mut section, offset, command);
        }
        section
    }

    fn register(&self, section: &mut Section, offset: u32, command: &DrawCommand) {
        use crate::regs::enums::PrimitiveType as P;
        let name = match regs::find(offset) {
            Some(place) => place.to_string(),
            None => format!("{offset:#07x}"),
        };
        let lines = matches!(command.primitive, P::Lines | P::LineStrip | P::LineLoop);
        let relevance = match name.as_str() {
            name if shown_elsewhere(name) => Relevance::Default,
            "PA.LINE_WIDTH" | "PA.WIDE_LINE_WIDTH0" | "PA.WIDE_LINE_WIDTH1" if !lines => {
                Relevance::Unused
            }
            "PA.POINT_SIZE" if command.primitive != P::Points => Relevance::Unused,
            _ if self.state.written(offset) => Relevance::Used,
            _ => Relevance::Default,
        };
        let value = match self.state.written(offset) {
            true => listing::value(offset, self.state.word(offset), &Options::default()),
            false => "never written".to_owned(),
        };
        // The text omits flags that are off.
        let value = match value.is_empty() {
            true => "0".to_owned(),
            false => value,
        };
        section.push(name, Value::from(value), relevance, self.set_at(offset));
    }

    /// The samplers that the shaders use.
    fn textures(&self, shaders: &Shaders) -> Vec<Section> {
        let samplers = Samplers::new(self.state, self.set.chip, self.set.textures, self.set.bus);
        let mut out = Vec::new();
        let programs = [Some(&shaders.vs), shaders.ps.as_ref()];
        for loaded in programs.into_iter().flatten() {
            let loaded: &Arc<_> = loaded;
            for n in loaded.program.samplers() {
                let title = format!("texture {n} of the {} shader", loaded.name());
                out.push(te::describe(&samplers, n, title));
            }
        }
        out
    }
}
