//! Reading of files and standard input.

use std::io::Read;
use std::path::Path;

use tilescope_tables::text::TextError;

use crate::exit::Failure;

/// The largest input, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// The name to show for `path`.
pub fn shown(path: &Path) -> String {
    match path == Path::new("-") {
        true => "<stdin>".to_owned(),
        false => path.display().to_string(),
    }
}

/// The bytes of a file, or of standard input if `path` is `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = shown(path);
    let failed = |e: std::io::Error| Failure::new(format!("cannot read {name}: {e}"), None);
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        let stdin = std::io::stdin().lock();
        stdin.take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)
    };
    read.map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("{name} is larger than {} MiB", MAX_BYTES >> 20);
        return Err(Failure::new(message, None));
    }
    Ok(bytes)
}

/// The text of a file, or of standard input if `path` is `-`.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path)?).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::new(
            format!("{} is not text: byte {at} is not UTF-8", shown(path)),
            Some("is it a binary file? --help describes how those are read"),
        )
    })
}

/// The errors of an assembler in the text of `path`.
pub fn text_errors(path: &Path, source: &str, errors: &[TextError]) -> Failure {
    let name = shown(path);
    let texts: Vec<String> = errors.iter().map(|e| e.render(&name, source)).collect();
    Failure::Text(texts.join("\n"))
}
