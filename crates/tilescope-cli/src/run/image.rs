//! Targets as PNG files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use tilescope_capture::Target;
use tilescope_core::{GpuMemory, MemFault};

use crate::exit::Failure;
use crate::report;

/// Why an image is not there.
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
    let path = folder.join(format!("{}.png", target.name));
    let shown = path.display().to_string();
    match encode(target, memory, &path) {
        Ok(()) => Ok(report::Target {
            name: target.name.clone(),
            file: shown,
            width: target.width,
            height: target.height,
        }),
        Err(ImageError::Memory(e)) => {
            Err(Failure::new(format!("target `{}`: {e}", target.name), None))
        }
        Err(ImageError::File(e)) => Err(Failure::new(format!("cannot write {shown}: {e}"), None)),
    }
}

fn encode(target: &Target, memory: &dyn GpuMemory, path: &Path) -> Result<(), ImageError> {
    let mut encoder = png::Encoder::new(
        BufWriter::new(File::create(path)?),
        target.width,
        target.height,
    );
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

/// Pixels of a PNG: size, and red, green, blue, alpha bytes.
pub fn read(path: &Path) -> Result<(u32, u32, Vec<u8>), String> {
    let file = File::open(path).map_err(|e| e.to_string())?;
    let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
    decoder.set_transformations(
        png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
    );
    let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
    let size = reader
        .output_buffer_size()
        .filter(|s| *s <= 1 << 30)
        .ok_or("the image is too large")?;
    let mut bytes = vec![0; size];
    let info = reader.next_frame(&mut bytes).map_err(|e| e.to_string())?;
    bytes.truncate(info.buffer_size());
    if info.color_type == png::ColorType::GrayscaleAlpha {
        let grey = bytes.as_chunks::<2>().0.iter();
        bytes = grey.flat_map(|&[l, a]| [l, l, l, a]).collect();
    }
    Ok((info.width, info.height, bytes))
}
