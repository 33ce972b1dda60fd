//! Small GLES2 programs that need no window: each draws one picture and reads it
//! back. `tilescope-gles NAME [FILE.png]` prints a line about the picture, and
//! writes it if there is a file to write to.

mod context;
mod programs;

use std::process::ExitCode;

use context::{Context, Picture};

const HELP: &str = "\
tilescope-gles NAME [FILE.png]   draw a picture, print its hash, write it to FILE.png
tilescope-gles info              print what the driver says it is
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["info"] => Context::new(1, 1).map(|c| c.describe()),
        [name] => draw(name, None),
        [name, file] => draw(name, Some(file)),
        _ => Err(HELP.to_owned() + &programs::list()),
    };
    let (text, code) = match result {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text, ExitCode::FAILURE),
    };
    // Nothing can be said about a standard output that is gone.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes());
    code
}

fn draw(name: &str, file: Option<&str>) -> Result<String, String> {
    let program = programs::find(name)
        .ok_or_else(|| format!("there is no program {name}\n{}", programs::list()))?;
    let (width, height) = program.size;
    let context = Context::new(width, height)?;
    (program.draw)(&context)?;
    let picture = context.read()?;
    if let Some(file) = file {
        write(&picture, file)?;
    }
    Ok(format!(
        "{name}: {width} x {height}, {:016x}\n",
        picture.hash()
    ))
}

fn write(picture: &Picture, path: &str) -> Result<(), String> {
    let cannot = |e: &dyn std::fmt::Display| format!("cannot write {path}: {e}\n");
    let file = std::fs::File::create(path).map_err(|e| cannot(&e))?;
    let mut encoder = png::Encoder::new(file, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|e| cannot(&e))?;
    writer
        .write_image_data(&picture.rgba)
        .map_err(|e| cannot(&e))
}
