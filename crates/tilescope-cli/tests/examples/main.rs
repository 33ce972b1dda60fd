//! The examples: every one gives the same bytes on every path, and its images
//! are compared with references computed here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use tilescope_capture::{Job, PngImage};

mod midgard;
mod vc4;
mod vivante;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A new folder that no other test uses.
fn scratch() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("example-{n}"));
    // Files of an earlier run of the tests; there are none the first time.
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The results of a run.
struct Ran {
    report: Value,
    out: PathBuf,
}

impl Ran {
    fn image(&self, target: &str) -> PngImage {
        read_image(&self.out.join(format!("{target}.png")))
    }

    /// The report without what options and the folder of the files make different: findings,
    /// counters and all else that was run.
    fn result(&self) -> String {
        let mut report = self.report.clone();
        report.as_object_mut().unwrap().remove("reference");
        let out = self.out.to_str().unwrap();
        report.to_string().replace(out, "OUT")
    }

    /// The files, by name, as they were written.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = std::fs::read_dir(&self.out)
            .into_iter()
            .flatten()
            .flatten()
            .map(|e| {
                let name = e.file_name().into_string().unwrap();
                (name, std::fs::read(e.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    }
}

/// Runs a job, which must end as expected.
fn run(job: &Path, extra: &[&str]) -> Ran {
    let out = scratch();
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(["run", "--check", "--report", "json", "--out"])
        .args([&out, job])
        .args(extra)
        .output()
        .unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{} {extra:?}: {err}\n{report}",
        job.display()
    );
    Ran {
        report: serde_json::from_str(&report).unwrap(),
        out,
    }
}

fn read_image(path: &Path) -> PngImage {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    PngImage::decode(&bytes).unwrap()
}

/// The folders of `examples`.
const FAMILIES: [&str; 3] = ["vc4", "vivante", "midgard"];

/// The jobs of a family.
fn names(family: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join("examples").join(family))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Folder and name of every job.
fn all() -> Vec<(PathBuf, String)> {
    let of = |family: &'static str| {
        let folder = root().join("examples").join(family);
        names(family).into_iter().map(move |n| (folder.join(&n), n))
    };
    FAMILIES.into_iter().flat_map(of).collect()
}

#[test]
fn every_path_gives_the_same_bytes() {
    let named = |family: &'static str| {
        let of = move |n| format!("{family}/{n}");
        names(family).into_iter().map(of)
    };
    let found: Vec<String> = FAMILIES.into_iter().flat_map(named).collect();
    for promised in [
        "vc4/depth",
        "vc4/floor",
        "vc4/gl-triangle",
        "vc4/many-tiles",
        "vc4/matrix",
        "vc4/msaa",
        "vc4/nv-triangle",
        "vc4/points-and-lines",
        "vc4/qpu-compute",
        "vc4/registers",
        "vc4/stencil",
        "vc4/textured",
        "vivante/fast-clear",
        "vivante/layouts",
        "vivante/multisampling",
        "vivante/points",
        "vivante/textured-cube",
        "vivante/triangle",
        "vivante/vertex-texture",
        "vivante/2d-blend",
        "vivante/2d-copy",
        "vivante/2d-fill",
        "vivante/2d-lines",
        "vivante/2d-stretch",
        "midgard/blend-shader",
        "midgard/compute",
        "midgard/dependency",
        "midgard/modes",
        "midgard/multisampling",
        "midgard/region",
        "midgard/render-targets",
        "midgard/triangle",
        "midgard/write-value",
    ] {
        assert!(found.iter().any(|n| n == promised), "{promised} is missing");
    }
    for (job, name) in all() {
        let one = run(&job, &["--threads", "1"]);
        let result = one.result();
        assert!(
            !one.report["job"].is_null() && one.report["unimplemented"] == serde_json::json!([]),
            "{name}: {}",
            one.report
        );
        for other in [
            ["--threads", "2"].as_slice(),
            &["--threads", "8"],
            &["--threads", "64"],
            &["--reference"],
        ] {
            let ran = run(&job, other);
            assert!(ran.files() == one.files(), "{name} differs with {other:?}");
            assert_eq!(ran.result(), result, "{name} {other:?}");
        }
    }
}

#[test]
fn every_job_has_a_title_and_a_description() {
    let list = std::fs::read_to_string(root().join("examples/README.md")).unwrap();
    for (folder, name) in all() {
        let job = Job::load(&folder, tilescope_families::ALL).unwrap();
        assert!(!job.title.is_empty() && job.title.len() <= 60, "{name}");
        let text = &job.description;
        assert!(text.ends_with('.') && text.len() > 40, "{name}: {text}");
        assert!(
            list.contains(&format!("| `{name}` | ")),
            "{name} is not in the list"
        );
    }
}

/// Twice the area of a triangle, positive if its corners are clockwise in the
/// image.
fn area(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// A clamped bilinear lookup in f64.
fn bilinear(texture: &PngImage, s: f64, t: f64) -> [f64; 3] {
    let (w, h) = (i64::from(texture.width), i64::from(texture.height));
    let (u, v) = (s * w as f64 - 0.5, t * h as f64 - 0.5);
    let (x, y) = (u.floor(), v.floor());
    let (fx, fy) = (u - x, v - y);
    let texel = |dx: i64, dy: i64| {
        let x = (x as i64 + dx).clamp(0, w - 1) as u32;
        let y = (y as i64 + dy).clamp(0, h - 1) as u32;
        texture.pixel(x, y).map(f64::from)
    };
    let corners = [texel(0, 0), texel(1, 0), texel(0, 1), texel(1, 1)];
    let weights = [
        (1.0 - fx) * (1.0 - fy),
        fx * (1.0 - fy),
        (1.0 - fx) * fy,
        fx * fy,
    ];
    std::array::from_fn(|c| (0..4).map(|i| corners[i][c] * weights[i]).sum())
}

#[test]
fn images_of_the_readme_are_the_examples() {
    for (name, example, target) in [
        ("gl-triangle", "vc4/gl-triangle", "framebuffer"),
        ("textured", "vc4/textured", "framebuffer"),
        ("midgard-triangle", "midgard/triangle", "frame"),
    ] {
        let shown = read_image(&root().join(format!("docs/images/{name}.png")));
        let made = run(&root().join("examples").join(example), &[]).image(target);
        assert_eq!((shown.width, shown.height), (made.width, made.height));
        let same = (0..made.height)
            .all(|y| (0..made.width).all(|x| shown.pixel(x, y) == made.pixel(x, y)));
        assert!(
            same,
            "docs/images/{name}.png is not what examples/{example} makes"
        );
    }
}
