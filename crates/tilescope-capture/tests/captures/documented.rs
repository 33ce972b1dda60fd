//! `docs/capture.md` agrees with the format.

use serde_json::Value;
use tilescope_capture::tscap::Manifest;
use tilescope_capture::tscap::manifest::Submission;

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
fn the_examples_parse_and_every_field_is_described() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/capture.md");
    let doc = std::fs::read_to_string(path).expect("docs/capture.md");
    let mut examples = doc.split("```json\n").skip(1);
    let mut example = || {
        let text = examples.next().expect("an example");
        text.split("```").next().unwrap_or("")
    };
    let (manifest_text, submission_text) = (example(), example());
    let manifest: Manifest = serde_json::from_str(manifest_text).expect("a manifest");
    let s: Submission = serde_json::from_str(submission_text).expect("a submission");
    let mut value: Value = serde_json::from_str(manifest_text).unwrap();
    assert_eq!(serde_json::to_value(&manifest).unwrap(), value);
    let submission: Value = serde_json::from_str(submission_text).unwrap();
    assert_eq!(serde_json::to_value(&s).unwrap(), submission);
    value["submission"] = submission;
    for (there, what) in [
        (manifest.head.frames.is_some(), "frames"),
        (manifest.processes[0].stopped.is_some(), "stopped"),
        (s.frame.is_some(), "frame"),
        (!s.registers.is_empty(), "registers"),
        (s.work.len() == 3, "both kinds of work"),
        (!s.spare_memory.is_empty(), "spare_memory"),
        (!s.new_buffers.is_empty(), "new_buffers"),
        (!s.last_use.is_empty(), "last_use"),
        (!s.writes.is_empty(), "writes"),
        (s.targets.iter().any(|t| t.source.is_some()), "copies"),
        (
            s.result.as_ref().is_some_and(|r| !r.outputs.is_empty()),
            "result",
        ),
    ] {
        assert!(there, "the examples do not show {what}");
    }
    let mut fields = Vec::new();
    names(&value, &mut fields);
    fields.retain(|f| f != "submission");
    for field in fields {
        assert!(
            doc.contains(&format!("| `{field}` |")),
            "docs/capture.md does not describe `{field}`"
        );
    }
}
