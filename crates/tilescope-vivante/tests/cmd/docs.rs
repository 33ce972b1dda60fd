//! The examples of `docs/vivante-commands.md` assemble.

use tilescope_vivante::cmd::text::{assemble, assemble_with};

#[test]
fn examples_assemble() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/vivante-commands.md"
    );
    let text = std::fs::read_to_string(path).expect("the page is there");
    let block = text.split("```\n").nth(1).expect("an example");
    if let Err(e) = assemble(block, &|_| Some(64)) {
        panic!("{}", e[0].render("vivante-commands.md", block));
    }
    // Inline code that starts with LOAD_STATE is an example, too.
    let inline = text
        .split('`')
        .filter(|t| t.starts_with("LOAD_STATE ") && !t.contains("..."));
    let mut examples = 0;
    for source in inline {
        let source = source.replace("[i * 4]", "[4]");
        let code = |name: &str| (name == "vs").then(|| vec![0; 16]);
        let stream = assemble_with(&source, &|_| Some(64), &code);
        assert!(stream.is_ok(), "{source}");
        examples += 1;
    }
    assert!(examples >= 3, "{examples}");
}
