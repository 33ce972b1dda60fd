//! Findings as a SARIF log, which code-scanning services read.
//! Source: OASIS, Static Analysis Results Interchange Format (SARIF) 2.1.0.

use std::path::Path;

use serde::Serialize;
use tilescope_core::{Rule, Severity};
use tilescope_families::Registry;

use super::{Level, Reported};
use crate::report::Finding;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const VERSION: &str = "2.1.0";
/// The base of relative paths: the folder that the command ran in.
const BASE: &str = "%SRCROOT%";

/// A whole log.
#[derive(Debug, Serialize)]
pub struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Outcome>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    short_description: Message<'static>,
    full_description: Message<'static>,
    help: Message<'static>,
    properties: Tags,
}

#[derive(Debug, Serialize)]
struct Tags {
    tags: [&'static str; 1],
}

#[derive(Debug, Serialize)]
struct Message<'a> {
    text: std::borrow::Cow<'a, str>,
}

impl<'a> Message<'a> {
    fn new(text: impl Into<std::borrow::Cow<'a, str>>) -> Self {
        Message { text: text.into() }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Message<'static>,
    locations: [Location; 1],
    occurrence_count: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
    logical_locations: [Logical; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<Message<'static>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
}

/// The findings in `input` as a log with one run.
pub fn log(findings: &[Reported], input: &Path, families: Registry) -> Log {
    let mut broken: Vec<&'static Rule> = Vec::new();
    let mut results = Vec::new();
    for Reported { level, finding } in findings {
        let Some(rule) = families.rule(&finding.rule) else {
            continue;
        };
        let known = broken.iter().position(|r| r.id == rule.id);
        let rule_index = known.unwrap_or_else(|| {
            broken.push(rule);
            broken.len() - 1
        });
        results.push(Outcome {
            rule_id: finding.rule.clone(),
            rule_index,
            level: match (level, finding.severity()) {
                (Level::Deny, _) => "error",
                (_, Severity::Slow) => "note",
                (_, _) => "warning",
            },
            message: Message::new(format!("{}\n\nHelp: {}", finding.message, finding.help)),
            locations: [location(finding, input)],
            occurrence_count: finding.count,
        });
    }
    let descriptor = |rule: &&'static Rule| Descriptor {
        id: rule.id,
        short_description: Message::new(rule.title),
        full_description: Message::new(rule.hardware),
        help: Message::new(rule.help),
        properties: Tags {
            tags: [rule.severity.name()],
        },
    };
    Log {
        schema: SCHEMA,
        version: VERSION,
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "tilescope",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: broken.iter().map(descriptor).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            results,
        }],
    }
}

fn location(f: &Finding, input: &Path) -> Location {
    let input = match input.is_dir() {
        true => input.join("job.toml"),
        false => input.to_owned(),
    };
    let file = f.file.clone();
    let file =
        file.unwrap_or_else(|| crate::place::of_file(Path::new(""), &input.to_string_lossy()));
    let absolute = Path::new(&file).is_absolute();
    let region = f.file.as_ref().and(f.line).map(|start_line| Region {
        start_line,
        start_column: f.column,
        end_column: f.end_column,
        snippet: f.source.clone().map(Message::new),
    });
    Location {
        physical_location: Physical {
            artifact_location: Artifact {
                uri: match absolute {
                    true => format!("file://{}", escaped(&file)),
                    false => escaped(&file),
                },
                uri_base_id: (!absolute).then_some(BASE),
            },
            region,
        },
        logical_locations: [Logical {
            fully_qualified_name: f.location.clone(),
        }],
    }
}

/// A path as part of a URI: characters that RFC 3986 does not allow there are
/// escaped.
fn escaped(path: &str) -> String {
    let mut out = String::new();
    for b in path.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(b.into()),
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(b.into()),
            _ => out += &format!("%{b:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use tilescope_families::ALL;

    fn reported(level: Level, file: Option<&str>) -> Reported {
        Reported {
            level,
            finding: Finding {
                rule: "VC4-CL-028".into(),
                severity: "hang".into(),
                message: "nothing raises the semaphore".into(),
                location: "submission 0 > WAIT_ON_SEMAPHORE at +0xe".into(),
                file: file.map(str::to_owned),
                line: file.map(|_| 3),
                column: file.map(|_| 1),
                end_column: file.map(|_| 18),
                source: file.map(|_| "WAIT_ON_SEMAPHORE".to_owned()),
                count: 2,
                ..Finding::default()
            },
        }
    }

    /// Checks the keys of an object: the required and the optional ones.
    fn keys(value: &Value, must: &[&str], may: &[&str]) {
        let object = value
            .as_object()
            .unwrap_or_else(|| panic!("no object: {value}"));
        for key in must {
            assert!(object.contains_key(*key), "{key} is missing in {value}");
        }
        for key in object.keys() {
            let known = must.contains(&key.as_str()) || may.contains(&key.as_str());
            assert!(known, "SARIF has no {key} here: {value}");
        }
    }

    fn text(value: &Value) {
        keys(value, &["text"], &["markdown", "id", "arguments"]);
        assert!(value["text"].is_string());
    }

    /// Checks the objects that are used here as the schema of SARIF 2.1.0 does.
    fn validate(log: &Value) {
        keys(log, &["version", "runs"], &["$schema"]);
        assert_eq!(log["version"], "2.1.0");
        for run in log["runs"].as_array().unwrap() {
            keys(run, &["tool"], &["columnKind", "results"]);
            let kinds = ["utf16CodeUnits", "unicodeCodePoints"];
            assert!(kinds.contains(&run["columnKind"].as_str().unwrap()));
            let driver = &run["tool"]["driver"];
            keys(&run["tool"], &["driver"], &[]);
            keys(driver, &["name"], &["version", "rules"]);
            let rules = driver["rules"].as_array().unwrap();
            for rule in rules {
                let may = ["shortDescription", "fullDescription", "help", "properties"];
                keys(rule, &["id"], &may);
                for key in &may[..3] {
                    text(&rule[key]);
                }
                let tags = rule["properties"]["tags"].as_array().unwrap();
                assert!(tags.iter().all(Value::is_string));
            }
            for result in run["results"].as_array().unwrap() {
                let may = [
                    "ruleId",
                    "ruleIndex",
                    "level",
                    "locations",
                    "occurrenceCount",
                ];
                keys(result, &["message"], &may);
                text(&result["message"]);
                let index = result["ruleIndex"].as_u64().unwrap() as usize;
                assert_eq!(rules[index]["id"], result["ruleId"]);
                let level = result["level"].as_str().unwrap();
                assert!(["none", "note", "warning", "error"].contains(&level));
                assert!(result["occurrenceCount"].as_u64().unwrap() >= 1);
                result["locations"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .for_each(location);
            }
        }
    }

    fn location(value: &Value) {
        keys(value, &[], &["physicalLocation", "logicalLocations"]);
        for logical in value["logicalLocations"].as_array().unwrap() {
            keys(logical, &[], &["fullyQualifiedName"]);
        }
        let physical = &value["physicalLocation"];
        keys(physical, &["artifactLocation"], &["region"]);
        let artifact = &physical["artifactLocation"];
        keys(artifact, &[], &["uri", "uriBaseId"]);
        let uri = artifact["uri"].as_str().unwrap();
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
        assert!(uri.chars().all(allowed), "{uri}");
        if let Some(region) = physical.get("region") {
            keys(
                region,
                &[],
                &["startLine", "startColumn", "endColumn", "snippet"],
            );
            for key in ["startLine", "startColumn", "endColumn"] {
                assert!(region[key].as_u64().is_none_or(|n| n >= 1), "{region}");
            }
            text(&region["snippet"]);
        }
    }

    #[test]
    fn logs_have_the_structure_of_sarif() {
        let findings = [
            reported(Level::Deny, Some("a job/render.cl")),
            reported(Level::Warn, Some("/tmp/ü/render.cl")),
            reported(Level::Warn, None),
        ];
        let log = serde_json::to_value(log(&findings, Path::new("run.tscap"), ALL)).unwrap();
        validate(&log);
        let results = &log["runs"][0]["results"];
        let uri = |i: usize| {
            let place = &results[i]["locations"][0]["physicalLocation"];
            place["artifactLocation"]["uri"].as_str().unwrap()
        };
        assert_eq!(uri(0), "a%20job/render.cl");
        assert_eq!(uri(1), "file:///tmp/%C3%BC/render.cl");
        assert_eq!(uri(2), "run.tscap");
        assert_eq!(results[0]["level"], "error");
        assert_eq!(results[1]["level"], "warning");
        // Each rule is described once.
        assert_eq!(
            log["runs"][0]["tool"]["driver"]["rules"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }

    #[test]
    fn no_findings_are_a_log_too() {
        let log = serde_json::to_value(log(&[], Path::new("job"), ALL)).unwrap();
        validate(&log);
        assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
    }
}
