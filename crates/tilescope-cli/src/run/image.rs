//! Targets as PNG files.

use std::io::Write;
use std::path::Path;

use tilescope_capture::Target;
use tilescope_core::{GpuMemory, MemFault};

use crate::exit::Failure;
use crate::output;
use crate::report;

/// The reason why there is no image.
#[derive(Debug)]
enum ImageError {
    Memory(MemFault),
    File(std::io::Error),
}

impl From<MemFault> for ImageError {
    fn from(e: MemFault) -> Self {
        ImageError::Memory(e)
    }
}

impl From<std::io::Error> for ImageError {
    fn from(e: std::io::Error) -> Self {
        ImageError::File(e)
    }
}

impl From<png::EncodingError> for ImageError {
    fn from(e: png::EncodingError) -> Self {
        ImageError::File(e.into())
    }
}

/// Writes `target` as `folder/NAME.png`.
pub fn write(
    target: &Target,
    memory: &dyn GpuMemory,
    folder: &Path,
) -> Result<report::Target, Failure> {
    write_if_there(target, memory, folder)?
        .map_err(|e| Failure::new(format!("target `{}`: {e}", target.name), None))
}

/// The same for a target that is only a guess: if memory does not hold all of it, this is not an
/// error, and no file is written.
pub fn write_if_there(
    target: &Target,
    memory: &dyn GpuMemory,
    folder: &Path,
) -> Result<Result<report::Target, MemFault>, Failure> {
    let path = folder.join(format!("{}.png", target.name));
    let shown = path.display().to_string();
    match output::create(&path, |file| encode(target, memory, file)) {
        Ok(()) => Ok(Ok(report::Target {
            name: target.name.clone(),
            file: Some(shown),
            width: target.width,
            height: target.height,
        })),
        Err(ImageError::Memory(e)) => Ok(Err(e)),
        Err(ImageError::File(e)) => Err(Failure::new(format!("cannot write {shown}: {e}"), None)),
    }
}

fn encode(target: &Target, memory: &dyn GpuMemory, file: &mut dyn Write) -> Result<(), ImageError> {
    let mut encoder = png::Encoder::new(file, target.width, target.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    target.for_each_row::<ImageError>(memory, |row| Ok(stream.write_all(row)?))?;
    stream.finish()?;
    writer.finish()?;
    Ok(())
}
