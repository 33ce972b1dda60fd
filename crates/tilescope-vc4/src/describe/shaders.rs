//! The shaders of a draw and their uniforms.

use tilescope_core::Unit;
use tilescope_tables::draws::{Form, Section, Table, Topic, Value, Word};

use super::program::{Parameters, Role};
use super::{Context, textures};
use crate::code::{MAX_INSTRUCTIONS, extent};
use crate::records::{GlShaderRecord, NvShaderRecord};

const UNIT: Unit = Unit("describe");

/// A program and its parameters.
pub(super) struct Program {
    /// `fragment`, `vertex` or `coordinate`.
    pub stage: &'static str,
    code: u32,
    uniforms: u32,
    instructions: usize,
    /// Inputs and outputs.
    pub parameters: Parameters,
}

/// The programs of a GL shader record.
pub(super) struct Programs {
    /// Shades vertices for rendering.
    pub vertex: Program,
    /// Shades vertices for binning.
    pub coordinate: Program,
    /// Shades fragments.
    pub fragment: Program,
}

/// The programs of a record.
pub(super) fn gl(context: &Context<'_>, record: &GlShaderRecord) -> Programs {
    let (v, c) = (&record.vertex, &record.coordinate);
    Programs {
        vertex: program(context, "vertex", v.code_address, v.uniforms_address),
        coordinate: program(context, "coordinate", c.code_address, c.uniforms_address),
        fragment: program(
            context,
            "fragment",
            record.fs_code_address,
            record.fs_uniforms_address,
        ),
    }
}

/// The program at `code`, whose uniforms are at `uniforms`.
pub(super) fn program(
    context: &Context<'_>,
    stage: &'static str,
    code: u32,
    uniforms: u32,
) -> Program {
    let memory = context.bus.memory();
    let mapped = (memory.mapped(code.into()) / 8).min(MAX_INSTRUCTIONS as u64) as usize;
    let mut bytes = vec![0; mapped * 8];
    let mut words = Vec::new();
    if memory.read(code.into(), &mut bytes, UNIT).is_ok() {
        let (chunks, _) = bytes.as_chunks::<8>();
        words.extend(chunks.iter().map(|w| u64::from_le_bytes(*w)));
        words.truncate(extent(&words, code));
    }
    let mut fetch = |address| context.word(address);
    Program {
        stage,
        code,
        uniforms,
        instructions: words.len(),
        parameters: Parameters::of(&words, code, uniforms, &mut fetch),
    }
}

/// The section of a record that is not in memory.
pub(super) fn unreadable(name: &str, address: u32) -> Section {
    let mut section = Section::new(Topic::Shader, name).at(address);
    section.row("contents", "not in any buffer");
    section
}

/// The shaders of a GL shader record.
pub(super) fn gl_sections(
    context: &Context<'_>,
    address: u32,
    record: &GlShaderRecord,
    programs: &Programs,
) -> Vec<Section> {
    let mut out = Vec::new();
    let mut all = Section::new(Topic::Shader, "GL_SHADER_RECORD").at(address);
    all.row(
        "clipping",
        if record.enable_clipping { "on" } else { "off" },
    );
    all.row_if(
        record.point_size,
        "point size",
        match record.point_size {
            true => "written by the shaders",
            false => "not written by the shaders",
        },
    );
    out.push(all);
    let stages = [
        (&programs.vertex, Some(&record.vertex)),
        (&programs.coordinate, Some(&record.coordinate)),
        (&programs.fragment, None),
    ];
    for (program, stage) in stages {
        let mut section = program.section();
        match stage {
            Some(stage) => {
                let bytes = stage.attributes_size;
                section.row("attributes", format!("{bytes} bytes per vertex"));
            }
            None => fragment_rows(
                &mut section,
                program,
                record.fs_single_thread,
                record.fs_varyings,
            ),
        }
        out.push(section);
        out.extend(program.uniforms());
        out.extend(textures::sections(context, program));
    }
    out
}

/// The shader of an NV shader record.
pub(super) fn nv_sections(
    context: &Context<'_>,
    address: u32,
    record: &NvShaderRecord,
    program: &Program,
) -> Vec<Section> {
    let mut all = Section::new(Topic::Shader, "NV_SHADER_RECORD").at(address);
    all.row(
        "clipping",
        if record.enable_clipping { "on" } else { "off" },
    );
    let mut section = program.section();
    fragment_rows(
        &mut section,
        program,
        record.fs_single_thread,
        record.fs_varyings,
    );
    let mut out = vec![all, section];
    out.extend(program.uniforms());
    out.extend(textures::sections(context, program));
    out
}

fn fragment_rows(section: &mut Section, program: &Program, single: bool, varyings: u8) {
    section.row("threads", if single { 1 } else { 2 });
    section.row("varyings", u32::from(varyings));
    let o = program.parameters.outputs;
    let outputs = [
        (o.color, "colour"),
        (o.color_ms, "colour of each sample"),
        (o.z, "depth"),
    ];
    let written = outputs
        .into_iter()
        .filter_map(|(w, name)| w.then_some(name));
    let written: Vec<&str> = written.collect();
    let text = match written.is_empty() {
        true => "nothing".to_owned(),
        false => written.join(", "),
    };
    section.row("writes", text);
}

impl Program {
    fn section(&self) -> Section {
        let title = format!("{} shader", self.stage);
        let mut section = Section::new(Topic::Shader, title).at(self.code);
        match self.instructions {
            0 => section.row("code", "not in any buffer"),
            n => section.row("instructions", n as u32),
        }
        section
    }

    /// The uniforms, if there are any.
    fn uniforms(&self) -> Option<Section> {
        let p = &self.parameters;
        if p.uniforms.is_empty() {
            return None;
        }
        let title = format!("uniforms of the {} shader", self.stage);
        let mut section = Section::new(Topic::Uniforms, title).at(self.uniforms);
        if let Some(from) = p.assumed_from {
            let text = format!(
                "the shader computes the uniforms address; program order is assumed from uniform {from} on"
            );
            section.row("addresses", text);
        }
        let mut table = Table::new(&["#", "address", "bits", "value", "used by"]);
        for (i, uniform) in (0u32..).zip(&p.uniforms) {
            let (word, form) = match (&uniform.role, uniform.word) {
                (_, None) => (Word::UNWRITTEN, Form::Bits),
                (Role::Operand(_), Some(bits)) => (Word::of(bits, Form::Float), Form::Float),
                (Role::Texture { .. } | Role::Stencil, Some(bits)) => {
                    (Word::of(bits, Form::Bits), Form::Bits)
                }
            };
            let value = match form {
                Form::Float => Value::from(word.to_string()),
                _ => Value::from(""),
            };
            let used = match &uniform.role {
                Role::Operand(text) => format!("{}: {text}", uniform.ip),
                Role::Texture { request, word } => {
                    let number = textures::number(p, *request);
                    format!("{}: texture {number}, word {word}", uniform.ip)
                }
                Role::Stencil => format!("{}: stencil setup", uniform.ip),
            };
            table.line(vec![
                i.into(),
                Value::Address(uniform.address.into()),
                word.hex().into(),
                value,
                used.into(),
            ]);
        }
        section.table = Some(table);
        Some(section)
    }
}
