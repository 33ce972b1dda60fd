//! Jobs written to temporary folders and loaded: the resulting memory, or the errors as text.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tilescope_capture::job::{ExpectedStatus, TABLES, submission_keys};
use tilescope_capture::{Job, MmioOp, Step};
use tilescope_core::{GpuMemory, Unit, Work};
use tilescope_families::ALL;

const T: Unit = Unit("test");

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("tilescope-jobs-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        for (name, text) in files {
            std::fs::write(dir.join(name), text).unwrap();
        }
        Folder(dir)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that remains in the temporary directory does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn load(job: &str, files: &[(&str, &str)]) -> Result<Job, String> {
    let mut all = vec![("job.toml", job)];
    all.extend(files);
    let folder = Folder::new(&all);
    Job::load(&folder.0, ALL).map_err(|errors| {
        let texts: Vec<String> = errors.iter().map(|e| e.render()).collect();
        texts.join("\n")
    })
}

const HEAD: &str = "chip = \"bcm2835\"\ntitle = \"t\"\n";

#[test]
fn a_whole_job_becomes_memory_and_steps() {
    let job = load(
        r#"
chip = "bcm2837"
title = "Everything"
description = "Uses every kind of contents."

[[buffer]]
name = "fixed"
address = 0x2000_0000
words = [1, "@verts.second", 0xffff_ffff, -1]

[[buffer]]
name = "verts"
data = "verts.txt"

[[buffer]]
name = "floats"
floats = [1.0, 2]

[[buffer]]
name = "fb"
size = 4096
fill = "undefined"

[[buffer]]
name = "zero"
size = 64
align = 65536
access = "read-only"
fill = "zero"

[[target]]
name = "frame"
buffer = "fb"
width = 32
height = 32
format = "argb8888"

[[submission]]
label = "draw"
bin = "verts"
render = { list = "fixed", start = "@fixed + 4", end = "@fixed.end" }
overflow = [{ buffer = "zero", offset = 16 }]

[[submission]]
program = { code = "@fixed", uniforms = "@floats + 4" }

[expect]
status = "done"
findings = []
counters = { draws = 1 }

[[expect.pixel]]
target = "frame"
at = [0, 31]
rgba = [1, 2, 3, 4]
tolerance = 1

[[expect.words]]
buffer = "floats"
words = [1.0, 2.0]
"#,
        &[("verts.txt", "f32 1.0\nsecond: u16 7, 8\n")],
    )
    .unwrap();
    assert_eq!(job.chip.name, "bcm2837");
    let by_name = |n: &str| job.buffers.iter().find(|b| b.name == n).unwrap();
    let verts = by_name("verts").address;
    let memory = job.instantiate().memory;
    assert_eq!(
        memory.read_u32(0x2000_0004, T).unwrap() as u64,
        verts + 4,
        "a label of another buffer"
    );
    assert_eq!(memory.read_u32(verts + 4, T).unwrap(), 0x0008_0007);
    assert!(memory.initialised(verts, 8));
    let fb = by_name("fb").address;
    assert!(!memory.initialised(fb, 1));
    let zero = by_name("zero").address;
    assert_eq!(zero % 65536, 0);
    assert!(memory.write(zero, &[1], T).is_err(), "read-only");
    // Automatic places leave a page between buffers.
    assert!(by_name("floats").address >= verts + 8 + 4096);

    let [Step::Submit(draw), Step::Submit(program)] = job.steps.as_slice() else {
        panic!("{:?}", job.steps);
    };
    assert_eq!(draw.label, "draw");
    assert_eq!(
        draw.work,
        [
            Work::List {
                queue: 0,
                start: verts,
                end: verts + 8
            },
            Work::List {
                queue: 1,
                start: 0x2000_0004,
                end: 0x2000_0010
            },
        ]
    );
    assert_eq!(draw.spare_memory, [(zero + 16, 48)]);
    assert_eq!(
        program.work,
        [Work::Program {
            code: 0x2000_0000,
            arguments: by_name("floats").address + 4,
            arguments_len: 4
        }]
    );
    assert_eq!(job.expect.status, Some(ExpectedStatus::Done));
    assert_eq!(job.expect.findings, Some(vec![]));
    assert_eq!(job.expect.len(), 5);
    assert_eq!(
        job.expect.words[0].words,
        [0x3f80_0000, 0x4000_0000],
        "floats stand for their bits"
    );
    let place = job.source_of(verts + 5, None).unwrap();
    assert_eq!((place.file, place.span.line), ("verts.txt", 2));
}

fn error(job: &str, files: &[(&str, &str)]) -> String {
    load(job, files).expect_err("this job is wrong")
}

#[test]
fn unknown_keys_suggest_the_nearest() {
    let text = format!(
        "{HEAD}[[buffer]]\nname = \"a\"\nadress = 4096\nwords = [1]\n[[submission]]\nbin = \"a\"\n"
    );
    assert_eq!(
        error(&text, &[]),
        "\
error: unknown key `adress` in [[buffer]]
 --> job.toml:5:1
  |
5 | adress = 4096
  | ^^^^^^
  = help: did you mean `address`?
"
    );
}

#[test]
fn every_error_is_reported_at_once() {
    let text = format!(
        "{HEAD}[[buffer]]\nname = \"a\"\n[[buffer]]\nname = 3\nwords = [1]\n[[buffer]]\nname = \"c\"\nfill = \"zero\"\n"
    );
    let all = error(&text, &[]);
    for part in [
        "[[buffer]] has no contents",
        "`name` is the integer 3",
        "[[buffer]] lacks `size`",
    ] {
        assert!(all.contains(part), "{part} in:\n{all}");
    }
}

#[test]
fn errors_in_texts_name_the_text() {
    let text = format!("{HEAD}[[buffer]]\nname = \"a\"\ndata = \"a.txt\"\n");
    assert_eq!(
        error(&text, &[("a.txt", "u32 1\nu32 @b\n")]),
        "\
error: unknown name `@b`
 --> a.txt:2:5
  |
2 | u32 @b
  |     ^^
  = help: did you mean `@a`?
"
    );
}

#[test]
fn messages() {
    let buffer = format!("{HEAD}[[buffer]]\nname = \"a\"\n");
    let words = format!("{buffer}words = [1, 2]\n");
    let with = |rest: &str| format!("{words}{rest}");
    let cases: &[(String, &str)] = &[
        ("chip = ".into(), "job.toml:1"),
        (
            "chip = \"bcm2853\"\ntitle = \"\"".into(),
            "did you mean \"bcm2835\"?",
        ),
        ("title = \"t\"".into(), "the job lacks `chip`"),
        (
            format!("{buffer}data = \"../x\""),
            "`../x` is outside the job's folder",
        ),
        (
            format!("{buffer}data = \"/etc/passwd\""),
            "outside the job's folder",
        ),
        (
            format!("{buffer}data = \"vert.txt\""),
            "did you mean `verts.txt`?",
        ),
        (
            format!("{buffer}data = \"verts.txt\"\nwords = [1]"),
            "[[buffer]] has `data` and `words` at once",
        ),
        (
            format!("{buffer}words = [1.5]"),
            "write floating-point numbers in `floats`",
        ),
        (
            format!("{buffer}words = [\"@a.siz\"]"),
            "did you mean `@a.size`?",
        ),
        (
            format!("{buffer}words = [0x1_0000_0000]"),
            "4294967296 does not fit 32 bits",
        ),
        (format!("{buffer}bytes = [300]"), "300 does not fit 8 bits"),
        (
            format!("{buffer}words = [1, 2]\nsize = 4"),
            "buffer `a` has 8 bytes of contents",
        ),
        (
            format!("{buffer}size = 0x8000_0000\nfill = \"zero\""),
            "expected an integer from 1 to 1073741824",
        ),
        (
            format!(
                "{buffer}size = 0x4000_0000\nfill = \"zero\"\n[[buffer]]\nname = \"b\"\nwords=[1]"
            ),
            "a job has at most 1073741824",
        ),
        (
            format!("{buffer}fill = \"ones\"\nsize = 4"),
            "expected \"zero\" or \"undefined\"",
        ),
        (
            format!("{buffer}words = [1]\naddress = 0xffff_fffe"),
            "beyond the 32 address bits",
        ),
        (
            with("address = 4096\n[[buffer]]\nname = \"b\"\naddress = 4100\nwords = [1]"),
            "overlaps buffer `a`",
        ),
        (
            with("[[buffer]]\nname = \"a\"\nwords = [1]"),
            "buffer `a` is defined twice",
        ),
        (with(""), "the job lacks `submission`"),
        (with("[[submission]]"), "[[submission]] does nothing"),
        (
            with("[[submission]]\nbin = \"b\""),
            "no buffer is called `b`",
        ),
        (
            with("[[submission]]\nbin = { list = \"a\", end = 4 }"),
            "before its start",
        ),
        (
            with("[[submission]]\nbin = \"a\"\n[[submission.mmio]]\nread = \"X\""),
            "has `mmio` and `bin` at once",
        ),
        (
            with("[[submission]]\n[[submission.mmio]]\nread = \"X\"\nwrite = [\"X\", 1]"),
            "has `write` and `read` at once",
        ),
        (
            with(
                "[[submission]]\nbin = \"a\"\n[[target]]\nname = \"t\"\nbuffer = \"a\"\nwidth = 9\nheight = 1\nformat = \"argb888\"",
            ),
            "did you mean \"argb8888\"?",
        ),
        (
            with(
                "[[submission]]\nbin = \"a\"\n[[target]]\nname = \"t\"\nbuffer = \"a\"\nwidth = 9\nheight = 1\nformat = \"argb8888\"",
            ),
            "target `t` needs 36 bytes, but buffer `a` has 8",
        ),
        (
            with(
                "[[submission]]\nbin = \"a\"\n[[target]]\nname = \"t\"\nbuffer = \"a\"\nwidth = 20000\nheight = 1\nformat = \"argb8888\"",
            ),
            "expected an integer from 1 to 16384",
        ),
        (
            with("[[submission]]\nbin = \"a\"\n[expect]\nstatus = \"dome\""),
            "did you mean \"done\"?",
        ),
    ];
    for (job, want) in cases {
        let got = error(job, &[("verts.txt", "u8 1\n")]);
        assert!(
            got.contains(want),
            "{job}\n--- wants ---\n{want}\n--- got ---\n{got}"
        );
    }
}

#[test]
fn a_folder_without_a_job_is_refused_with_help() {
    let folder = Folder::new(&[]);
    let errors = Job::load(&folder.0, ALL).unwrap_err();
    let text = errors[0].render();
    assert!(text.contains("cannot read the job"), "{text}");
    assert!(
        text.contains("a job is a folder with a file job.toml"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_refused() {
    let text = format!("{HEAD}[[buffer]]\nname = \"a\"\ndata = \"x.bin\"\n");
    let folder = Folder::new(&[("job.toml", &text)]);
    std::os::unix::fs::symlink("/etc/hostname", folder.0.join("x.bin")).unwrap();
    let errors = Job::load(&folder.0, ALL).unwrap_err();
    assert!(
        errors[0]
            .to_string()
            .contains("is a link to outside the job's folder")
    );
}

#[test]
fn hostile_toml_ends() {
    for text in [
        "[".repeat(100_000),
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}", "{a=".repeat(100_000)),
        "a.".repeat(100_000),
        "\u{feff}\u{0}\u{7f}".to_owned(),
    ] {
        assert!(load(&text, &[]).is_err());
    }
}

#[test]
fn the_documentation_names_every_key() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/jobs.md");
    let doc = std::fs::read_to_string(path).expect("docs/jobs.md");
    for t in TABLES {
        let heading = format!("### {}", t.table);
        let section = doc.split(&heading).nth(1);
        let section = section.unwrap_or_else(|| panic!("docs/jobs.md has no section `{heading}`"));
        let section = section.split("\n### ").next().unwrap_or("");
        let keys = match t.table {
            "[[submission]]" => submission_keys(ALL),
            _ => t.keys.to_vec(),
        };
        for key in &keys {
            assert!(
                section.contains(&format!("| `{key}` |")),
                "docs/jobs.md does not describe `{key}` under `{heading}`"
            );
        }
        for row in section.lines().filter_map(|l| l.strip_prefix("| `")) {
            let key = row.split('`').next().unwrap_or("");
            assert!(keys.contains(&key), "docs/jobs.md invents `{key}`");
        }
    }
}

#[test]
fn register_scripts_resolve_names() {
    let text = format!(
        "{HEAD}[[buffer]]\nname = \"bin\"\nwords = [1]\n[[submission]]\nlabel = \"pi\"\n\
         mmio = [{{ write = [\"CT0CA\", \"@bin\"] }}, {{ wait = [\"BFC\", 1], mask = 0xff }}, {{ read = \"ERRSTAT\" }}]\n"
    );
    let job = load(&text, &[]).unwrap();
    let Step::Mmio(script) = &job.steps[0] else {
        panic!("{:?}", job.steps);
    };
    assert_eq!(script.ops.len(), 3);
    assert_eq!(
        script.ops[0],
        MmioOp::Write {
            register: "CT0CA".into(),
            offset: 0x110,
            value: job.buffers[0].address as u32
        }
    );
    let wrong = text.replace("CT0CA", "CT0CB");
    assert!(error(&wrong, &[]).contains("no register is called `CT0CB`"));
}

/// A PNG of `width` x `height` pixels, each (x, y, 7, 255).
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    let pixels: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).flat_map(move |x| [x as u8, y as u8, 7, 255]))
        .collect();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn a_texture_is_where_the_sampler_looks() {
    let text = format!(
        "{HEAD}[[buffer]]\nname = \"tex\"\nimage = \"t.png\"\nformat = \"RGBA8888\"\nmipmaps = 7\n\
         [[buffer]]\nname = \"p\"\nwords = [\"@tex.level0 | 6\", \"@tex.level6\"]\n[[submission]]\nbin = \"p\"\n"
    );
    let folder = Folder::new(&[("job.toml", &text)]);
    std::fs::write(folder.0.join("t.png"), png(100, 64)).unwrap();
    let job = Job::load(&folder.0, ALL).unwrap();
    let memory = job.instantiate().memory;
    let p = job.buffers[1].address;
    let p0 = memory.read_u32(p, T).unwrap();
    // The device's decoding of these parameters finds the texels in memory.
    let p1 = 64 << 20 | 100 << 8;
    let quirks = tilescope_vc4::quirks::Quirks::default();
    let texture = tilescope_vc4::texture::Texture::decode([p0, p1, 0, 0], 2, &quirks);
    assert_eq!(texture.levels.len(), 7);
    let texel = |level: usize, x: u32, y: u32| {
        let l = &texture.levels[level];
        memory
            .read_u32(u64::from(l.base) + l.surface.offset(x, y), T)
            .unwrap()
            .to_le_bytes()
    };
    for (x, y) in [(0, 0), (99, 63), (37, 21)] {
        assert_eq!(texel(0, x, y), [x as u8, y as u8, 7, 255]);
    }
    // The last level holds the mean of everything.
    assert_eq!(texel(6, 0, 0)[2..], [7, 255]);
    let last = memory.read_u32(p + 4, T).unwrap();
    assert_eq!(last, texture.levels[6].base);
}

#[test]
fn textures_that_cannot_be_are_errors() {
    let folder = |rest: &str| {
        let text = format!("{HEAD}[[buffer]]\nname = \"t\"\nimage = \"t.png\"\n{rest}\n");
        let folder = Folder::new(&[("job.toml", &text)]);
        std::fs::write(folder.0.join("t.png"), png(4, 4)).unwrap();
        let errors = Job::load(&folder.0, ALL).expect_err("this texture is wrong");
        errors.iter().map(|e| e.render()).collect::<String>()
    };
    for (rest, want) in [
        ("", "[[buffer]] lacks `format`"),
        ("format = \"ETC1\"", "a PNG can be converted to `RGBA8888`"),
        ("format = \"RGB56\"", "did you mean \"RGB565\"?"),
        (
            "format = \"RGB565\"\nmipmaps = 4",
            "an image of 4 x 4 has at most 3",
        ),
    ] {
        let got = folder(rest);
        assert!(got.contains(want), "{rest}\n{got}");
    }
}

#[test]
fn names_of_rules_are_known() {
    let body = "[[buffer]]\nname = \"a\"\nwords = [1]\n[[submission]]\nbin = \"a\"\n";
    let lint = "[lint]\nallow = [\"vc4-cl\", \"slow\"]\ndeny = \"VC4-QPU-120\"\n";
    let job = load(&format!("{HEAD}{body}{lint}"), &[]).expect("a job");
    assert_eq!(job.lint.allow, ["vc4-cl", "slow"]);
    assert_eq!(job.lint.deny, ["VC4-QPU-120"]);
    let wrong = "[lint]\nwarn = [\"VC4-CL-0O1\"]\n[expect]\nfindings = [\"VC4-QPU-12\"]\n";
    let text = error(&format!("{HEAD}{body}{wrong}"), &[]);
    for part in [
        "no rule, family of rules or severity is called `VC4-CL-0O1`",
        "did you mean `VC4-CL-001`?",
        "no rule is called `VC4-QPU-12`",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn bytes_lead_to_the_operand_that_made_them() {
    let list = "START_TILE_BINNING\n.for i in 0..2 {\n  PRIMITIVE_LIST_FORMAT primitive_type=2, data_type=i\n}\n";
    let shader = "fadd r0, ra1, rb2\nmov tlb_color_all, r0 ; fmul r1, r2, r3\n";
    let head = format!(
        "{HEAD}[[buffer]]\nname = \"l\"\nlist = \"l.cl\"\n[[buffer]]\nname = \"s\"\nshader = \"s.qasm\"\n\
         [[submission]]\nbin = \"l\"\n"
    );
    let job = load(&head, &[("l.cl", list), ("s.qasm", shader)]).expect("a job");
    let start = |name: &str| {
        let buffer = job.buffers.iter().find(|b| b.name == name);
        buffer.expect("a buffer").address
    };
    let place = |address, bits| {
        let found = job.source_of(address, bits).expect("a place");
        let from = found.span.column as usize - 1;
        let text: String = found
            .line
            .chars()
            .skip(from)
            .take(found.span.len as usize)
            .collect();
        (found.span.line, text)
    };
    let text = |n, text: &str| (n, text.to_owned());
    // The payload comes after the opcode, in every iteration of the loop.
    for address in [start("l") + 1, start("l") + 3] {
        assert_eq!(place(address, Some((8, 11))), text(3, "primitive_type=2"));
        assert_eq!(place(address, Some((12, 15))), text(3, "data_type=i"));
        let whole = "PRIMITIVE_LIST_FORMAT primitive_type=2, data_type=i";
        assert_eq!(place(address, None), text(3, whole));
    }
    assert_eq!(place(start("s"), Some((18, 23))), text(1, "ra1"));
    assert_eq!(place(start("s"), Some((12, 17))), text(1, "rb2"));
    assert_eq!(
        place(start("s") + 8, Some((38, 43))),
        text(2, "tlb_color_all")
    );
    assert_eq!(place(start("s") + 8, Some((0, 2))), text(2, "r3"));
    assert_eq!(
        place(start("s") + 8, None),
        text(2, shader.lines().nth(1).expect("a line"))
    );
}
