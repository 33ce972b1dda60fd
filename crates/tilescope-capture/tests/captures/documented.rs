//! `docs/capture.md` and the format say the same.

use serde_json::Value;
use tilescope_capture::tscap::Manifest;

fn names(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (k, v) in map {
                into.push(k.clone());
                names(v, into);
            }
        }
        Value::Array(list) => list.iter().for_each(|v| names(v, into)),
        _ => {}
    }
}

#[test]
fn the_example_is_a_manifest_and_every_field_is_described() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/capture.md");
    let doc = std::fs::read_to_string(path).expect("docs/capture.md");
    let example = doc.split("```json\n").nth(1).expect("an example");
    let example = example.split("```").next().unwrap_or("");
    let manifest: Manifest = serde_json::from_str(example).expect("the example is a manifest");
    let value: Value = serde_json::from_str(example).unwrap();
    assert_eq!(serde_json::to_value(&manifest).unwrap(), value);
    let s = &manifest.processes[0].submissions[0];
    for (there, what) in [
        (manifest.head.frames.is_some(), "frames"),
        (manifest.processes[0].stopped.is_some(), "stopped"),
        (s.frame.is_some(), "frame"),
        (!s.registers.is_empty(), "registers"),
        (s.work.len() == 3, "both kinds of work"),
        (!s.spare_memory.is_empty(), "spare_memory"),
        (!s.writes.is_empty(), "writes"),
        (!s.targets.is_empty(), "targets"),
        (
            s.result.as_ref().is_some_and(|r| !r.outputs.is_empty()),
            "result",
        ),
    ] {
        assert!(there, "the example does not show {what}");
    }
    let mut fields = Vec::new();
    names(&value, &mut fields);
    for field in fields {
        assert!(
            doc.contains(&format!("| `{field}` |")),
            "docs/capture.md does not describe `{field}`"
        );
    }
}
