//! Findings as workflow commands, which annotate the lines of a change. Source: GitHub's
//! documentation, "Workflow commands for GitHub Actions".

use super::{Level, Reported};

/// `::error file=...,line=...::message`, or `::warning` for findings that do
/// not fail.
pub fn command(reported: &Reported) -> String {
    let f = &reported.finding;
    let name = match reported.level {
        Level::Deny => "error",
        Level::Allow | Level::Warn => "warning",
    };
    let mut properties = Vec::new();
    if let Some(file) = &f.file {
        properties.push(format!("file={}", property(file)));
    }
    let numbers = [
        ("line", f.line),
        ("col", f.column),
        // The end column is inclusive here and exclusive in reports.
        ("endColumn", f.end_column.map(|c| c.saturating_sub(1))),
    ];
    for (name, number) in numbers {
        properties.extend(number.map(|n| format!("{name}={n}")));
    }
    let title = format!("{}[{}]", f.severity, f.rule);
    properties.push(format!("title={}", property(&title)));
    let message = format!(
        "{}\nhardware: {}\nhelp: {}\nnote: {}",
        f.message, f.hardware, f.help, f.location
    );
    format!("::{name} {}::{}\n", properties.join(","), data(&message))
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Finding;

    #[test]
    fn a_finding_is_one_command_whatever_is_in_it() {
        let finding = Finding {
            rule: "VC4-CL-028".into(),
            severity: "hang".into(),
            message: "100% wrong\r\n::stop-commands::x".into(),
            hardware: "It waits.".into(),
            help: "Raise it.".into(),
            location: "submission 0".into(),
            file: Some("a,b:c/render.cl".into()),
            line: Some(3),
            column: Some(1),
            end_column: Some(18),
            ..Finding::default()
        };
        let mut reported = Reported {
            level: Level::Deny,
            finding,
        };
        assert_eq!(
            command(&reported),
            "::error file=a%2Cb%3Ac/render.cl,line=3,col=1,endColumn=17,title=hang[VC4-CL-028]::\
             100%25 wrong%0D%0A::stop-commands::x%0Ahardware: It waits.%0Ahelp: Raise it.%0A\
             note: submission 0\n"
        );
        reported.level = Level::Warn;
        assert!(command(&reported).starts_with("::warning "));
    }
}
