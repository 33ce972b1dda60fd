//! Execution of a run by each executor.

use crate::device::{Batch, Device};
use tilescope_exec::Lanes16;
use tilescope_filetest::{File, Run, Setting, Word};
use tilescope_vivante::chips;
use tilescope_vivante::isa::{Component, Comps, Inst, assemble};
use tilescope_vivante::shader::reference::Threads;
use tilescope_vivante::shader::{BATCHES, Group, Notes, Program, Setup, ShaderQuirks, Stage};

const FUEL: u64 = 1 << 24;

/// The registers that a run sets and reads.
const TEMPS: u8 = 128;

/// Instructions of a program.
pub fn words(text: &str) -> Result<Vec<Inst>, String> {
    let assembled = assemble(text, &|_| None).map_err(|errors| {
        let lines = errors.iter().map(|e| format!("{}: {}", e.line, e.message));
        lines.collect::<Vec<_>>().join("; ")
    })?;
    Ok(assembled.words)
}

/// The program of a file, and its draw.
pub struct Prepared {
    program: Program,
    uniforms: Vec<[u32; 4]>,
    temps: u8,
    runs: Vec<Run>,
}

fn uniform(text: &str) -> Result<[u32; 4], String> {
    let mut vector = [0; 4];
    if text.split_whitespace().count() > 4 {
        return Err("a uniform has four components".to_owned());
    }
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
        let words = words(&file.text)?;
        let (mut chip, mut temps, mut uniforms) = (&chips::GC2000, 8, Vec::new());
        for key in &file.keys {
            match key.name.as_str() {
                "chip" => chip = chips::find(&key.text).ok_or("no such chip")?,
                "temps" => temps = key.text.parse().map_err(|_| "temps")?,
                _ => uniforms.push(uniform(&key.text)?),
            }
        }
        let all: Vec<_> = (0..temps).map(|t| (t, Comps::XYZW)).collect();
        let setup = Setup {
            stage: Stage::Pixel,
            start: 0,
            end: words.len() as u32,
            num_temps: temps,
            inputs: &all,
            outputs: &all,
        };
        let program = Program::new(&words, &setup, &ShaderQuirks::of(chip));
        match program.notes() {
            [] => Ok(Prepared {
                program,
                uniforms,
                temps,
                runs: file.runs.clone(),
            }),
            notes => Err(format!("{notes:?}")),
        }
    }
}

/// A register and the first component, as in `t1.y`; `None` for other places.
fn register(setting: &Setting) -> Result<Option<(u8, usize)>, String> {
    let place = setting.place.as_str();
    let (name, component) = match place.split_once('.') {
        Some((name, c)) => (name, "xyzw".find(c).filter(|_| c.len() == 1)),
        None => (place, Some(0)),
    };
    let Some(number) = name.strip_prefix('t').and_then(|n| n.parse::<u8>().ok()) else {
        return Ok(None);
    };
    let unknown = || format!("unknown place `{place}`");
    let component = component.ok_or_else(unknown)?;
    match number < TEMPS && component + setting.values.len() <= 4 {
        true => Ok(Some((number, component))),
        false => Err(unknown()),
    }
}

/// The address of a place in memory.
fn address(place: &str) -> Option<u32> {
    u32::from_str_radix(place.strip_prefix("mem0x")?, 16).ok()
}

/// The state of a batch: temporary registers by number, component and lane.
struct State {
    temps: Vec<[[u32; 16]; 4]>,
    front: [u32; 16],
    device: Batch,
}

impl State {
    fn new(run: &Run) -> Result<State, String> {
        let mut state = State {
            temps: vec![[[0; 16]; 4]; usize::from(TEMPS)],
            front: [0; 16],
            device: Batch::default(),
        };
        for setting in &run.before {
            let values: Vec<[u32; 16]> = setting
                .values
                .iter()
                .map(|v| v.lanes())
                .collect::<Result<_, _>>()?;
            if let Some((number, first)) = register(setting)? {
                let components = state.temps[usize::from(number)].iter_mut().skip(first);
                for (to, from) in components.zip(&values) {
                    setting.lanes().for_each(|lane| to[lane] = from[lane]);
                }
            } else if let Some(address) = address(&setting.place) {
                for (value, n) in setting.values.iter().zip(0..) {
                    state.device.memory.insert(address + 4 * n, value.scalar()?);
                }
            } else {
                match (setting.place.as_str(), values.as_slice()) {
                    ("front", [front]) => state.front = *front,
                    ("tex", [x, y, z, w]) => state.device.texel = [*x, *y, *z, *w],
                    (place, _) => return Err(format!("unknown input `{place}`")),
                }
            }
        }
        Ok(state)
    }
}

/// Results of a batch.
struct Results<'r> {
    temp: &'r dyn Fn(u8, usize) -> [u32; 16],
    killed: u16,
    device: &'r Batch,
}

fn verify(run: &Run, results: &Results<'_>) -> Result<(), String> {
    for setting in &run.after {
        let found = found(setting, results)?;
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
    match results.killed != 0 && !kills {
        true => Err(format!("killed lanes: {:#06x}", results.killed)),
        false => Ok(()),
    }
}

/// The values found at a place.
fn found(setting: &Setting, results: &Results<'_>) -> Result<Vec<[u32; 16]>, String> {
    if let Some((number, first)) = register(setting)? {
        return Ok((first..4).map(|c| (results.temp)(number, c)).collect());
    }
    if let Some(address) = address(&setting.place) {
        let words = (0..setting.values.len() as u32)
            .map(|n| results.device.memory.get(&(address + 4 * n)).copied());
        return Ok(words.map_while(|word| word.map(|w| [w; 16])).collect());
    }
    let looked = &results.device.looked;
    let any = looked.lanes != 0;
    let optional = |value: Option<[u32; 16]>| value.into_iter().collect();
    let along = |n: usize| looked.gradients.map_or(Vec::new(), |g| g[n].to_vec());
    Ok(match setting.place.as_str() {
        "killed" => {
            let lanes = std::array::from_fn(|lane| u32::from(results.killed >> lane & 1));
            vec![lanes]
        }
        "sampler" => optional(any.then_some(looked.sampler)),
        "at" if any => looked.at.to_vec(),
        "at" => Vec::new(),
        "lod" => optional(looked.lod),
        "along_x" => along(0),
        "along_y" => along(1),
        "reference" => optional(looked.reference),
        place => return Err(format!("unknown result `{place}`")),
    })
}

fn without_notes(notes: &Notes) -> Result<(), String> {
    match notes.problems().is_empty() && notes.unimplemented().is_empty() {
        true => Ok(()),
        false => Err(format!("{notes:?}")),
    }
}

/// Executes a run by all executors.
pub fn run(file: &Prepared, run: &Run) -> Result<(), String> {
    group(file, run).map_err(|e| format!("group: {e}"))?;
    reference(file, run).map_err(|e| format!("reference: {e}"))
}

fn group(file: &Prepared, run: &Run) -> Result<(), String> {
    let p = &file.program;
    // The runs of the file in turn, this one in a batch that depends on its place.
    let place = file
        .runs
        .iter()
        .position(|r| r.line == run.line)
        .unwrap_or(0);
    let mut group = Group::default();
    group.bind(p, &file.uniforms);
    let mut device = Device::default();
    for batch in 0..BATCHES {
        let state = match batch == place % BATCHES {
            true => State::new(run)?,
            false => State::new(&file.runs[batch % file.runs.len()])?,
        };
        for number in 0..file.temps {
            for c in Component::ALL {
                let value = state.temps[usize::from(number)][*c as usize];
                group.temp_mut(number, *c)[batch] = Lanes16::from_fn(|lane| value[lane]);
            }
        }
        group.front_facing_mut()[batch] = Lanes16::from_fn(|lane| state.front[lane]);
        device.batches.push(state.device);
    }
    let all = [u16::MAX; BATCHES];
    let mut fuel = FUEL;
    let ran = group.run(p, &all, &all, &mut device, &mut fuel);
    ran.map_err(|trap| format!("{trap:?}"))?;
    without_notes(group.notes())?;
    let batch = place % BATCHES;
    let results = Results {
        temp: &|number, c| group.temp(number, Component::ALL[c])[batch].0,
        killed: group.killed()[batch],
        device: &device.batches[batch],
    };
    verify(run, &results)
}

fn reference(file: &Prepared, run: &Run) -> Result<(), String> {
    let state = State::new(run)?;
    let mut threads = Threads::new(&file.program, &file.uniforms, u16::MAX, u16::MAX);
    for lane in 0..16 {
        for number in 0..file.temps {
            for (c, value) in state.temps[usize::from(number)].iter().enumerate() {
                threads.set_temp(lane, number, c, value[lane]);
            }
        }
        threads.set_front_facing(lane, state.front[lane]);
    }
    let mut device = Device {
        batches: vec![state.device],
    };
    let mut fuel = FUEL;
    let ran = threads.run(&mut device, &mut fuel);
    ran.map_err(|trap| format!("{trap:?}"))?;
    without_notes(threads.notes())?;
    let results = Results {
        temp: &|number, c| std::array::from_fn(|lane| threads.temp(lane, number, c)),
        killed: threads.killed(),
        device: &device.batches[0],
    };
    verify(run, &results)
}
