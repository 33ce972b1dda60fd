//! Small Vulkan programs without windows: each draws one image, reads it back and checks it.
//! `tilescope-vulkan NAME [FILE.png]` prints a line about the image, and writes it to the file, if
//! given.
//!
//! Exit codes: 0 if the image is right, 1 if it is not, 2 for a command line that is not known, 3
//! if the device does not have a feature, 4 if a call fails.

mod commands;
mod extensions;
mod failure;
mod gpu;
#[path = "../../gles/src/image.rs"]
mod image;
mod picture;
mod pipeline;
mod programs;
mod resources;

use std::process::ExitCode;

use failure::Failure;
use gpu::Gpu;

const HELP: &str = "\
tilescope-vulkan NAME [FILE.png]   draw an image, check it, print its hash, write it to FILE.png
tilescope-vulkan info              print device, version and extensions
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["info"] => Gpu::new().map(|gpu| gpu.describe()),
        [name] if programs::find(name).is_some() => draw(name, None),
        [name, file] if programs::find(name).is_some() => draw(name, Some(file)),
        _ => {
            print(&(HELP.to_owned() + &programs::list()));
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            print(&failure.text());
            ExitCode::from(failure.code())
        }
    }
}

/// Errors of standard output cannot be reported.
fn print(text: &str) {
    let _ = std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes());
}

fn draw(name: &str, file: Option<&str>) -> Result<String, Failure> {
    let program = programs::find(name);
    let program = program.ok_or_else(|| Failure::Missing(format!("program {name}")))?;
    let gpu = Gpu::new()?;
    let picture = (program.draw)(&gpu);
    print(&gpu.said());
    let picture = picture?;
    if let Some(file) = file {
        picture.write(file).map_err(Failure::Vulkan)?;
    }
    let hash = picture.hash();
    Ok(format!(
        "{name}: {} x {}, {hash:016x}\n",
        picture.width, picture.height
    ))
}
