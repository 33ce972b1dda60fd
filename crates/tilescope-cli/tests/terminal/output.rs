//! Colour, and control characters of jobs and captures.

use super::{here, job, tilescope};

const JOB: &str = "tests/cli/semaphore-never";

#[test]
fn colour_is_where_it_is_asked_for() {
    let (_, plain, _) = here(&["lint", JOB]);
    assert!(!plain.contains('\x1b'));
    let (code, colour, _) = here(&["lint", "--color", "always", JOB]);
    assert_eq!(code, 1);
    assert!(
        colour.starts_with("\x1b[1m\x1b[31mhang[VC4-CL-028]\x1b[0m"),
        "{colour:?}"
    );
    let mut stripped = String::new();
    let mut inside = false;
    for c in colour.chars() {
        match (inside, c) {
            (false, '\x1b') => inside = true,
            (true, 'm') => inside = false,
            (true, _) => {}
            (false, c) => stripped.push(c),
        }
    }
    assert_eq!(stripped, plain);
    let (_, never, _) = here(&["--color", "never", "lint", JOB]);
    assert_eq!(never, plain);
}

#[test]
fn control_characters_of_names_are_escaped() {
    let dir = job(JOB, "hostile", "");
    let path = dir.join("job.toml");
    let text = std::fs::read_to_string(&path).expect("the job");
    let text = text
        .replace(
            "title = \"A",
            "title = \"\\u001b]0;owned\\u0007\\r\\u009b31mA",
        )
        .replace("label = \"", "label = \"\\u001b[2J\\u202e");
    std::fs::write(&path, text).expect("the job");
    let list = dir.join("render.cl");
    let text = std::fs::read_to_string(&list).expect("the list");
    std::fs::write(
        &list,
        text.replace("WAIT_ON_SEMAPHORE", "WAIT_ON_SEMAPHORE # \x1b[31m\r"),
    )
    .expect("the list");
    for args in [
        &["run", "."][..],
        &["run", "--report", "json", "."],
        &["lint", "."],
        &["lint", "--json", "."],
        &["lint", "--format", "short", "."],
        &["lint", "--format", "sarif", "."],
        &["lint", "--format", "github", "."],
        &["decode", "."],
        &["decode", "--stable", "."],
    ] {
        let (_, out, err) = tilescope(&dir, args);
        let control = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!out.is_empty(), "{args:?}: {err}");
        assert!(!out.contains(control), "{args:?}: {out:?}");
        assert!(!err.contains(control), "{args:?}: {err:?}");
    }
    // Errors show the line at fault.
    std::fs::write(&list, "FLUSHH # \x1b[31m\n").expect("the list");
    let (code, _, err) = tilescope(&dir, &["run", "."]);
    assert!(
        code == 2 && err.contains("\\u{1b}[31m") && !err.contains('\x1b'),
        "{err:?}"
    );
}
