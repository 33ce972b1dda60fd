//! Every program, drawn by unmodified Mesa on virtual GPUs and by the software renderer of the
//! system, in the same run. No stream may raise a finding, except those in a board's list, with a
//! reason.
//!
//! Requirements: those of `started`, and a software renderer.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use covers::COVERS;
use started::{GLES, has, programs, tilescope};

/// The tolerance of a channel: shader arithmetic and interpolation have fewer
/// bits on this hardware, and rounding to 8 bits may fall on either side.
const TOLERANCE: u8 = 2;

/// A program, the number of pixels in a thousand that may differ, and the
/// reason.
type Differs = (&'static str, usize, &'static str);

/// A program, the rule that the driver breaks in it, and how.
type Finding = (&'static str, &'static str, &'static str);

/// The program compares both images with the range that the specification
/// allows.
const BIASED_LEVELS: Differs = (
    "biased-levels",
    16,
    "two cells whose level is near a boundary: llvmpipe's logarithm is off by 0.03",
);
/// For chips whose filters stay within a face; the programs accept both.
const EDGES_OF_CUBES: &[Differs] = &[
    ("vertex-cubes", 330, FACES),
    ("fragment-cubes", 330, FACES),
    ("blended-cubes", 180, FACES),
];
const FACES: &str = "llvmpipe filters across the edges of faces, this chip within a face";

mod covers;
mod layouts;
mod midgard;
#[path = "../started/mod.rs"]
mod started;
mod vc4;
mod vivante;

/// The newest version of OpenGL ES that a driver offers. It refuses programs for newer ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Newest {
    Es2,
    Es31,
}

/// A virtual GPU, and the known behaviour of its driver in one release of Mesa.
struct Board {
    /// The name for `exec --gpu`.
    gpu: &'static str,
    /// The release, for `exec --mesa`.
    mesa: &'static str,
    /// The driver's name for it.
    renderer: &'static str,
    /// The newest version of OpenGL ES.
    newest: Newest,
    /// Environment variables for the driver.
    environment: &'static [(&'static str, &'static str)],
    /// The prefix of its rules' ids.
    prefix: &'static str,
    /// Programs with a larger tolerance, and the reason.
    wider: &'static [(&'static str, u8, &'static str)],
    /// Programs for which the driver itself breaks a rule.
    findings: &'static [&'static [Finding]],
    /// The number of pixels in a thousand that may exceed the tolerance, and
    /// the reason.
    may_differ: &'static [&'static [Differs]],
    /// Programs that the driver does not support, and the reason.
    refused: &'static [(&'static str, &'static str)],
    /// Counters that the programs together must raise: every unit, reads and
    /// writes.
    counters: &'static [&'static str],
}

const BOARDS: &[Board] = &[
    vc4::PI,
    vivante::GC2000,
    vivante::GC880,
    vivante::GC3000,
    vivante::GC7000L,
    vc4::PI_MESA_25,
    vivante::GC2000_MESA_25,
    midgard::T860,
    midgard::T760,
    midgard::T880,
    midgard::T830,
    midgard::T820,
    midgard::T720,
    midgard::T620,
    midgard::T860_MESA_25,
    midgard::T760_MESA_25,
    midgard::T720_MESA_25,
];

fn on(board: &Board, args: &[&str]) -> Output {
    let exec = ["exec", "--gpu", board.gpu, "--mesa", board.mesa];
    tilescope(&[&exec[..], &["--lint=deny", "--", GLES], args].concat())
        .envs(board.environment.iter().copied())
        .output()
        .unwrap()
}

/// The same, with the report as JSON in a file.
fn reported(board: &Board, args: &[&str], report: &Path) -> Output {
    tilescope(&["exec", "--gpu", board.gpu, "--mesa", board.mesa])
        .arg("--lint=deny")
        .envs(board.environment.iter().copied())
        .args(["--report", "json"])
        .arg("--report-to")
        .arg(report)
        .args(["--", GLES])
        .args(args)
        .output()
        .unwrap()
}

/// Adds the counters of a report to `sums`.
fn add_counters(report: &Path, sums: &mut BTreeMap<String, u64>) {
    let text = std::fs::read_to_string(report).unwrap();
    assert!(text.contains("\"unimplemented\": {}"), "{text}");
    for line in text.lines() {
        let Some((name, value)) = line.trim().split_once(": ") else {
            continue;
        };
        if let Ok(value) = value.trim_end_matches(',').parse::<u64>() {
            *sums.entry(name.trim_matches('"').to_owned()).or_default() += value;
        }
    }
}

fn in_software(args: &[&str]) -> Output {
    Command::new(GLES)
        .args(args)
        .env("EGL_PLATFORM", "surfaceless")
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .output()
        .unwrap()
}

/// Whether the tests of this file can run on `board`.
fn ready(board: &Board) -> bool {
    let software = || in_software(&["info"]).status.success();
    started::ready_with(&["--mesa", board.mesa], board.gpu, &[])
        && has(
            software(),
            "the system has no software renderer",
            started::requires_any(),
        )
}

fn read_image(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = std::fs::File::open(path).unwrap();
    let decoder = png::Decoder::new(std::io::BufReader::new(file));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

#[test]
fn the_driver_names_the_hardware() {
    for board in BOARDS.iter().filter(|board| ready(board)) {
        let output = on(board, &["info"]);
        let text = String::from_utf8_lossy(&output.stdout);
        let renderer = format!("renderer: {}\n", board.renderer);
        assert!(text.contains(&renderer), "{text}");
        assert!(text.contains(&format!(" Mesa {}.", board.mesa)), "{text}");
    }
}

#[test]
fn nothing_is_left_of_a_hundred_contexts() {
    for board in BOARDS.iter().filter(|board| ready(board)) {
        let output = on(board, &["cycles", "100"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let number = |name: &str| -> i64 {
            let line = text.lines().find_map(|l| l.strip_prefix(name));
            line.expect(&text).trim().parse().unwrap()
        };
        assert_eq!(number("descriptors more:"), 0, "{}", board.gpu);
        assert!(number("KiB more:") < 1024, "{}: {text}", board.gpu);
    }
}

/// The names of the programs for OpenGL ES 3.1.
fn names_of_es31() -> Vec<String> {
    let list = Command::new(GLES).arg("es31").output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    list.lines().map(str::to_owned).collect()
}

#[test]
fn every_item_has_a_program_and_every_row_names_one() {
    let names = programs();
    let exists = |name: &str| names.iter().any(|n| n == name);
    for (item, programs) in COVERS {
        assert!(!programs.is_empty(), "{item}");
        for program in *programs {
            assert!(exists(program), "{item}: there is no {program}");
        }
    }
    for board in BOARDS {
        let at = format!("{} with Mesa {}", board.gpu, board.mesa);
        let rows = board.may_differ.iter().copied().flatten().map(|r| r.0);
        let rows = rows.chain(board.wider.iter().map(|r| r.0));
        let rows = rows.chain(board.refused.iter().map(|r| r.0));
        for row in rows.chain(board.findings.iter().copied().flatten().map(|r| r.0)) {
            assert!(exists(row), "{at}: there is no {row}");
        }
    }
}

#[test]
fn videocore_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&vc4::PI);
}

#[test]
fn gc2000_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&vivante::GC2000);
}

#[test]
fn gc880_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&vivante::GC880);
}

#[test]
fn gc3000_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&vivante::GC3000);
}

#[test]
fn gc7000l_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&vivante::GC7000L);
}

#[test]
fn videocore_draws_the_same_with_mesa_25() {
    pictures_are_those_of_the_software_renderer(&vc4::PI_MESA_25);
}

#[test]
fn gc2000_draws_the_same_with_mesa_25() {
    pictures_are_those_of_the_software_renderer(&vivante::GC2000_MESA_25);
}

#[test]
fn t860_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&midgard::T860);
}

#[test]
fn t760_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&midgard::T760);
}

#[test]
fn t860_draws_the_same_with_mesa_25() {
    pictures_are_those_of_the_software_renderer(&midgard::T860_MESA_25);
}

#[test]
fn t760_draws_the_same_with_mesa_25() {
    pictures_are_those_of_the_software_renderer(&midgard::T760_MESA_25);
}

#[test]
fn other_chips_of_v5_draw_what_the_software_renderer_draws() {
    for board in [midgard::T880, midgard::T830, midgard::T820] {
        pictures_are_those_of_the_software_renderer(&board);
    }
}

#[test]
fn t720_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&midgard::T720);
}

#[test]
fn t720_draws_the_same_with_mesa_25() {
    pictures_are_those_of_the_software_renderer(&midgard::T720_MESA_25);
}

#[test]
fn t620_draws_what_the_software_renderer_draws() {
    pictures_are_those_of_the_software_renderer(&midgard::T620);
}

fn pictures_are_those_of_the_software_renderer(board: &Board) {
    if !ready(board) {
        return;
    }
    let (names, es31) = (programs(), names_of_es31());
    assert!(names.len() >= 45, "{names:?}");
    assert!(es31.len() >= 100, "{es31:?}");
    let dir = std::env::temp_dir().join(format!(
        "tilescope-{}-{}-{}",
        board.gpu,
        board.mesa,
        std::process::id()
    ));
    std::fs::create_dir_all(&dir).unwrap();
    let mut wrong = Vec::new();
    let mut sums = BTreeMap::new();
    for name in &names {
        let name = name.as_str();
        let path = |by: &str| dir.join(format!("{name}-{by}.png"));
        let (ours, theirs) = (path("virtual"), path("software"));
        let report = dir.join(format!("{name}.json"));
        let drawn = reported(board, &[name, ours.to_str().unwrap()], &report);
        let text = String::from_utf8_lossy(&drawn.stderr);
        if board.newest == Newest::Es2 && es31.iter().any(|n| n == name) {
            assert!(!drawn.status.success(), "{name} is drawn");
            assert!(!text.contains(board.prefix), "{name}: {text}");
            continue;
        }
        if board.refused.iter().any(|(n, _)| *n == name) {
            assert!(!text.contains(board.prefix), "{name}: {text}");
            continue;
        }
        add_counters(&report, &mut sums);
        match board
            .findings
            .iter()
            .copied()
            .flatten()
            .find(|(n, ..)| *n == name)
        {
            Some((_, rule, _)) => {
                assert_eq!(
                    text.matches(board.prefix).count(),
                    text.matches(rule).count(),
                    "{text}"
                );
                assert!(text.contains(rule), "{name}: no {rule} any more: {text}");
            }
            None => assert!(drawn.status.success(), "{name}: {text}"),
        }
        let drawn = in_software(&[name, theirs.to_str().unwrap()]);
        let text = String::from_utf8_lossy(&drawn.stdout);
        assert!(drawn.status.success(), "{name}: {text}");
        let (ours, theirs) = (read_image(&ours), read_image(&theirs));
        assert_eq!((ours.0, ours.1), (theirs.0, theirs.1), "{name}");
        let pairs = ours.2.chunks_exact(4).zip(theirs.2.chunks_exact(4));
        let wider = board.wider.iter().find(|(n, ..)| *n == name);
        let tolerance = wider.map_or(TOLERANCE, |(_, tolerance, _)| *tolerance);
        let is_off = |(a, b): &(&[u8], &[u8])| {
            let mut channels = a.iter().zip(*b);
            channels.any(|(a, b)| a.abs_diff(*b) > tolerance)
        };
        let off = pairs.filter(is_off).count();
        let row = board
            .may_differ
            .iter()
            .copied()
            .flatten()
            .find(|(n, ..)| *n == name);
        let may = row.map_or(0, |(_, thousandths, _)| {
            (ours.0 * ours.1) as usize * thousandths / 1000
        });
        if off > may {
            wrong.push(format!("{name}: {off} pixels are off, {may} may be"));
        }
    }
    for counter in board.counters {
        assert!(
            sums.get(*counter).is_some_and(|s| *s > 0),
            "no {counter}: {sums:?}"
        );
    }
    assert!(
        wrong.is_empty(),
        "{}; see {}",
        wrong.join(", "),
        dir.display()
    );
    std::fs::remove_dir_all(&dir).unwrap();
}
