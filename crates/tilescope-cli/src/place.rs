//! Display of paths: relative to the working directory, so that terminals and editors can open
//! them.

use std::path::{Component, Path, PathBuf};

/// The file `name` of the folder `folder`, relative to the working directory if it is
/// in there.
pub fn of_file(folder: &Path, name: &str) -> String {
    relative(
        &folder.join(name),
        &std::env::current_dir().unwrap_or_default(),
    )
}

/// `path` relative to the folder `base`, without redundant components.
fn relative(path: &Path, base: &Path) -> String {
    let inside = path.strip_prefix(base).unwrap_or(path);
    let steps = inside.components().filter(|c| *c != Component::CurDir);
    let short: PathBuf = steps.collect();
    short.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_relative_to_the_working_directory() {
        let base = Path::new("/home/a");
        let shown = |path: &str| relative(Path::new(path), base);
        assert_eq!(shown("/home/a/job/bin.cl"), "job/bin.cl");
        assert_eq!(shown("/home/b/bin.cl"), "/home/b/bin.cl");
        assert_eq!(shown("./bin.cl"), "bin.cl");
        assert_eq!(shown("../job/./bin.cl"), "../job/bin.cl");
    }
}
