//! Every rule of shaders has a folder `tests/rules/vivante/<RULE-ID>` with programs
//! that violate it (`broken*.asm`) and similar ones that do not (`good*.asm`).
//!
//! Header comments list the differences from a pixel shader of GC2000 with four
//! temporaries, the inputs t0 and t1.xy, the uniforms 1, 2, 3, 3 and -1, 0, 2, 3:
//! `# stage: vertex`, `# end: N` (END_PC), `# outputs: tN`, `# temps: N`, `# chip:
//! NAME`, `# repeat: N` (repetitions of the text), and for broken ones `# at: N`,
//! the instruction of the finding. A broken program must violate its rule, at that
//! instruction, and no other; a good one none.

use crate::support::Notebook;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tilescope_core::{Frame, Location};
use tilescope_exec::Lanes16;
use tilescope_vivante::chips;
use tilescope_vivante::isa::{Component, Comps, assemble};
use tilescope_vivante::rules;
use tilescope_vivante::shader::{
    BATCHES, Group, Program, Setup, ShaderQuirks, Stage, Trap, Why, check,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/vivante")
}

/// The rules that a program violates, with the instructions.
type Found = BTreeSet<(&'static str, u32)>;

/// The violations of a program, and the expected instruction.
fn broken(text: &str) -> Result<(Found, Option<u32>), String> {
    let assembled = assemble(text, &|_| None).map_err(|e| format!("{e:?}"))?;
    let (mut stage, mut end, mut at) = (Stage::Pixel, assembled.words.len() as u32, None);
    let (mut chip, mut temps, mut repeat) = (&chips::GC2000, 4, 1);
    let mut outputs = Vec::new();
    for line in text.lines() {
        let Some((key, value)) = line.strip_prefix("# ").and_then(|l| l.split_once(": ")) else {
            continue;
        };
        let number = || value.trim_start_matches('t').parse::<u32>();
        match key {
            "stage" if value == "vertex" => stage = Stage::Vertex,
            "chip" => chip = chips::find(value).ok_or("no such chip")?,
            "temps" => temps = number().map_err(|e| e.to_string())? as u8,
            "repeat" => repeat = number().map_err(|e| e.to_string())?,
            "end" => end = number().map_err(|e| e.to_string())?,
            "at" => at = Some(number().map_err(|e| e.to_string())?),
            "outputs" => outputs.push((number().map_err(|e| e.to_string())? as u8, Comps::XYZW)),
            _ => {}
        }
    }
    let setup = Setup {
        stage,
        start: 0,
        end,
        num_temps: temps,
        inputs: &[(0, Comps::XYZW), (1, Comps(3))],
        outputs: &outputs,
    };
    let words = assembled.words.repeat(repeat as usize);
    let p = Program::new(&words, &setup, &ShaderQuirks::DEFAULT);
    let fits = check(&words, &setup, chip);
    let mut group = Group::default();
    let uniforms = [[1.0f32, 2.0, 3.0, 3.0], [-1.0, 0.0, 2.0, 3.0]].map(|v| v.map(f32::to_bits));
    group.bind(&p, &uniforms);
    for c in Component::ALL {
        *group.temp_mut(0, *c) = [Lanes16::ZERO; BATCHES];
        *group.temp_mut(1, *c) = [Lanes16::from_fn(|i| (i as f32).to_bits()); BATCHES];
    }
    let live = [u16::MAX; BATCHES];
    let mut fuel = u64::MAX;
    let ended = group.run(&p, &live, &live, &mut Notebook::default(), &mut fuel);
    let dynamic = group.notes().problems().iter().map(|(note, _)| note);
    let notes: Vec<_> = p.notes().iter().chain(&fits).chain(dynamic).collect();
    let found: Found = notes.iter().map(|n| (n.problem.rule().id, n.ip)).collect();
    match ended {
        Err(Trap {
            why: Why::Broken(problem),
            ..
        }) => {
            assert!(found.iter().any(|(id, _)| *id == problem.rule().id));
        }
        Err(trap) => return Err(format!("{trap:?}")),
        Ok(()) => {}
    }
    for note in notes {
        assert!(note.problem.to_string().len() > 10);
        let shader = Location::new().inside(Frame::Shader(stage.name(), 0x6000));
        let at = note.location(&shader, 0x6000);
        let last = Frame::Instruction(note.ip, 0x6000 + 16 * u64::from(note.ip));
        assert_eq!(at.frames.last(), Some(&last));
    }
    Ok((found, at))
}

#[test]
fn every_rule_has_broken_and_good_programs() {
    let mut wrong = Vec::new();
    let known: BTreeSet<String> = rules::shader::ALL
        .iter()
        .map(|r| r.id.to_string())
        .collect();
    let mut seen = BTreeSet::new();
    for folder in fs::read_dir(root()).unwrap().flatten() {
        let id = folder.file_name().to_string_lossy().into_owned();
        if !id.starts_with("VIV-SH-") {
            continue;
        }
        assert!(known.contains(&id), "{id} is no rule");
        let (mut bad, mut good) = (0, 0);
        for file in fs::read_dir(folder.path()).unwrap().flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if !name.ends_with(".asm") {
                // A job, which the tests of the command run.
                *(if name.starts_with("broken") {
                    &mut bad
                } else {
                    &mut good
                }) += 1;
                continue;
            }
            let text = fs::read_to_string(file.path()).unwrap();
            let (found, at) = broken(&text).unwrap_or_else(|e| panic!("{id}/{name}: {e}"));
            let wanted: BTreeSet<(&str, u32)> = match name.starts_with("broken") {
                true => [(
                    id.as_str(),
                    at.unwrap_or_else(|| panic!("{id}/{name}: no at")),
                )]
                .into(),
                false => BTreeSet::new(),
            };
            *(if name.starts_with("broken") {
                &mut bad
            } else {
                &mut good
            }) += 1;
            if found != wanted {
                wrong.push(format!("{id}/{name}: {found:?} instead of {wanted:?}"));
            }
        }
        assert!(bad > 0 && good > 0, "{id} lacks an example");
        seen.insert(id);
    }
    assert_eq!(wrong, [] as [String; 0]);
    assert_eq!(seen, known);
}
