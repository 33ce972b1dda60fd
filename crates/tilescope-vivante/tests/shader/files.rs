//! `tests/shaders/vivante/*.s`: programs in assembly, with runs in comments.
//!
//! `# source: ...` states where the expected words are from. `# chip: NAME` (GC2000),
//! `# temps: N` (8) and `# uniform: x y z w` (u0, then u1, ...) describe the draw.
//! `# run: t1 = 1.0 2.0, t2.x = lane -> t0.x = 3.0, t0.y@5 = 7` is a run: registers
//! before it, all others being 0, and after it. `@5` is lane 5 of each batch, else
//! every lane. Words are floats (`1.0`, `inf`, `nan`), integers, `0x` and hexadecimal
//! digits, or `lane`, the number of the lane as a float.
//!
//! Each run is executed as a group and by the reference threads.

use crate::support::Notebook;
use std::fs;
use std::path::{Path, PathBuf};
use tilescope_exec::Lanes16;
use tilescope_vivante::chips;
use tilescope_vivante::isa::{Component, Comps, assemble};
use tilescope_vivante::shader::reference::Threads;
use tilescope_vivante::shader::{BATCHES, Group, Program, Setup, ShaderQuirks, Stage};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shaders/vivante")
}

/// A component of a register in one lane of a batch, or in all, and its word.
struct Word {
    register: u8,
    component: usize,
    lane: Option<usize>,
    /// None for the number of the lane.
    word: Option<u32>,
}

impl Word {
    fn in_lane(&self, lane: usize) -> u32 {
        self.word.unwrap_or((lane as f32).to_bits())
    }
}

fn word(text: &str) -> Result<Option<u32>, String> {
    let wrong = |_| format!("{text:?} is not a word");
    if text == "lane" {
        return Ok(None);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).map(Some).map_err(wrong);
    }
    if let Ok(integer) = text.parse::<i64>() {
        return u32::try_from(integer)
            .or(i32::try_from(integer).map(|i| i as u32))
            .map(Some)
            .map_err(|e| e.to_string());
    }
    let float: f32 = text.parse().map_err(|e| format!("{text:?}: {e}"))?;
    Ok(Some(if float.is_nan() {
        0x7fc0_0000
    } else {
        float.to_bits()
    }))
}

/// `t0 = 1 2 3 4`, `t0.y = 2`, `t0.y@3 = 2`, separated by commas.
fn words(text: &str) -> Result<Vec<Word>, String> {
    let mut all = Vec::new();
    for one in text.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        let (to, values) = one.split_once('=').ok_or(format!("no '=' in {one:?}"))?;
        let (to, lane) = match to.trim().split_once('@') {
            Some((to, lane)) => (
                to,
                Some(lane.parse().map_err(|_| format!("lane {lane:?}"))?),
            ),
            None => (to.trim(), None),
        };
        let (register, first) = match to.split_once('.') {
            Some((register, c)) => (register, "xyzw".find(c).ok_or(format!("component {c:?}"))?),
            None => (to, 0),
        };
        let register = register.strip_prefix('t').and_then(|n| n.parse().ok());
        let register = register.ok_or(format!("register {to:?}"))?;
        for (component, text) in (first..4).zip(values.split_whitespace()) {
            all.push(Word {
                register,
                component,
                lane,
                word: word(text)?,
            });
        }
    }
    Ok(all)
}

struct File {
    program: Program,
    uniforms: Vec<[u32; 4]>,
    runs: Vec<(Vec<Word>, Vec<Word>)>,
}

fn read(text: &str) -> Result<File, String> {
    let assembled = assemble(text, &|_| None).map_err(|e| format!("{e:?}"))?;
    let (mut chip, mut temps) = (&chips::GC2000, 8);
    let (mut uniforms, mut runs, mut source) = (Vec::new(), Vec::new(), None);
    for line in text.lines() {
        let Some((key, value)) = line.strip_prefix("# ").and_then(|l| l.split_once(": ")) else {
            continue;
        };
        match key {
            "source" => source = Some(value),
            "chip" => chip = chips::find(value).ok_or("no such chip")?,
            "temps" => temps = value.parse().map_err(|_| "temps")?,
            "uniform" => {
                let mut vector = [0; 4];
                for (to, text) in vector.iter_mut().zip(value.split_whitespace()) {
                    *to = word(text)?.ok_or("a uniform is the same in all lanes")?;
                }
                uniforms.push(vector);
            }
            "run" => {
                let (before, after) = value.split_once("->").ok_or("no '->'")?;
                runs.push((words(before)?, words(after)?));
            }
            key => return Err(format!("unknown key {key:?}")),
        }
    }
    source.ok_or("no source")?;
    if runs.iter().all(|(_, after)| after.is_empty()) {
        return Err("nothing is expected".to_owned());
    }
    let all: Vec<_> = (0..temps).map(|t| (t, Comps::XYZW)).collect();
    let setup = Setup {
        stage: Stage::Pixel,
        start: 0,
        end: assembled.words.len() as u32,
        num_temps: temps,
        inputs: &all,
        outputs: &all,
    };
    let program = Program::new(&assembled.words, &setup, &ShaderQuirks::of(chip));
    match program.notes() {
        [] => Ok(File {
            program,
            uniforms,
            runs,
        }),
        notes => Err(format!("{notes:?}")),
    }
}

fn run(file: &File, before: &[Word], after: &[Word]) -> Result<(), String> {
    let p = &file.program;
    let mut group = Group::new();
    group.bind(p, &file.uniforms);
    let all = [u16::MAX; BATCHES];
    let mut threads = Threads::new(p, &file.uniforms, u16::MAX, u16::MAX);
    for register in 0..8 {
        for c in Component::ALL {
            *group.temp_mut(register, *c) = [Lanes16::ZERO; BATCHES];
            (0..16).for_each(|lane| threads.set_temp(lane, register, *c as usize, 0));
        }
    }
    for w in before {
        for lane in (0..16).filter(|lane| w.lane.is_none_or(|l| l == *lane)) {
            threads.set_temp(lane, w.register, w.component, w.in_lane(lane));
            for batch in group.temp_mut(w.register, Component::ALL[w.component]) {
                batch.0[lane] = w.in_lane(lane);
            }
        }
    }
    let mut fuel = 1 << 24;
    let ran = group.run(p, &all, &all, &mut Notebook::default(), &mut fuel);
    ran.map_err(|trap| format!("group: {trap:?}"))?;
    let alone = threads.run(&mut Notebook::default(), &mut fuel);
    alone.map_err(|trap| format!("reference: {trap:?}"))?;
    for notes in [group.notes(), threads.notes()] {
        if !notes.problems().is_empty() || !notes.unimplemented().is_empty() {
            return Err(format!("{notes:?}"));
        }
    }
    for w in after {
        for lane in (0..16).filter(|lane| w.lane.is_none_or(|l| l == *lane)) {
            let batches = group.temp(w.register, Component::ALL[w.component]).iter();
            let mut found: Vec<u32> = batches.map(|batch| batch.0[lane]).collect();
            found.push(threads.temp(lane, w.register, w.component));
            let wanted = w.in_lane(lane);
            if found.iter().any(|word| *word != wanted) {
                let name = ["x", "y", "z", "w"][w.component];
                let register = w.register;
                return Err(format!(
                    "t{register}.{name} of lane {lane} is not {wanted:08x} but, in the batches \
                     of a group and alone, {found:08x?}"
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn programs_in_files_give_the_words_in_their_comments() {
    let files = fs::read_dir(folder()).expect("the folder of programs");
    let mut paths: Vec<PathBuf> = files.flatten().map(|f| f.path()).collect();
    paths.sort();
    let (mut wrong, mut runs) = (Vec::new(), 0);
    for path in &paths {
        let text = fs::read_to_string(path).expect("a program");
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match read(&text) {
            Ok(file) => {
                for (i, (before, after)) in file.runs.iter().enumerate() {
                    runs += 1;
                    if let Err(e) = run(&file, before, after) {
                        wrong.push(format!("{name}, run {}: {e}", i + 1));
                    }
                }
            }
            Err(e) => wrong.push(format!("{name}: {e}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        paths.len() >= 20 && runs >= paths.len(),
        "{} files",
        paths.len()
    );
}

/// Errors of the files are found.
#[test]
fn files_with_errors_are_refused() {
    let good = "# source: here\n# run: t1.x = 2.0 -> t0.x = 2.0\nmov t0.x___, void, void, t1.xxxx";
    let result = |text: &str| {
        let file = read(text)?;
        file.runs.iter().try_for_each(|(a, b)| run(&file, a, b))
    };
    assert_eq!(result(good), Ok(()));
    for (from, to) in [
        ("# source: here\n", ""),
        ("t0.x = 2.0", "t0.x = 3.0"),
        ("-> t0.x = 2.0", "-> "),
        ("t1.x = 2.0", "t1.q = 2.0"),
        ("t1.x = 2.0", "t1.x = two"),
        ("# run", "# walk"),
        ("t1.xxxx", "t9.xxxx"),
    ] {
        let broken = good.replace(from, to);
        assert_ne!(broken, good);
        assert!(result(&broken).is_err(), "{broken}");
    }
}
