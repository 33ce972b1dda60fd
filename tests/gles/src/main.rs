//! Small OpenGL ES programs without windows: each draws one image and reads it
//! back. `tilescope-gles NAME [FILE.png]` prints a line about the image, and
//! writes it to the file, if given.

mod context;
mod image;
mod programs;
mod scenes;

use std::process::ExitCode;

use context::{Context, Kind};

const HELP: &str = "\
tilescope-gles NAME [FILE.png]   draw an image, print its hash, write it to FILE.png
tilescope-gles info              print vendor, renderer and version
tilescope-gles es31              list the programs that need OpenGL ES 3.1
tilescope-gles cycles N          draw in N contexts, one after the other; print what that cost:
                                 of memory four times the least that a quarter took
tilescope-gles surfaces          draw on a surface with alpha and on one without
tilescope-gles threads N         draw in N threads at the same time
tilescope-gles scenes            list what the bench draws
tilescope-gles scene NAME FILE.png   draw a frame of a scene
tilescope-gles time NAME N       draw N frames of a scene, print the nanoseconds of each
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["info"] => Context::new(Kind::Es2, 1, 1).map(|c| c.describe()),
        ["es31"] => Ok(programs::modern()),
        ["surfaces"] => surfaces(),
        ["cycles", n] => cycles(n),
        ["threads", n] => threads(n),
        ["scenes"] => Ok(scenes::list()),
        ["scene", name, file] => scene(name, file),
        ["time", name, n] => time(name, n),
        [name] => draw(name, None),
        [name, file] => draw(name, Some(file)),
        _ => Err(HELP.to_owned() + &programs::list()),
    };
    let (text, code) = match result {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text, ExitCode::FAILURE),
    };
    // Errors of standard output cannot be reported.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes());
    code
}

fn draw(name: &str, file: Option<&str>) -> Result<String, String> {
    let program = programs::find(name)
        .ok_or_else(|| format!("there is no program {name}\n{}", programs::list()))?;
    let (width, height) = program.size;
    let context = Context::new(program.kind, width, height)?;
    (program.draw)(&context)?;
    let image = context.read()?;
    if let Some(file) = file {
        image.write(file)?;
    }
    Ok(format!(
        "{name}: {width} x {height}, {:016x}\n",
        image.hash()
    ))
}

/// The hash of a small image drawn in a new context.
fn once() -> Result<u64, String> {
    let context = Context::new(Kind::Es2, 64, 64)?;
    let program = programs::find("triangle").ok_or("there is no triangle")?;
    (program.draw)(&context)?;
    Ok(context.read()?.hash())
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|e| format!("{text}: {e}\n"))
}

/// Parts of a run of contexts.
const PARTS: usize = 4;

fn cycles(n: &str) -> Result<String, String> {
    let n = number(n)?;
    // Caches fill in the first tenth.
    (0..n / 10).try_for_each(|_| once().map(|_| ()))?;
    let before = resources()?;
    // A leak is in each part; what happens once, as the compilation of a program that has run
    // often enough, is in one.
    let (mut after, mut least) = (before, i64::MAX);
    for _ in 0..PARTS {
        (0..n / PARTS).try_for_each(|_| once().map(|_| ()))?;
        let now = resources()?;
        least = least.min(now.1 - after.1);
        after = now;
    }
    // Mesa's threads open a file from time to time, for its shader cache, and close it soon; a
    // leaked one stays open.
    for _ in 0..40 {
        if after.0 <= before.0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
        after = resources()?;
    }
    Ok(format!(
        "descriptors more: {}\nKiB more: {}\n",
        after.0 - before.0,
        least * PARTS as i64
    ))
}

/// The process's number of descriptors, and its memory in KiB.
fn resources() -> Result<(i64, i64), String> {
    let descriptors = std::fs::read_dir("/proc/self/fd").map_err(|e| e.to_string())?;
    let statm = std::fs::read_to_string("/proc/self/statm").map_err(|e| e.to_string())?;
    let pages: i64 = statm
        .split(' ')
        .nth(1)
        .and_then(|p| p.parse().ok())
        .ok_or("no statm")?;
    Ok((descriptors.count() as i64, pages * 4))
}

/// Clears a surface of 64 x 64 pixels to opaque blue, and one of 48 x 32 without alpha to green
/// with alpha 0; reads both.
fn surfaces() -> Result<String, String> {
    use glow::HasContext;
    let mut lines = String::new();
    for (kind, width, height, colour) in [
        (Kind::Es2, 64, 64, [0.0, 0.0, 1.0, 1.0]),
        (Kind::Opaque, 48, 32, [0.0, 1.0, 0.0, 0.0]),
    ] {
        let context = Context::new(kind, width, height)?;
        let [r, g, b, a] = colour;
        // SAFETY: the context is current.
        unsafe {
            context.gl.clear_color(r, g, b, a);
            context.gl.clear(glow::COLOR_BUFFER_BIT);
        }
        let image = context.read()?;
        lines += &format!("{width} x {height}: {:?}\n", &image.rgba[..4]);
    }
    Ok(lines)
}

fn threads(n: &str) -> Result<String, String> {
    let n = number(n)?;
    let hashes: Vec<Result<u64, String>> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..n).map(|_| scope.spawn(once)).collect();
        let joined = all.into_iter().map(|t| t.join());
        joined
            .map(|r| r.unwrap_or_else(|_| Err("a thread panicked\n".into())))
            .collect()
    });
    let hashes = hashes.into_iter().collect::<Result<Vec<u64>, String>>()?;
    match hashes.windows(2).all(|p| p[0] == p[1]) {
        true => Ok(format!("{n} threads drew the same\n")),
        false => Err(format!("threads drew differently: {hashes:x?}\n")),
    }
}

fn scene(name: &str, file: &str) -> Result<String, String> {
    scenes::draw(name)?.write(file).map(|()| String::new())
}

fn time(name: &str, n: &str) -> Result<String, String> {
    let frames = u32::try_from(number(n)?).map_err(|e| format!("{n}: {e}\n"))?;
    let times = scenes::time(name, frames)?;
    Ok(times
        .iter()
        .map(|t| format!("{}\n", t.as_nanos()))
        .collect())
}
