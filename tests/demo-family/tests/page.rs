//! The page about adding a family quotes this one.

use std::path::Path;

#[test]
fn excerpts_are_in_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let page = read(&root.join("../../docs/adding-a-family.md"));
    let mut sources = String::new();
    for folder in ["src", "job"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            sources += &read(&entry.unwrap().path());
        }
    }
    let sources: Vec<&str> = sources.lines().map(str::trim).collect();
    let mut excerpts = 0;
    for block in page.split("\n```rust\n").skip(1) {
        let block = block.split("\n```").next().unwrap();
        // Lines of three dots stand for what is left out.
        for part in block.split("...\n") {
            let lines: Vec<&str> = part.lines().map(str::trim).collect();
            let found = sources.windows(lines.len()).any(|w| w == lines);
            assert!(found, "no source has\n{part}");
        }
        excerpts += 1;
    }
    assert!(excerpts >= 5, "the page has {excerpts} excerpts");
}
