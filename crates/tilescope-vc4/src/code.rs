//! Shader programs: fetched, checked once and prepared to run.

use std::collections::HashMap;
use std::sync::Arc;

use tilescope_core::{Frame, Location, Rule, Severity};

use crate::bus::{Bus, Port};
use crate::check::{Options, Stage, Summary, Threads, Violation, check_program};
use crate::cle::{Stopped, out_of_fuel};
use crate::isa::{Inst, Signal};
use crate::log::Ctx;
use crate::ports::StageKind;
use crate::qpu::program::{Checked, Program};
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
    /// Summary of the program.
    pub summary: Summary,
    /// Whether the program breaks a rule that the static checker reports, so that its
    /// results are known to be wrong.
    pub suspect: bool,
    /// Its words.
    words: Vec<u64>,
    /// Instructions that were never written.
    missing: Vec<u32>,
    /// Broken rules that stop the hardware where they are executed.
    stops: Vec<Violation>,
    /// Other broken rules.
    others: Vec<Violation>,
}

impl Shader {
    /// Checks and prepares a program of which the instructions `missing` were never written.
    fn new(
        kind: Stage,
        address: u32,
        words: Vec<u64>,
        missing: Vec<u32>,
        quirks: &QpuQuirks,
    ) -> Self {
        let options = Options {
            start: 0,
            base: Some(address),
        };
        let checked = check_program(&words, kind, options);
        let mut violations = unwritten_stretches(address, &missing);
        let is_written = |ip: u32| missing.binary_search(&ip).is_err();
        let of_written = checked.violations.into_iter();
        violations.extend(of_written.filter(|v| is_written(v.ip)));
        let (stops, others): (Vec<_>, Vec<_>) = violations
            .into_iter()
            .partition(|v| v.rule.severity.stops());
        let mut stopping: Vec<u32> = stops
            .iter()
            .filter(|v| !leaves_program(v.rule))
            .map(|v| v.ip)
            .collect();
        stopping.extend(&missing);
        stopping.sort_unstable();
        stopping.dedup();
        let found = Checked {
            stopping,
            maybe_undefined: checked.maybe_undefined,
        };
        Shader {
            address,
            program: Program::checked(&words, address, *quirks, &found),
            summary: checked.summary,
            suspect: others.iter().any(|v| v.rule.severity > Severity::Slow),
            words,
            missing,
            stops,
            others,
        }
    }

    /// The broken rule that stops a thread at instruction `ip`. A thread that `left`
    /// the program did so through the preceding branch, or by running past its end.
    pub fn stop_at(&self, ip: u32, left: bool) -> Option<&Violation> {
        let caused = |v: &&Violation| match left {
            true => leaves_program(v.rule) && (v.ip..=v.ip + BRANCH_SLOTS + 1).contains(&ip),
            false => !leaves_program(v.rule) && v.ip == ip,
        };
        let unwritten =
            |v: &&Violation| !left && std::ptr::eq(v.rule, &mem::UNINITIALISED_CODE) && v.ip <= ip;
        let here = self.stops.iter().rfind(caused);
        here.or_else(|| self.stops.iter().rfind(unwritten))
    }
}

/// Delay slots of a branch.
const BRANCH_SLOTS: u32 = 3;

/// Whether a program that breaks `rule` stops only when execution leaves it: a
/// branch that is not taken does nothing.
fn leaves_program(rule: &Rule) -> bool {
    [&qpu::MISSING_END, &qpu::BAD_BRANCH]
        .iter()
        .any(|r| std::ptr::eq(*r, rule))
}

/// Instructions of the program that were never written.
fn unwritten(address: u32, len: usize, bus: &Bus<'_>) -> Vec<u32> {
    if bus.initialised(address, len as u32 * 8) {
        return Vec::new();
    }
    let written = |ip: &u32| bus.initialised(address.wrapping_add(ip * 8), 8);
    (0..len as u32).filter(|ip| !written(ip)).collect()
}

/// A violation at the start of each stretch of the instructions in `missing`.
fn unwritten_stretches(address: u32, missing: &[u32]) -> Vec<Violation> {
    let starts = missing
        .iter()
        .enumerate()
        .filter(|&(i, &ip)| i == 0 || missing[i - 1] + 1 != ip);
    let violation = |(_, &ip): (usize, &u32)| Violation {
        rule: &mem::UNINITIALISED_CODE,
        ip,
        bits: None,
        message: format!(
            "the instructions from {:#010x} on were never written",
            address.wrapping_add(ip * 8)
        ),
    };
    starts.map(violation).collect()
}

/// Maximum number of decoded instructions in the cache; each takes some hundred bytes.
const MAX_CACHED: usize = 128 * 1024;
/// Number of submissions for which a program is kept that they do not use.
const KEPT: u64 = 16;
/// Cost of decoding, checking and translating an instruction, in units of fuel.
const FUEL_PER_INSTRUCTION: u64 = 2048;

/// Programs by address and kind.
#[derive(Debug, Default)]
pub struct ShaderCache {
    /// Those of this submission.
    programs: HashMap<(u32, Stage), Arc<Shader>>,
    /// Those of earlier ones, which are the same if memory is: most programs draw many
    /// frames. Each with the submission that used it last.
    earlier: HashMap<(u32, Stage), (u64, Arc<Shader>)>,
    /// Number of this submission.
    submission: u64,
    /// The last one that was used of each kind: draws often have the same.
    recent: [Option<(Stage, Arc<Shader>)>; 4],
    instructions: usize,
}

/// Number of instructions of `words` that the program at their start can reach: all
/// of them if its branches cannot be followed.
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

/// Stage of a fragment shader whose record has `fs_single_thread` set to `single`.
pub fn fragment_stage(single: bool) -> Stage {
    Stage::Fragment(if single { Threads::One } else { Threads::Two })
}

impl ShaderCache {
    /// The program of `stage` at `address`. Findings about it are reported when it is
    /// first loaded.
    pub fn load(
        &mut self,
        kind: Stage,
        address: u32,
        quirks: &QpuQuirks,
        c: &mut Ctx<'_>,
    ) -> Result<Arc<Shader>, Stopped> {
        let stage = stage_kind(kind);
        let recent = &mut self.recent[stage as usize];
        if let Some((_, s)) = (recent.as_ref()).filter(|r| (r.0, r.1.address) == (kind, address)) {
            return Ok(s.clone());
        }
        if let Some(s) = self.programs.get(&(address, kind)) {
            *recent = Some((kind, s.clone()));
            return Ok(s.clone());
        }
        let shader_at =
            |outer: &Location| outer.inside(Frame::Shader(stage.name(), address.into()));
        if !address.is_multiple_of(8) {
            c.log.find(&qpu::CODE_UNALIGNED, (address, 0), |outer| {
                (
                    shader_at(outer),
                    format!("the program is at {address:#010x}"),
                )
            });
        }
        let address = address & !7;
        let mapped =
            (c.bus.memory().mapped(address.into()) / 8).min(MAX_INSTRUCTIONS as u64) as usize;
        if mapped == 0 {
            let at = shader_at(&c.log.at);
            let message = format!("the program at {address:#010x} is not in any buffer");
            return Err(Stopped::by(
                &qpu::CODE_OUTSIDE_BUFFER,
                at,
                message,
                (address, 0),
                c.log,
            ));
        }
        // Most programs are short, and what follows them is often data.
        let mut words = Vec::new();
        let mut len = 0;
        for want in [mapped.min(256), mapped] {
            let mut bytes = vec![0; want * 8];
            if let Err(fault) = c.bus.memory().read(
                address.into(),
                &mut bytes,
                tilescope_core::Unit(Port::Qic.name()),
            ) {
                let at = shader_at(&c.log.at);
                return Err(Stopped::by(
                    &qpu::CODE_OUTSIDE_BUFFER,
                    at,
                    fault.to_string(),
                    (address, 0),
                    c.log,
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
        let room = self.instructions + len <= MAX_CACHED || self.programs.is_empty();
        if !room || c.fuel.take(len as u64 * FUEL_PER_INSTRUCTION).is_err() {
            let at = shader_at(&c.log.at);
            let what = "programs were still being loaded";
            return Err(out_of_fuel(what, at, (address, 0), c.log));
        }
        c.log.traffic.read[Port::Qic as usize] += len as u64 * 8;
        let missing = unwritten(address, len, &c.bus);
        let same = |(_, earlier): &(u64, Arc<Shader>)| {
            let program = &earlier.program;
            (program.quirks() == quirks && earlier.words == words && earlier.missing == missing)
                .then(|| earlier.clone())
        };
        let shader = self.earlier.get(&(address, kind)).and_then(same);
        let shader =
            shader.unwrap_or_else(|| Arc::new(Shader::new(kind, address, words, missing, quirks)));
        let (stops, others) = (&shader.stops, &shader.others);
        let reported: &[&[Violation]] = match c.log.wants_unexecuted() {
            true => &[others, stops],
            false => &[others],
        };
        for v in reported.iter().copied().flatten() {
            c.log.note(v.rule, (address, v.ip), |outer| {
                (v.locate(&shader_at(outer), address), v.message.clone())
            });
        }
        self.programs.insert((address, kind), shader.clone());
        self.instructions += len;
        Ok(shader)
    }

    /// Whether programs have to be evicted before more are loaded.
    pub fn needs_eviction(&self) -> bool {
        self.instructions > MAX_CACHED / 2
    }

    /// Evicts all programs if there are many. Callers should not hold any, so that
    /// memory stays bounded.
    pub fn make_room(&mut self) {
        if self.needs_eviction() {
            self.clear();
        }
    }

    /// Every program has to be fetched again, because memory may have changed.
    pub fn clear(&mut self) {
        let now = self.submission;
        self.submission += 1;
        self.earlier.retain(|_, (used, _)| *used + KEPT > now);
        let size = |(_, s): &(u64, Arc<Shader>)| s.words.len();
        let earlier: usize = self.earlier.values().map(size).sum();
        if earlier + self.instructions > MAX_CACHED {
            self.earlier.clear();
        }
        let programs = self.programs.drain();
        self.earlier
            .extend(programs.map(|(key, s)| (key, (now, s))));
        self.recent = Default::default();
        self.instructions = 0;
    }
}
