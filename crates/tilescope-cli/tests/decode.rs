//! Output of `decode --draw`, for jobs and for a capture of unmodified Mesa.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn tilescope(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilescope"))
        .args(args)
        .current_dir(root())
        .output()
        .unwrap();
    (
        output.status.code().expect("an exit code"),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The draws as JSON.
fn draws(range: &str, path: &str) -> Vec<Value> {
    let (code, out, err) = tilescope(&["decode", "--json", "--draw", range, path]);
    assert_eq!((code, err.as_str()), (0, ""), "{path}");
    serde_json::from_str(&out).unwrap()
}

/// The sections of a topic.
fn sections<'a>(draw: &'a Value, topic: &str) -> Vec<&'a Value> {
    let all = draw["sections"].as_array().unwrap();
    all.iter().filter(|s| s["topic"] == topic).collect()
}

/// The value of a row; null if there is none of this name.
fn row<'a>(section: &'a Value, name: &str) -> &'a Value {
    let rows = section["rows"].as_array().unwrap();
    let at = rows.iter().position(|r| r["name"] == name);
    &section["rows"][at.unwrap_or(usize::MAX)]["value"]
}

/// The values of a column.
fn column<'a>(section: &'a Value, name: &str) -> Vec<&'a Value> {
    let columns = section["table"]["columns"].as_array().unwrap();
    let at = columns.iter().position(|c| c == name).unwrap();
    let lines = section["table"]["lines"].as_array().unwrap();
    lines.iter().map(|l| &l["values"][at]).collect()
}

/// docs/decode.md contains the output of the command.
#[test]
fn the_documentation_shows_the_output() {
    let path = root().join("docs/decode.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut want = String::new();
    let mut blocks = 0;
    let mut rest = page.as_str();
    while let Some(at) = rest.find("```console\n$ tilescope ") {
        let from = at + "```console\n".len();
        let end = rest[from..].find("```\n").unwrap() + from;
        let command = rest[from..end].lines().next().unwrap();
        let args: Vec<&str> = command.split(' ').skip(2).collect();
        let (code, out, err) = tilescope(&args);
        assert_eq!((code, err.as_str()), (0, ""), "{command}");
        want += &format!("{}{command}\n{}\n", &rest[..from], out.trim());
        rest = &rest[end..];
        blocks += 1;
    }
    want += rest;
    assert!(blocks >= 2, "the page has examples of both families");
    if std::env::var_os("TILESCOPE_BLESS").is_some() {
        std::fs::write(&path, &want).unwrap();
    }
    let have = std::fs::read_to_string(&path).unwrap();
    assert!(
        have == want,
        "docs/decode.md is stale; rewrite it with TILESCOPE_BLESS=1 cargo test -p tilescope-cli"
    );
}

#[test]
fn a_draw_of_vc4_names_its_texture_uniforms_and_vertex_formats() {
    let draws = draws("0", "examples/vc4/textured");
    let [draw] = draws.as_slice() else {
        panic!("{draws:?}");
    };
    let textures = sections(draw, "texture");
    let [texture] = textures.as_slice() else {
        panic!("{textures:?}");
    };
    assert_eq!(texture["at"]["buffer"], "bricks");
    assert_eq!(row(texture, "format"), "RGBA8888, T-tiled");
    assert_eq!(row(texture, "size"), "64 x 64 texels");
    assert_eq!(row(texture, "wrap"), "s=CLAMP, t=CLAMP");
    assert_eq!(row(texture, "filter"), "min=LINEAR, mag=LINEAR");
    // The two words of the descriptor are uniforms.
    let of_fragment = sections(draw, "uniforms").into_iter();
    let mut of_fragment = of_fragment.filter(|s| s["title"] == "uniforms of the fragment shader");
    let used = column(of_fragment.next().unwrap(), "used by");
    for word in ["texture 0, word 0", "texture 0, word 1"] {
        let named = |u: &&Value| u.as_str().is_some_and(|u| u.ends_with(word));
        assert!(used.iter().any(named), "{word} in {used:?}");
    }
    let attributes = sections(draw, "attributes");
    let formats = column(attributes[0], "format");
    let floats = |f: &&Value| f.as_str().is_some_and(|f| f.starts_with("f32x"));
    assert!(formats.iter().all(floats), "{formats:?}");
    let vertices = sections(draw, "vertices");
    let first = column(vertices[0], "attribute 0");
    assert!(first[0][0]["value"].is_number(), "{first:?}");
    assert!(!sections(draw, "target").is_empty() && !sections(draw, "state").is_empty());
}

#[test]
fn a_draw_of_vivante_names_its_texture_uniforms_and_vertex_formats() {
    let draws = draws("0", "examples/vivante/textured-cube");
    let draw = &draws[0];
    let textures = sections(draw, "texture");
    assert!(!textures.is_empty());
    for name in ["format", "size", "wrap", "filter"] {
        assert!(
            row(textures[0], name).is_string(),
            "{name}: {}",
            textures[0]
        );
    }
    let uniforms = sections(draw, "uniforms");
    let first = column(uniforms[0], "value");
    assert!(first[0][0]["bits"].is_string(), "{first:?}");
    // Where it is loaded: a command of the stream.
    assert!(column(uniforms[0], "loaded at")[0]["buffer"].is_string());
    let attributes = sections(draw, "attributes");
    let formats = column(attributes[0], "format");
    assert!(
        formats[0].as_str().unwrap().starts_with("FLOAT x"),
        "{formats:?}"
    );
    assert_eq!(sections(draw, "indices").len(), 1);
    assert!(!sections(draw, "target").is_empty());
}

#[test]
fn a_draw_of_midgard_names_its_job_shaders_and_vertex_formats() {
    let draws = draws("0", "examples/midgard/triangle");
    let draw = &draws[0];
    assert_eq!(draw["title"], "TRIANGLES, 3 vertices");
    assert_eq!(draw["command"], "tiler job");
    let state = sections(draw, "state");
    let primitive = row(state[0], "PRIMITIVE").as_str().unwrap();
    assert!(primitive.contains("draw_mode=TRIANGLES"), "{primitive}");
    let targets = sections(draw, "target");
    let target = targets.iter().find(|t| t["title"] == "render target 0");
    let target = target.unwrap();
    assert_eq!(row(target, "rgb_base")["buffer"], "frame");
    assert_eq!(row(target, "clear_color_0"), "0xff503020");
    let shaders = sections(draw, "shader");
    assert_eq!(shaders.len(), 2);
    assert_eq!(row(shaders[0], "first tag"), "ldst");
    assert_eq!(row(shaders[0], "uniform registers"), 2);
    let uniforms = sections(draw, "uniforms");
    assert_eq!(column(uniforms[0], "value")[0][1]["value"], -120.0);
    let attributes = sections(draw, "attributes");
    assert_eq!(column(attributes[0], "format")[1], "RGB32F.xyz1");
    assert_eq!(column(attributes[0], "address")[1]["offset"], 12);
    assert_eq!(
        attributes.len(),
        3,
        "attributes, and varyings of two shaders"
    );
    let vertices = sections(draw, "vertices");
    let first = column(vertices[0], "attribute 0");
    assert_eq!(first[1][0]["value"], -0.75);
}

#[test]
fn draws_of_midgard_without_a_vertex_job_show_positions() {
    let all = draws("..", "examples/midgard/modes");
    let titles: Vec<&str> = all.iter().map(|d| d["title"].as_str().unwrap()).collect();
    let modes = [
        "POINTS, 3 vertices",
        "LINES, 4 vertices",
        "TRIANGLES, 6 vertices",
        "TRIANGLE_STRIP, 5 vertices",
        "TRIANGLE_FAN, 5 vertices",
    ];
    assert_eq!(titles, modes);
    let vertices = sections(&all[4], "vertices");
    assert_eq!(column(vertices[0], "x, y, z, 1/w")[0][0]["value"], 144.25);
    // Written by the job itself, which has not run.
    let drawn = draws("0", "examples/midgard/dependency");
    let vertices = sections(&drawn[0], "vertices");
    assert!(column(vertices[0], "x, y, z, 1/w")[0][0].is_null());
}

/// tests/captures/v1-target.tscap: Mesa 22.3.6 on bcm2837.
#[test]
fn draws_of_a_capture_are_numbered_through_the_file() {
    let capture = "tests/captures/v1-target.tscap";
    let all = draws("..", capture);
    assert!(all.len() > 1);
    for (n, draw) in all.iter().enumerate() {
        assert_eq!(draw["draw"], n);
        for topic in ["state", "target", "shader", "attributes", "vertices"] {
            assert!(!sections(draw, topic).is_empty(), "{topic} of draw {n}");
        }
        for attributes in sections(draw, "attributes") {
            for format in column(attributes, "format") {
                let format = format.as_str().unwrap();
                // The third draw reads two of four texture coordinates.
                assert!(
                    ["f32x2", "f32x4", "f32x2, ?x2"].contains(&format),
                    "{format}"
                );
            }
        }
    }
    assert_eq!(draws("1..1", capture), all[1..2]);
    let (code, out, err) = tilescope(&["decode", "--draw", "99999", capture]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("error: there are draws 0 to "), "{err}");
}

#[test]
fn defaults_and_unused_values_are_hidden_unless_asked_for() {
    let args = ["decode", "--draw", "0", "examples/vc4/textured"];
    let (code, few, _) = tilescope(&args);
    let (_, many, _) = tilescope(&[&args[..], &["--all"]].concat());
    assert_eq!(code, 0);
    assert!(
        !few.contains("LINE_WIDTH") && many.contains("LINE_WIDTH"),
        "{many}"
    );
    assert!(many.contains("# set at ") && !few.contains("# set at "));
}

#[test]
fn long_lines_fold() {
    let path = "examples/vivante/textured-cube";
    let longest = |args: &[&str]| {
        let (code, out, err) = tilescope(args);
        assert_eq!((code, err.as_str()), (0, ""));
        // Cells of tables before the last are not folded.
        let rows = out.lines().filter(|l| l.contains('='));
        rows.map(|l| l.chars().count()).max().unwrap()
    };
    let draw = ["decode", "--all", "--draw", "0", path];
    assert!(longest(&draw) <= 100);
    assert!(longest(&[&draw[..], &["--width", "0"]].concat()) > 100);
    assert!(longest(&["decode", "--width", "90", path]) <= 90);
    assert!(
        longest(&["decode", path]) > 80,
        "lines stay whole in a pipe"
    );
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    for args in [
        &["decode", "--all", "examples/vc4/textured"][..],
        &["decode", "--json", "examples/vc4/textured"],
        &["decode", "--draw", "0", "examples/vc4/textured/bin.cl"],
        &["decode", "--draw", "3..1", "examples/vc4/textured"],
    ] {
        let (code, out, _) = tilescope(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
    }
}

/// A run that was cut off leaves a folder, which `run` takes too.
#[test]
fn the_folder_of_a_cut_off_recording_is_listed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cut.tscap.recording-test");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let golden = std::fs::File::open(root().join("tests/captures/v1-target.tscap")).unwrap();
    let mut zip = zip::ZipArchive::new(golden).unwrap();
    let manifest: Value = serde_json::from_reader(zip.by_name("manifest.json").unwrap()).unwrap();
    let names = [
        "format",
        "version",
        "tilescope",
        "chip",
        "device_memory",
        "executed",
        "command",
    ];
    let head: serde_json::Map<String, Value> = names
        .into_iter()
        .map(|n| (n.to_owned(), manifest[n].clone()))
        .collect();
    std::fs::write(folder.join("head.json"), json!(head).to_string()).unwrap();
    let (code, out, err) = tilescope(&["decode", folder.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.starts_with("# ./tilescope-gles target g.png on bcm2837\n"),
        "{out}"
    );
}
