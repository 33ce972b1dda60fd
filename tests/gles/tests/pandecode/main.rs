//! Panfrost's own decoder (`PAN_MESA_DEBUG=trace`, Mesa `src/panfrost/lib/genxml/decode.c`) prints the
//! structures of each submission in the process that is traced. Each of them is in the listing of the
//! recording, field by field, and each structure of the listing is in the trace.
//!
//! Requirements: those of `started`. `TILESCOPE_CORPUS=all` traces every program.

mod listing;
#[path = "../started/mod.rs"]
mod started;
mod trace;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use started::{GLES, ready_with, tilescope};
use values::Structure;

/// Programs that have most structures: cubes, levels, render targets, blend shaders, points, many
/// formats, samples, images, compute shaders.
const SAMPLE: &[&str] = &[
    "cube",
    "blend-factors",
    "mipmaps",
    "render-cube",
    "sprites",
    "attributes",
    "indices",
    "stencil-sides",
    "samples-edges",
    "depth-texture",
    "polygon-offset",
    "images-layers",
    "compute-shared",
];

fn programs() -> Vec<String> {
    if std::env::var("TILESCOPE_CORPUS").as_deref() != Ok("all") {
        return SAMPLE.iter().map(|name| (*name).to_owned()).collect();
    }
    started::programs()
}

/// The trace of a program and the listing of its recording; `None` if the driver refuses it.
fn traced(dir: &Path, gpu: &str, mesa: &str, name: &str) -> Option<(String, String)> {
    let _ = std::fs::remove_dir_all(dir);
    std::fs::create_dir_all(dir).unwrap();
    let exec = [
        "exec",
        "--gpu",
        gpu,
        "--mesa",
        mesa,
        "--record",
        "run.tscap",
    ];
    let drawn = tilescope(&[&exec[..], &["--", GLES, name, "out.png"]].concat())
        .current_dir(dir)
        .env("PAN_MESA_DEBUG", "trace")
        .env("PANDECODE_DUMP_FILE", dir.join("trace"))
        .output()
        .unwrap();
    if !drawn.status.success() {
        return None;
    }
    let mut parts: Vec<PathBuf> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default();
            name.to_string_lossy().starts_with("trace")
        })
        .collect();
    parts.sort();
    let trace = parts
        .iter()
        .map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned());
    let listing = tilescope(&["decode", "run.tscap"])
        .current_dir(dir)
        .output()
        .unwrap();
    assert!(listing.status.success(), "{name}");
    Some((
        trace.collect(),
        String::from_utf8_lossy(&listing.stdout).into_owned(),
    ))
}

/// The structures of `from` that are not in `to`, each with what differs in the nearest one.
fn missing(
    from: &[Structure],
    to: &[Structure],
    differences: impl Fn(&Structure, &Structure) -> Vec<String>,
) -> Vec<String> {
    let mut by_name: BTreeMap<&str, Vec<&Structure>> = BTreeMap::new();
    for one in to {
        by_name.entry(one.name.as_str()).or_default().push(one);
    }
    let mut wrong = Vec::new();
    for one in from {
        let others = by_name.get(one.name.as_str()).into_iter().flatten();
        let mut nearest: Option<Vec<String>> = None;
        for other in others {
            let found = differences(one, other);
            let done = found.is_empty();
            if nearest.as_ref().is_none_or(|n| found.len() < n.len()) {
                nearest = Some(found);
            }
            if done {
                break;
            }
        }
        match nearest {
            None => wrong.push(format!("{}: there is none", one.name)),
            Some(found) if found.is_empty() => {}
            Some(found) => wrong.push(format!("{}: {}", one.name, found.join(", "))),
        }
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

fn every_structure_is_in_both(gpu: &str, mesa: &str) {
    if !ready_with(&["--mesa", mesa], gpu, &[]) {
        return;
    }
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pandecode-{gpu}-{mesa}"));
    let mut names = BTreeSet::new();
    for program in programs() {
        let Some((trace, listing)) = traced(&dir, gpu, mesa, &program) else {
            continue;
        };
        let mut theirs = trace::structures(&trace);
        let mut ours = listing::structures(&listing);
        if mesa == "25.0" && trace.contains("Type: 3D ") {
            // This decoder reads as many records as there are attributes and images, and
            // continuations in addition: it prints memory after the array.
            let is_record = |one: &Structure| one.name.starts_with("ATTRIBUTE_");
            theirs.retain(|one| !is_record(one));
            ours.retain(|one| !is_record(one));
        }
        let kinds: BTreeSet<&str> = theirs.iter().map(|one| one.name.as_str()).collect();
        names.extend(kinds.iter().map(|name| (*name).to_owned()));
        let lost = missing(&theirs, &ours, values::differences);
        assert!(lost.is_empty(), "{program}: not in the listing: {lost:#?}");
        let ours: Vec<Structure> = ours
            .into_iter()
            .filter(|one| one.is_traced() && kinds.contains(one.name.as_str()))
            .collect();
        let more = missing(&ours, &theirs, |our, their| values::differences(their, our));
        assert!(more.is_empty(), "{program}: not in the trace: {more:#?}");
    }
    for name in EVERYWHERE {
        assert!(names.contains(*name), "no {name}: {names:?}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}

/// Structures that the sample has on all chips.
const EVERYWHERE: &[&str] = &[
    "ATTRIBUTE",
    "ATTRIBUTE_BUFFER",
    "COMPUTE_JOB_PARAMETERS",
    "DRAW",
    "FRAGMENT_JOB_PAYLOAD",
    "FRAMEBUFFER_PARAMETERS",
    "INVOCATION",
    "JOB_HEADER",
    "LOCAL_STORAGE",
    "PRIMITIVE",
    "PRIMITIVE_SIZE",
    "RENDERER_STATE",
    "SAMPLER",
    "TEXTURE",
    "TILER_CONTEXT",
    "VIEWPORT",
    "WRITE_VALUE_JOB_PAYLOAD",
];

#[test]
fn structures_of_v5_are_those_of_mesas_decoder() {
    every_structure_is_in_both("t860", "22.3");
}

#[test]
fn structures_of_v5_are_those_of_the_decoder_of_mesa_25() {
    every_structure_is_in_both("t860", "25.0");
}

#[test]
fn structures_of_v4_are_those_of_mesas_decoder() {
    every_structure_is_in_both("t720", "22.3");
}
