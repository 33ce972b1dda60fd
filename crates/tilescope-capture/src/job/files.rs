//! Files of a job.

use std::path::Path;

use tilescope_tables::text::nearest;

use super::MAX_FILE_BYTES;
use crate::error::{JobError, SourceFile};
use crate::reader::Table;

/// Reads a file of the job. Paths outside its folder are refused.
pub(super) fn read_file(folder: &Path, name: &str) -> Result<Vec<u8>, (String, Option<String>)> {
    use std::path::Component;
    let path = Path::new(name);
    let inside = path
        .components()
        .all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if !inside || name.is_empty() {
        return Err((
            format!("`{name}` is outside the job's folder"),
            Some("copy the file into the folder".to_owned()),
        ));
    }
    let full = folder.join(path);
    let missing = |e: std::io::Error| {
        let help = (e.kind() == std::io::ErrorKind::NotFound).then(|| {
            let parent = full.parent().unwrap_or(folder);
            let names: Vec<String> = std::fs::read_dir(parent)
                .into_iter()
                .flatten()
                .take(10_000)
                .filter_map(|e| e.ok()?.file_name().into_string().ok())
                .collect();
            let file = path.file_name().and_then(|f| f.to_str()).unwrap_or(name);
            match nearest(file, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "paths are relative to the job's folder".to_owned(),
            }
        });
        (format!("cannot read `{name}`: {e}"), help)
    };
    let real = full.canonicalize().map_err(missing)?;
    let root = folder.canonicalize().map_err(missing)?;
    if !real.starts_with(&root) {
        return Err((
            format!("`{name}` is a link to outside the job's folder"),
            Some("copy the file into the folder".to_owned()),
        ));
    }
    let meta = real.metadata().map_err(missing)?;
    if !meta.is_file() {
        return Err((format!("`{name}` is not a file"), None));
    }
    if meta.len() > MAX_FILE_BYTES {
        return Err((
            format!("`{name}` has {} bytes", meta.len()),
            Some(format!("files of a job are at most {MAX_FILE_BYTES} bytes")),
        ));
    }
    std::fs::read(&real).map_err(missing)
}

/// The text of the file that `key` names; an error is recorded if there is none.
pub(super) fn text_file(table: &Table<'_>, key: &'static str, folder: &Path) -> Option<SourceFile> {
    let (name, _) = table.text(key)?;
    match read_file(folder, &name) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Some(SourceFile::new(&name, &text)),
            Err(e) => {
                let at = e.utf8_error().valid_up_to();
                table.error(
                    key,
                    format!("`{name}` is not text: byte {at} is not UTF-8"),
                    Some("files of raw bytes have names that do not end in .txt".into()),
                );
                None
            }
        },
        Err((message, help)) => {
            table.error(key, message, help);
            None
        }
    }
}

/// A file of the job that should be text; for errors about the whole job.
pub(super) fn job_file(folder: &Path) -> Result<String, JobError> {
    let file = "job.toml";
    match read_file(folder, file) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            JobError::whole_file(file, format!("byte {at} is not UTF-8"), None)
        }),
        Err((message, _)) => Err(JobError::whole_file(
            &folder.join(file).display().to_string(),
            message.replace("`job.toml`", "the job"),
            Some("a job is a folder with a file job.toml".to_owned()),
        )),
    }
}
