//! Findings in one line each, in the format of compilers.

use std::path::Path;

use tilescope_session::show::{Role, Styled};

use crate::report::Finding;

/// `path:line:column: severity[RULE]: diagnosis`.
pub fn line(f: &Finding, input: &Path) -> Styled {
    let mut out = Styled::default();
    let column = f.column.map_or(String::new(), |c| format!("{c}:"));
    match (&f.file, f.line) {
        (Some(file), Some(line)) => out.plain(&format!("{file}:{line}:{column} ")),
        _ => out.plain(&format!("{}: ", input.display())),
    }
    let severity = f.severity();
    out.add(Role::Severity(severity), &format!("{severity}[{}]", f.rule));
    out.plain(&format!(": {}", f.message.replace('\n', " ")));
    if f.file.is_none() {
        out.plain(&format!(" ({})", f.location));
    }
    out.plain("\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_one_line() {
        let finding = Finding {
            rule: "VC4-CL-028".into(),
            severity: "hang".into(),
            message: "nothing raises the semaphore".into(),
            location: "submission 0 > list".into(),
            file: Some("job/render.cl".into()),
            line: Some(3),
            column: Some(1),
            ..Finding::default()
        };
        let line = |f: &Finding| super::line(f, Path::new("run.tscap")).text();
        let message = "hang[VC4-CL-028]: nothing raises the semaphore";
        assert_eq!(line(&finding), format!("job/render.cl:3:1: {message}\n"));
        let without = Finding {
            file: None,
            line: None,
            ..finding
        };
        assert_eq!(
            line(&without),
            format!("run.tscap: {message} (submission 0 > list)\n")
        );
    }
}
