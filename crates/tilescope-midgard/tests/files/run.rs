//! Execution of a run by each executor.

use crate::device::{Batch, Device, Four};
use tilescope_exec::Lanes16;
use tilescope_filetest::{File, Run, Setting, Word};
use tilescope_jit::TARGETS;
use tilescope_midgard::chips::Chip;
use tilescope_midgard::isa::{Quad, Tag, assemble};
use tilescope_midgard::shader::{
    BATCHES, ExecMode, Group, Input, Notes, Program, Ran, Setup, ShaderQuirks, Stage, of_quads,
};

const FUEL: u64 = 1 << 24;
const ENTRY: u64 = 0x10_0000;
/// Registers that a run sets and reads.
const WORK: u8 = 16;

/// Quadwords of a program.
pub fn quads(text: &str) -> Result<Vec<Quad>, String> {
    // Headers have no meaning to the assembler.
    let code = |line: &str| {
        if line.starts_with('#') {
            String::new()
        } else {
            line.to_owned()
        }
    };
    let text: Vec<String> = text.lines().map(code).collect();
    let assembled = assemble(&text.join("\n")).map_err(|errors| {
        let lines = errors.iter().map(|e| format!("{}: {}", e.line, e.message));
        lines.collect::<Vec<_>>().join("; ")
    })?;
    Ok(assembled.quads)
}

/// The program of a file, and its job.
pub struct Prepared {
    program: Program,
    /// The same with native code, for each target of this host.
    native: Vec<Program>,
    uniforms: Vec<[u32; 4]>,
    runs: Vec<Run>,
}

fn uniform(text: &str) -> Result<[u32; 4], String> {
    let mut vector = [0; 4];
    for (to, text) in vector.iter_mut().zip(text.split_whitespace()) {
        match Word::parse(text)? {
            Word::Bits(bits) => *to = bits,
            _ => return Err(format!("`{text}` is not the same in all lanes")),
        }
    }
    Ok(vector)
}

impl Prepared {
    pub fn new(file: &File) -> Result<Prepared, String> {
        let quads = quads(&file.text)?;
        let (mut chip, mut stage, mut uniforms) = ("t860", Stage::Fragment, Vec::new());
        let mut work = None;
        for key in &file.keys {
            match key.name.as_str() {
                "chip" => chip = key.text.as_str(),
                "stage" => {
                    let all = [Stage::Vertex, Stage::Fragment, Stage::Compute, Stage::Blend];
                    let named = all.into_iter().find(|s| s.name() == key.text);
                    stage = named.ok_or("no such stage")?;
                }
                "work" => work = Some(key.text.parse().map_err(|_| "work")?),
                _ => uniforms.push(uniform(&key.text)?),
            }
        }
        let chip = Chip::named(chip).ok_or("no such chip")?;
        let count = uniforms.len() as u8;
        let work = work.unwrap_or(WORK.min(24 - count));
        let all: Vec<_> = (0..work).map(|r| (r, 15)).collect();
        let setup = Setup {
            stage,
            entry: ENTRY,
            first_tag: Tag::of(quads.first().map_or(0, |q| q[0])),
            work_registers: work,
            uniforms: count,
            inputs: &all,
            outputs: &all,
        };
        let quirks = ShaderQuirks::of(chip);
        let program = Program::load(&setup, chip, &quirks, &mut of_quads(&quads, ENTRY));
        let problems: Vec<_> = program
            .notes()
            .iter()
            .copied()
            .chain(program.stops())
            .collect();
        match problems.is_empty() {
            true => Ok(Prepared {
                native: native(&program),
                program,
                uniforms,
                runs: file.runs.clone(),
            }),
            false => Err(format!("{problems:?}")),
        }
    }
}

/// A name, its number and the first component, as in `r1.y`.
fn place(setting: &Setting) -> (&str, u32, usize) {
    let (name, component) = match setting.place.split_once('.') {
        Some((name, c)) => (name, "xyzw".find(c).unwrap_or(4)),
        None => (setting.place.as_str(), 0),
    };
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let stem = &name[..name.len() - digits.len()];
    (stem, digits.parse().unwrap_or(0), component)
}

/// The input register of a place.
fn input(stem: &str, number: u32) -> Option<Input> {
    Some(match stem {
        "r" if number < WORK.into() => Input::Work(number as u8),
        "stack" => Input::Stack,
        "storage" => Input::Storage,
        "local" => Input::LocalId,
        "group" => Input::GroupId,
        "global" => Input::GlobalId,
        _ => return None,
    })
}

fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// The state of a batch before a run.
struct State {
    registers: Vec<(Input, u8, [u32; 16])>,
    device: Batch,
}

fn table(stem: &str) -> Option<&'static str> {
    ["attribute", "varying", "stored"]
        .into_iter()
        .find(|t| *t == stem)
}

impl State {
    fn new(run: &Run) -> Result<State, String> {
        let mut state = State {
            registers: Vec::new(),
            device: Batch::default(),
        };
        for setting in &run.before {
            state.set(setting)?;
        }
        Ok(state)
    }

    fn set(&mut self, setting: &Setting) -> Result<(), String> {
        let name = setting.place.as_str();
        let words = || setting.values.iter().map(|v| v.scalar());
        if let Some(address) = name.strip_prefix("mem").and_then(hexadecimal) {
            for (word, n) in words().zip(0..) {
                for (b, byte) in (0..).zip(word?.to_le_bytes()) {
                    self.device.memory.insert(address + 4 * n + b, byte);
                }
            }
            return Ok(());
        }
        if let Some((buffer, offset)) = name.strip_prefix("ubo").and_then(|n| n.split_once('.')) {
            let buffer: u32 = buffer.parse().map_err(|_| "a buffer")?;
            let offset = hexadecimal(offset).ok_or("an offset")?;
            for (word, n) in words().zip(0..) {
                for (b, byte) in (0..).zip(word?.to_le_bytes()) {
                    let at = (buffer, offset + 4 * n + b);
                    self.device.uniforms.insert(at, byte);
                }
            }
            return Ok(());
        }
        let (stem, number, first) = place(setting);
        if first + setting.values.len() > 4 {
            return Err(format!("unknown place `{name}`"));
        }
        let mut four: Four = [[0; 16]; 4];
        for (n, value) in setting.values.iter().enumerate() {
            let lanes = value.lanes()?;
            setting
                .lanes()
                .for_each(|lane| four[first + n][lane] = lanes[lane]);
        }
        if let Some(input) = input(stem, number) {
            let given = four.iter().enumerate().skip(first);
            for (n, words) in given.take(setting.values.len()) {
                self.registers.push((input, n as u8, *words));
            }
        } else if let Some(table) = table(stem) {
            self.device.tables.insert((table, number), four);
        } else if ["texel", "tile", "image"].contains(&stem) {
            self.device.values.insert(stem.to_owned(), four);
        } else {
            return Err(format!("unknown input `{name}`"));
        }
        Ok(())
    }
}

/// Results of a batch.
struct Results<'r> {
    group: &'r Group,
    batch: usize,
    device: &'r Batch,
}

impl Results<'_> {
    fn killed(&self) -> u16 {
        self.group.killed()[self.batch]
    }

    /// The values found at a place.
    fn found(&self, setting: &Setting) -> Result<Vec<[u32; 16]>, String> {
        let name = setting.place.as_str();
        if let Some(address) = name.strip_prefix("mem").and_then(hexadecimal) {
            let byte = |a: u64| self.device.memory.get(&a).copied().unwrap_or(0xee);
            let words = (0..setting.values.len() as u64).map(|n| {
                let bytes = [0, 1, 2, 3].map(|b| byte(address + 4 * n + b));
                [u32::from_le_bytes(bytes); 16]
            });
            return Ok(words.collect());
        }
        let (stem, number, first) = place(setting);
        if let Some(input) = input(stem, number) {
            let component = |c| self.group.register(input, c as u8)[self.batch].0;
            return Ok((first..4).map(component).collect());
        }
        let killed = std::array::from_fn(|lane| u32::from(self.killed() >> lane & 1));
        let four = match (name, table(stem)) {
            ("killed", _) => return Ok(vec![killed]),
            (_, Some(table)) => self.device.tables.get(&(table, number)),
            _ => self.device.values.get(name),
        };
        let four = four.ok_or_else(|| format!("nothing at `{name}`"))?;
        Ok(four[first.min(4)..].to_vec())
    }

    fn verify(&self, run: &Run) -> Result<(), String> {
        for setting in &run.after {
            let found = self.found(setting)?;
            if found.len() < setting.values.len() {
                return Err(format!("{} has {} values", setting.place, found.len()));
            }
            for (n, (value, found)) in setting.values.iter().zip(found).enumerate() {
                for lane in setting.lanes() {
                    let wanted = value.word(lane);
                    if !wanted.matches(lane, found[lane]) {
                        return Err(format!(
                            "value {n} of {} in lane {lane} is not {wanted} but {:#010x}",
                            setting.place, found[lane]
                        ));
                    }
                }
            }
        }
        let kills = run.after.iter().any(|s| s.place == "killed");
        match self.killed() != 0 && !kills {
            true => Err(format!("killed lanes: {:#06x}", self.killed())),
            false => Ok(()),
        }
    }
}

fn without_notes(notes: &Notes) -> Result<(), String> {
    match notes.problems().is_empty() && notes.unimplemented().is_empty() {
        true => Ok(()),
        false => Err(format!("{notes:?}")),
    }
}

/// A program with native code, for each target of this host.
pub fn native(program: &Program) -> Vec<Program> {
    let targets = TARGETS.into_iter().filter(|target| target.is_supported());
    let compiled = targets.map(|target| {
        let mut native = program.clone();
        native.compile(target).expect("a target of this host");
        native
    });
    compiled.collect()
}

/// Executes a run by all executors.
pub fn run(file: &Prepared, run: &Run) -> Result<(), String> {
    let p = &file.program;
    execute(file, run, (p, ExecMode::Normal)).map_err(|e| format!("group: {e}"))?;
    for p in &file.native {
        execute(file, run, (p, ExecMode::Normal)).map_err(|e| format!("native: {e}"))?;
    }
    execute(file, run, (p, ExecMode::Reference)).map_err(|e| format!("reference: {e}"))
}

fn execute(file: &Prepared, run: &Run, (p, mode): (&Program, ExecMode)) -> Result<(), String> {
    // The runs of the file in turn, this one in a batch that depends on its place.
    let own = file.runs.iter().position(|r| r.line == run.line);
    let own = own.unwrap_or(0) % BATCHES;
    let mut group = Group::new();
    group.bind(p, &file.uniforms);
    let mut device = Device::default();
    for batch in 0..BATCHES {
        let state = match batch == own {
            true => State::new(run)?,
            false => State::new(&file.runs[batch % file.runs.len()])?,
        };
        for (input, component, words) in &state.registers {
            let slot = group.register_mut(*input, *component);
            slot[batch] = Lanes16::from_fn(|lane| words[lane]);
        }
        device.batches.push(state.device);
    }
    let all = [u16::MAX; BATCHES];
    let mut fuel = FUEL;
    let mut ran = group.run_in(mode, p, [&all, &all], &mut device, &mut fuel);
    while ran == Ok(Ran::Blocked) {
        ran = group.resume_in(mode, p, &mut device, &mut fuel);
    }
    ran.map_err(|trap| format!("{trap:?}"))?;
    without_notes(group.notes())?;
    let results = Results {
        group: &group,
        batch: own,
        device: &device.batches[own],
    };
    results.verify(run)
}
