//! Execution of a run by each executor.

use crate::device::{Device, UNIFORMS, Varying, lanes};
use std::collections::BTreeMap;
use tilescope_exec::Lanes16;
use tilescope_filetest::{File, Run, Setting, Value};
use tilescope_vc4::isa::assemble;
use tilescope_vc4::qpu::{ExecMode, Program, QpuQuirks, RunEnd, Stream, Thread, ThreadInit};

/// Address of the first instruction of the file.
const BASE: u32 = 0x8000;

/// Instructions of a run.
pub const FUEL: u64 = 100_000;

/// Words of a program.
pub fn words(text: &str) -> Result<Vec<u64>, String> {
    let assembled = assemble(text, &|_| None).map_err(|errors| {
        let lines = errors.iter().map(|e| format!("{}: {}", e.line, e.message));
        lines.collect::<Vec<_>>().join("; ")
    })?;
    Ok(assembled.words)
}

/// The program of a file, followed by a program end.
pub struct Prepared {
    words: Vec<u64>,
    runs: Vec<Run>,
}

impl Prepared {
    pub fn new(file: &File) -> Result<Prepared, String> {
        let mut words = words(&file.text)?;
        words.extend(self::words("sig_end nop\nnop\nnop")?);
        Ok(Prepared {
            words,
            runs: file.runs.clone(),
        })
    }
}

/// A thread that is ready to run.
pub struct Start {
    code: Vec<u64>,
    pub program: Program,
    pub init: ThreadInit,
    pub device: Device,
}

/// Whether a place is a register that a program can load.
fn register(place: &str) -> bool {
    let number = |prefix: &str, count: u8| {
        let n = place.strip_prefix(prefix).and_then(|n| n.parse().ok());
        n.is_some_and(|n: u8| n < count)
    };
    number("ra", 32) || number("rb", 32) || number("r", 4)
}

impl Start {
    /// Registers are loaded from varyings, which also threads of a gang read, by
    /// instructions before the program. C of the last is r5.
    pub fn new(file: &Prepared, run: &Run) -> Result<Start, String> {
        let mut init = ThreadInit::default();
        let mut registers: BTreeMap<&str, Lanes16> = BTreeMap::new();
        let mut r5 = None;
        for setting in &run.before {
            match setting.place.as_str() {
                "r5" => r5 = Some(setting.single()?.scalar()?),
                "x_pix" => init.x = lanes(setting)?,
                "y_pix" => init.y = lanes(setting)?,
                "qpu" => init.qpu_number = setting.single()?.scalar()?,
                place if register(place) => {
                    let value = setting.single()?.lanes()?;
                    let to = registers.entry(place).or_insert(Lanes16::ZERO);
                    setting.lanes().for_each(|lane| to[lane] = value[lane]);
                }
                place if Device::has(place) => {}
                place => return Err(format!("unknown input `{place}`")),
            }
        }
        if let Some(r5) = r5
            && registers.is_empty()
        {
            registers.insert("nop", Lanes16::splat(r5));
        }
        let loads = registers.values().map(|&value| Varying {
            value,
            c: r5.unwrap_or(0),
        });
        let loads: Vec<Varying> = loads.collect();
        let mut text: String = registers
            .keys()
            .map(|r| format!("mov {r}, vary\n"))
            .collect();
        text.push_str("nop\nnop\n");
        let mut code = words(&text)?;
        let base = BASE - 8 * code.len() as u32;
        code.extend(&file.words);
        Ok(Start {
            program: Program::new(&code, base, QpuQuirks::DEFAULT),
            code,
            init,
            device: Device::new(run, &loads)?,
        })
    }

    /// Continues a thread until it ends.
    pub fn finish(
        &self,
        thread: &mut Thread,
        device: &mut Device,
        mode: ExecMode,
    ) -> Result<(), String> {
        let mut fuel = FUEL;
        loop {
            match thread.run(&self.program, device, &mut fuel, mode) {
                RunEnd::Ended => break,
                RunEnd::Blocked if device.blocking => {}
                other => return Err(format!("{other:?}")),
            }
        }
        thread.drain();
        Ok(())
    }

    fn alone(
        &self,
        mode: ExecMode,
        blocking: bool,
        stream: Stream<'_>,
    ) -> Result<(Thread, Device), String> {
        let mut thread = Thread::default();
        thread.start_clean(&self.program, &self.init, stream);
        let mut device = self.device.clone();
        device.blocking = blocking;
        self.finish(&mut thread, &mut device, mode)?;
        Ok((thread, device))
    }
}

fn compare(
    name: &str,
    setting: &Setting,
    value: &Value,
    found: &Lanes16,
    mask: u16,
) -> Result<(), String> {
    for lane in setting.lanes() {
        let wanted = value.word(lane);
        let written = mask >> lane & 1 != 0;
        let right = match written {
            true => wanted.matches(lane, found[lane]),
            false => wanted.matches(lane, 0) && wanted.matches(lane, 1),
        };
        if !right {
            let found = match written {
                true => format!("{:#010x}", found[lane]),
                false => "not written".to_owned(),
            };
            return Err(format!("{name} of lane {lane} is not {wanted} but {found}"));
        }
    }
    Ok(())
}

/// Compares a thread and its effects with what is expected. All effects must be.
pub fn verify(run: &Run, thread: &Thread, device: &Device) -> Result<(), String> {
    for setting in &run.after {
        let place = setting.place.as_str();
        if let Some((_, _, found)) = thread.registers().find(|(name, _, _)| name == place) {
            compare(place, setting, setting.single()?, found, u16::MAX)?;
            continue;
        }
        let effects = device.effects.get(place).map_or(&[][..], Vec::as_slice);
        if effects.len() != setting.values.len() {
            return Err(format!(
                "{place} has {} effects: {effects:x?}",
                effects.len()
            ));
        }
        for (value, effect) in setting.values.iter().zip(effects) {
            compare(place, setting, value, &effect.value, effect.mask)?;
        }
    }
    let expected = |name: &str| run.after.iter().any(|s| s.place == name);
    match device.effects.keys().find(|name| !expected(name)) {
        Some(name) => Err(format!("unexpected effects on {name}")),
        None => Ok(()),
    }
}

/// Executes a run by all executors.
pub fn run(file: &Prepared, run: &Run) -> Result<(), String> {
    let start = Start::new(file, run)?;
    let words = start.device.words();
    let none = Stream::default();
    let known = Stream {
        base: UNIFORMS,
        words: &words,
    };
    for (name, mode, blocking, stream) in [
        ("pipeline model", ExecMode::Reference, false, none),
        ("blocked pipeline model", ExecMode::Reference, true, none),
        ("group", ExecMode::Normal, false, none),
        ("blocked group", ExecMode::Normal, true, none),
        ("group with known uniforms", ExecMode::Normal, false, known),
        (
            "blocked group with known uniforms",
            ExecMode::Normal,
            true,
            known,
        ),
    ] {
        let result = start.alone(mode, blocking, stream);
        let result = result.and_then(|(thread, device)| verify(run, &thread, &device));
        result.map_err(|e| format!("{name}: {e}"))?;
    }
    for (name, stream) in [("gang", none), ("gang with known uniforms", known)] {
        let ran = crate::gang::run(file, run, &start, stream);
        ran.map_err(|e| format!("{name}: {e}"))?;
    }
    #[cfg(feature = "jit")]
    crate::native::run(run, &start).map_err(|e| format!("native: {e}"))?;
    Ok(())
}

/// The other runs of the file that can share a gang with `run`.
pub fn companions(file: &Prepared, run: &Run, start: &Start) -> Result<Vec<(Run, Start)>, String> {
    let mut all = Vec::new();
    for other in &file.runs {
        let there = Start::new(file, other)?;
        let same = there.code == start.code;
        if other.line != run.line && same && there.device.shares_streams(&start.device) {
            all.push((other.clone(), there));
        }
    }
    Ok(all)
}
