//! The examples of `docs/vivante-assembly.md` assemble.

use tilescope_vivante::isa::assemble;

#[test]
fn examples_assemble() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/vivante-assembly.md"
    );
    let text = std::fs::read_to_string(path).expect("the page is there");
    let mut examples = 0;
    for block in text.split("```\n").skip(1).step_by(2) {
        // Patterns of the syntax, not programs.
        if block.starts_with("operation") {
            continue;
        }
        if let Err(e) = assemble(block, &|_| Some(64)) {
            panic!("{}", e[0].render("vivante-assembly.md", block));
        }
        examples += 1;
    }
    assert!(examples >= 2, "{examples}");
}
