//! Shader programs: fetched, checked once and made ready to run.

use std::collections::HashMap;
use std::sync::Arc;

use tilescope_core::{Frame, Fuel, Location};

use crate::bus::{Bus, Port};
use crate::check::{Options, Stage, Summary, Threads, check_program};
use crate::cle::Stopped;
use crate::isa::{Inst, Signal};
use crate::log::Log;
use crate::ports::StageKind;
use crate::qpu::program::Program;
use crate::qpu::quirks::QpuQuirks;
use crate::rules::{mem, qpu};
use tilescope_core::bus::Port as _;

/// Longest program that is fetched, in instructions.
pub(crate) const MAX_INSTRUCTIONS: usize = 64 * 1024;

/// A program ready to run.
#[derive(Debug)]
pub struct Shader {
    /// GPU address of the first instruction.
    pub address: u32,
    /// The program.
    pub program: Program,
    /// What it does.
    pub summary: Summary,
}

/// Instructions that are kept decoded at a time; they take some hundred bytes
/// each.
const MAX_KEPT: usize = 128 * 1024;
/// What decoding, checking and translating an instruction costs in units of fuel.
const FUEL_PER_INSTRUCTION: u64 = 2048;

/// Programs by address and kind, for the length of a submission.
#[derive(Debug, Default)]
pub struct ShaderCache {
    programs: HashMap<(u32, Stage), Arc<Shader>>,
    instructions: usize,
}

/// How many instructions of `words` the program at their start can reach. A
/// program whose branches cannot be followed gets all of them.
pub(crate) fn extent(words: &[u64], base: u32) -> usize {
    let mut seen = vec![false; words.len()];
    let mut work = vec![0usize];
    let mut end = 0;
    while let Some(mut ip) = work.pop() {
        while ip < words.len() && !seen[ip] {
            seen[ip] = true;
            end = end.max(ip + 1);
            let inst = Inst(words[ip]);
            match inst.sig() {
                Signal::ProgEnd | Signal::ColorLoadEnd => {
                    end = end.max((ip + 3).min(words.len()));
                    break;
                }
                Signal::Branch => {
                    if inst.branch_reg() {
                        return words.len();
                    }
                    end = end.max((ip + 4).min(words.len()));
                    let from = if inst.branch_rel() {
                        base.wrapping_add(ip as u32 * 8 + 32)
                    } else {
                        0
                    };
                    let to = from.wrapping_add(inst.imm()).wrapping_sub(base) as usize / 8;
                    if to < words.len() {
                        work.push(to);
                    }
                    if inst.branch_cond() == Some(crate::isa::BranchCond::Always) {
                        break;
                    }
                }
                _ => {}
            }
            ip += 1;
        }
    }
    end
}

fn stage_kind(stage: Stage) -> StageKind {
    match stage {
        Stage::Coordinate => StageKind::Coordinate,
        Stage::Vertex => StageKind::Vertex,
        Stage::Fragment(_) => StageKind::Fragment,
        Stage::User => StageKind::User,
    }
}

/// How the checker sees a fragment shader whose record says `single`.
pub fn fragment_stage(single: bool) -> Stage {
    Stage::Fragment(if single { Threads::One } else { Threads::Two })
}

impl ShaderCache {
    /// The program of `stage` at `address`. Findings about it are noted when it
    /// is loaded for the first time.
    pub fn load(
        &mut self,
        kind: Stage,
        address: u32,
        quirks: &QpuQuirks,
        bus: &Bus<'_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<Arc<Shader>, Stopped> {
        if let Some(s) = self.programs.get(&(address, kind)) {
            return Ok(s.clone());
        }
        let stage = stage_kind(kind);
        let shader_at =
            |outer: &Location| outer.inside(Frame::Shader(stage.name(), address.into()));
        if !address.is_multiple_of(8) {
            log.find(&qpu::CODE_UNALIGNED, (address, 0), |outer| {
                (
                    shader_at(outer),
                    format!("the program is at {address:#010x}"),
                )
            });
        }
        let address = address & !7;
        let mapped =
            (bus.memory().mapped(address.into()) / 8).min(MAX_INSTRUCTIONS as u64) as usize;
        if mapped == 0 {
            let at = shader_at(&log.at);
            let message = format!("the program at {address:#010x} is in no buffer");
            return Err(Stopped::by(
                &qpu::CODE_OUTSIDE_BUFFER,
                at,
                message,
                (address, 0),
                log,
            ));
        }
        // Most programs are short, and what follows them is often data.
        let mut words = Vec::new();
        let mut len = 0;
        for want in [mapped.min(256), mapped] {
            let mut bytes = vec![0; want * 8];
            if let Err(fault) = bus.memory().read(
                address.into(),
                &mut bytes,
                tilescope_core::Unit(Port::Qic.name()),
            ) {
                let at = shader_at(&log.at);
                return Err(Stopped::by(
                    &qpu::CODE_OUTSIDE_BUFFER,
                    at,
                    fault.to_string(),
                    (address, 0),
                    log,
                ));
            }
            words = bytes
                .chunks_exact(8)
                .map(|b| u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]))
                .collect();
            len = extent(&words, address);
            if len < want {
                break;
            }
        }
        words.truncate(len);
        let room = self.instructions + len <= MAX_KEPT || self.programs.is_empty();
        if !room || fuel.take(len as u64 * FUEL_PER_INSTRUCTION).is_err() {
            let at = shader_at(&log.at);
            let what = "programs were still being loaded";
            return Err(Stopped::out_of_fuel(what, at, (address, 0), log));
        }
        log.traffic.read[Port::Qic as usize] += len as u64 * 8;
        if !bus.initialised(address, len as u32 * 8) {
            log.find(&mem::UNINITIALISED_CODE, (address, 0), |outer| {
                (
                    shader_at(outer),
                    format!("{len} instructions at {address:#010x} were not all written"),
                )
            });
        }
        let checked = check_program(
            &words,
            kind,
            Options {
                start: 0,
                base: Some(address),
            },
        );
        for v in checked.violations {
            log.find(v.rule, (address, v.ip), |outer| {
                let at = shader_at(outer).inside(Frame::Instruction(
                    v.ip,
                    u64::from(address) + u64::from(v.ip) * 8,
                ));
                (
                    v.bits.map_or(at.clone(), |(lo, hi)| at.at_bits(lo, hi)),
                    v.message.clone(),
                )
            });
        }
        let shader = Arc::new(Shader {
            address,
            program: Program::new(&words, address, *quirks),
            summary: checked.summary,
        });
        self.programs.insert((address, kind), shader.clone());
        self.instructions += len;
        Ok(shader)
    }

    /// Whether programs have to be forgotten before many more are loaded.
    pub fn crowded(&self) -> bool {
        self.instructions > MAX_KEPT / 2
    }

    /// Forgets all programs if there are many. Whoever holds one should have let
    /// go of it, so that memory stays bounded.
    pub fn make_room(&mut self) {
        if self.crowded() {
            self.clear();
        }
    }

    /// Forgets every program, because memory may have changed.
    pub fn clear(&mut self) {
        self.programs.clear();
        self.instructions = 0;
    }
}
