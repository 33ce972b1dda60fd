//! Linkage of shaders: registers of inputs, varyings and outputs.

use tilescope_draw::{Attribute, Interpolation, Provoking, VertexLayout};

use crate::chips::Chip;
use crate::isa::Comps;
use crate::log::Log;
use crate::regs::enums::VaryingComponentUse;
use crate::regs::gl::{
    InterpolationMode, halti5_sh_specials, halti5_shader_attributes, multi_sample_config,
    varying_component_use, varying_component_use2, varying_component_use3, varying_num_components,
    varying_num_components2,
};
use crate::regs::pa::{self, ShadeModel};
use crate::regs::{ps, vs};
use crate::rules::draw as rules;
use crate::state::State;
use crate::stopped::Stopped;

/// The largest number of varyings.
pub(super) const VARYINGS: usize = 16;

/// `PS_PCOORD_IN` of shaders that read no point coordinate.
///
/// Source: Mesa etnaviv_shader.c, `etna_link_shaders`.
const NO_POINT_COORDINATE: usize = 0x7f;

/// One varying.
#[derive(Clone, Copy, Debug)]
pub(super) struct Varying {
    /// The vertex shader's register.
    pub register: u8,
    /// The number of components.
    pub components: u8,
    /// The source of each component.
    pub from: [Interpolation; 4],
}

/// The input and output registers of the shaders.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Registers of the attributes, in order.
    pub inputs: Vec<u8>,
    /// The register of vertex and instance number.
    pub id: Option<u8>,
    /// The register of the position.
    pub position: u8,
    /// The register of the point size.
    pub point_size: Option<u8>,
    /// Varyings in the order of the pixel shader's registers, from register 1 on.
    pub varyings: Vec<Varying>,
    /// The pixel shader's output register for the colour of each render target.
    pub colors: Vec<u8>,
    /// Words of a shaded vertex: position, four for each varying, point size.
    pub layout: VertexLayout,
}

fn byte(state: &State, at: u32, i: usize) -> u8 {
    (state.word(at + i as u32 / 4 * 4) >> (i % 4 * 8)) as u8
}

impl Link {
    /// Decodes the registers.
    ///
    /// # Errors
    /// If the shader's number of inputs differs from `elements`.
    pub(super) fn new(
        state: &State,
        chip: &Chip,
        elements: usize,
        log: &mut Log,
    ) -> Result<Link, Stopped> {
        let newest = chip.features.halti() >= Some(5);
        let count = state.word(vs::input_count::AT);
        let ids = vs::input_count::ID_ENABLE.of(count) as usize;
        let inputs = vs::input_count::COUNT.of(count) as usize;
        if inputs != elements + ids {
            let text =
                format!("VS.INPUT_COUNT is {inputs}, but there are {elements} vertex elements");
            let at = log.at.clone();
            return Err(Stopped::by(
                &rules::INPUTS_ARE_ELEMENTS,
                at,
                text,
                (0u32, 0),
                log,
            ));
        }
        let (input, output) = match newest {
            true => (vs::halti5_input::AT, vs::halti5_output::AT),
            false => (vs::input::AT, vs::output::AT),
        };
        let registers: Vec<u8> = (0..inputs).map(|i| byte(state, input, i)).collect();
        let config = state.word(pa::config::AT);
        let outputs = match newest {
            true => state.field(vs::halti5_output_count::AT, &vs::halti5_output_count::COUNT),
            false => state.field(vs::output_count::AT, &vs::output_count::COUNT),
        } as usize;
        let sized = pa::config::POINT_SIZE_ENABLE.of(config) != 0 && outputs > 1;
        let point_size = sized.then(|| byte(state, output, outputs - 1));
        let wanted = state.field(
            pa::attribute_element_count::AT,
            &pa::attribute_element_count::COUNT,
        ) as usize;
        let given = outputs.saturating_sub(1 + usize::from(sized));
        if wanted != given {
            log.find(&rules::VARYINGS_ARE_OUTPUTS, (wanted as u32, given as u32), |at| {
                let text = format!(
                    "PA.ATTRIBUTE_ELEMENT_COUNT is {wanted}, but the vertex shader outputs {given} varyings"
                );
                (at.clone(), text)
            });
        }
        let read = state.field(ps::input_count::AT, &ps::input_count::COUNT) as usize;
        let samples = state.field(multi_sample_config::AT, &multi_sample_config::MSAA_SAMPLES);
        let (more, last) = match samples {
            0 => (0, ""),
            // Its contents are unknown; Mesa's shaders do not read it.
            _ => (1, ", 1 for multisampling"),
        };
        let needed = wanted + 1 + more;
        if read < needed {
            log.find(&rules::PIXEL_INPUTS, (wanted as u32, read as u32), |at| {
                let text = format!(
                    "PS.INPUT_COUNT is {read}, but must be {needed}: the position, {wanted} varyings{last}"
                );
                (at.clone(), text)
            });
        }
        let mut component = 0;
        let varyings: Vec<Varying> = (0..wanted.min(given).min(VARYINGS))
            .map(|i| {
                let components = components(state, newest, i).min(4);
                let mut from = [Interpolation::Perspective; 4];
                for (c, from) in from.iter_mut().enumerate().take(components.into()) {
                    *from = match newest {
                        true => newer_from(state, i, c, component, log),
                        false => from_of(state, i, component),
                    };
                    component += 1;
                }
                Varying {
                    register: byte(state, output, i + 1),
                    components,
                    from,
                }
            })
            .collect();
        let last = state.field(pa::system_mode::AT, &pa::system_mode::PROVOKING_VERTEX_LAST);
        let provoking = match last {
            0 => Provoking::First,
            _ => Provoking::Last,
        };
        Ok(Link {
            id: (ids != 0).then(|| registers.last().copied()).flatten(),
            inputs: registers.into_iter().take(elements).collect(),
            position: byte(state, output, 0),
            point_size,
            layout: layout(&varyings, point_size, provoking),
            varyings,
            colors: colors(state),
        })
    }

    /// Inputs of the vertex shader.
    pub(super) fn vertex_inputs(&self) -> Vec<(u8, Comps)> {
        let all = self.inputs.iter().chain(&self.id);
        all.map(|r| (*r, Comps::XYZW)).collect()
    }

    /// Outputs of the vertex shader that are read.
    pub(super) fn vertex_outputs(&self) -> Vec<(u8, Comps)> {
        let comps = |n: u8| Comps((1 << n) - 1);
        let given = |v: &&Varying| {
            let point =
                |f: &Interpolation| matches!(f, Interpolation::PointX | Interpolation::PointY);
            !v.from.iter().take(v.components.into()).any(point)
        };
        let varyings = self.varyings.iter().filter(given);
        let varyings = varyings.map(|v| (v.register, comps(v.components)));
        let size = self.point_size.map(|r| (r, Comps(1)));
        std::iter::once((self.position, Comps::XYZW))
            .chain(varyings)
            .chain(size)
            .collect()
    }

    /// Inputs of the pixel shader.
    pub(super) fn pixel_inputs(&self) -> Vec<(u8, Comps)> {
        // Missing components of a varying are 0 and 1.
        (0..=self.varyings.len() as u8)
            .map(|r| (r, Comps::XYZW))
            .collect()
    }

    /// Outputs of the pixel shader: the colours, and the depth register, which it
    /// may have overwritten.
    pub(super) fn pixel_outputs(&self) -> Vec<(u8, Comps)> {
        let colors = self.colors.iter().map(|r| (*r, Comps::XYZW));
        colors.chain([(0, Comps(1 << 2))]).collect()
    }
}

/// Words of a shaded vertex.
fn layout(varyings: &[Varying], point_size: Option<u8>, provoking: Provoking) -> VertexLayout {
    let words = 4 + 4 * varyings.len();
    let sized = usize::from(point_size.is_some());
    let components = (0..).zip(varyings).flat_map(|(i, varying)| {
        let from = (0..).zip(&varying.from).take(varying.components.into());
        from.map(move |(k, from)| Attribute {
            word: 4 + 4 * i + k,
            from: *from,
        })
    });
    VertexLayout {
        attributes: components.collect(),
        point_size: point_size.map(|_| words),
        ..VertexLayout::new(words + sized, provoking)
    }
}

/// Registers of the colours of render targets.
fn colors(state: &State) -> Vec<u8> {
    let targets = 1 + state.field(ps::control::AT, &ps::control::RT_COUNT);
    let register = |n: u32| {
        let at = if n < 4 {
            ps::output_reg::AT
        } else {
            ps::output_reg2::AT
        };
        (state.word(at) >> (8 * (n % 4)) & 0x7f) as u8
    };
    (0..targets).map(register).collect()
}

/// Components of varying `i`.
fn components(state: &State, newest: bool, i: usize) -> u8 {
    let word = match (newest, i) {
        (true, _) => state.word(pa::varying_num_components::AT + i as u32 / 8 * 4),
        (false, 0..8) => state.word(varying_num_components::AT),
        (false, _) => state.word(varying_num_components2::AT),
    };
    (word >> (i % 8 * 4) & 7) as u8
}

/// The source of `component`, counted over all varyings and part of varying `i`,
/// before HALTI5.
fn from_of(state: &State, i: usize, component: usize) -> Interpolation {
    match used(state, component) {
        VaryingComponentUse::PointcoordX => return Interpolation::PointX,
        VaryingComponentUse::PointcoordY => return Interpolation::PointY,
        _ => {}
    }
    let model = state.field(pa::config::AT, &pa::config::SHADE_MODEL);
    let at = pa::shader_attributes::AT + 4 * i as u32;
    let bypass = state.field(at, &pa::shader_attributes::BYPASS_FLAT) != 0;
    match ShadeModel::from_bits(model as u8) {
        ShadeModel::Flat if !bypass => Interpolation::Flat,
        _ => Interpolation::Perspective,
    }
}

/// The same from HALTI5 on, for component `c` of varying `i`. That the shade model
/// is ignored is inferred: each component has its own mode.
fn newer_from(state: &State, i: usize, c: usize, component: usize, log: &mut Log) -> Interpolation {
    let specials = state.word(halti5_sh_specials::AT);
    let point = halti5_sh_specials::PS_PCOORD_IN.of(specials) as usize;
    if point != NO_POINT_COORDINATE && component == point {
        return Interpolation::PointX;
    }
    if point != NO_POINT_COORDINATE && component == point + 1 {
        return Interpolation::PointY;
    }
    // Mesa 22.3 never writes them, and draws smooth varyings.
    let word = state.optional(halti5_shader_attributes::AT + i as u32 / 2 * 4);
    let bits = word >> (16 * (i % 2) + 4 * c);
    match InterpolationMode::from_bits((bits & 3) as u8) {
        InterpolationMode::Flat => Interpolation::Flat,
        InterpolationMode::Nonperspective => {
            log.unimplemented("varyings without perspective");
            Interpolation::Perspective
        }
        InterpolationMode::Smooth | InterpolationMode::Unknown(_) => Interpolation::Perspective,
    }
}

/// The use of component `i`, counted over all varyings.
fn used(state: &State, i: usize) -> VaryingComponentUse {
    let at = match i / 16 {
        0 => varying_component_use::AT,
        1 => varying_component_use::AT + 4,
        2 => varying_component_use2::AT,
        _ => varying_component_use3::AT,
    };
    VaryingComponentUse::from_bits((state.word(at) >> (i % 16 * 2) & 3) as u8)
}
