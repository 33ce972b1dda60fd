//! Findings as text, in rustc's format.

use super::finding::Finding;
use super::source_line;
use super::styled::{Role, Styled};
use super::wrap::wrapped;

/// The narrowest margin: that of excerpts, which contain a marker.
const MARGIN: usize = 2;

/// The finding, `width` columns wide. Deterministic: the same finding gives the
/// same text.
pub fn render(f: &Finding, width: usize) -> Styled {
    let severity = f.severity();
    let number = f.line.map_or(String::new(), |line| line.to_string());
    let mut page = Page {
        out: Styled::default(),
        margin: number.len().max(MARGIN),
        width,
    };
    let head = Role::Severity(severity);
    page.out.add(head, &format!("{severity}[{}]", f.rule));
    page.out.add(Role::Strong, &format!(": {}\n", f.message));
    let mut blank = false;
    match (&f.file, f.line) {
        (Some(file), Some(line)) => {
            let column = f.column.map_or(String::new(), |c| format!(":{c}"));
            page.arrow(&format!("{file}:{line}{column}\n"));
            if let Some(source) = &f.source {
                let from = f.column.unwrap_or(1);
                let len = f.end_column.unwrap_or(from + 1).saturating_sub(from);
                let room = page.width.saturating_sub(page.margin + 3);
                let (line, under) = source_line::shown(source, from, len, room);
                page.row("", "");
                page.row(&number, &line);
                page.carets(&under, head);
                blank = true;
            }
        }
        // Of an ioctl outside submissions.
        _ if f.location.is_empty() => {}
        _ => {
            let arrow = " ".repeat(page.margin) + "--> ";
            let path = wrapped(&arrow, &f.location, page.width);
            page.arrow(path.strip_prefix(&arrow).unwrap_or(&path));
        }
    }
    if let Some(excerpt) = &f.excerpt {
        page.row("", "");
        page.excerpt(excerpt, head);
        blank = true;
    }
    if blank {
        page.row("", "");
    }
    page.note("hardware", &f.hardware);
    page.note("help", &f.help);
    if f.file.is_some() && f.line.is_some() {
        page.note("note", &f.location);
    }
    if f.count > 1 {
        page.note("note", &format!("found {} times at this place", f.count));
    }
    page.out
}

/// The lines of one finding.
struct Page {
    out: Styled,
    margin: usize,
    width: usize,
}

impl Page {
    fn arrow(&mut self, place: &str) {
        let indent = " ".repeat(self.margin);
        self.out.add(Role::Margin, &format!("{indent}--> "));
        self.out.plain(place);
    }

    /// A line after a margin with a line number, which may be empty.
    fn row(&mut self, number: &str, text: &str) {
        let margin = self.margin;
        self.out.add(Role::Margin, &format!("{number:margin$} |"));
        match text.is_empty() {
            true => self.out.plain("\n"),
            false => self.out.plain(&format!(" {text}\n")),
        }
    }

    fn carets(&mut self, under: &str, role: Role) {
        let indent = " ".repeat(self.margin);
        self.out.add(Role::Margin, &format!("{indent} |"));
        self.out.add(role, &format!(" {under}\n"));
    }

    /// The lines of a listing, which begin with a marker of three characters and a bar.
    fn excerpt(&mut self, excerpt: &str, role: Role) {
        for line in excerpt.lines() {
            let (sign, text) = line.split_once('|').unwrap_or(("", line));
            let indent = " ".repeat(self.margin - MARGIN);
            let carets = text.trim_start().starts_with('^');
            self.out.add(Role::Margin, &format!("{indent}{sign}|"));
            let role = if carets { role } else { Role::Plain };
            self.out.add(role, &format!("{text}\n"));
        }
    }

    fn note(&mut self, label: &str, text: &str) {
        let start = format!("{} = {label}: ", " ".repeat(self.margin));
        let note = wrapped(&start, text, self.width);
        self.out.add(Role::Margin, &start);
        self.out.plain(note.strip_prefix(&start).unwrap_or(&note));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding() -> Finding {
        Finding {
            rule: "VC4-CL-045".into(),
            severity: "corrupt".into(),
            title: "a draw of arrays ends before vertex 65535".into(),
            message: "the draw ends at vertex 65600".into(),
            hardware: "Indices wrap.".into(),
            help: "Draw in pieces.".into(),
            location: "submission 0 (frame) > binning list 0x00001000 > ARRAY_PRIMITIVES at +0x2"
                .into(),
            excerpt: Some("   | 0x1002  21 04\n   |         ^^ bits 0..7: mode\n".into()),
            count: 3,
            ..Finding::default()
        }
    }

    #[test]
    fn a_finding_in_a_text_shows_its_line() {
        let text = render(
            &Finding {
                file: Some("frame/bin.cl".into()),
                line: Some(117),
                column: Some(2),
                end_column: Some(8),
                source: Some("\tmode=4, length=65535".into()),
                ..finding()
            },
            80,
        );
        assert_eq!(
            text.text(),
            "\
corrupt[VC4-CL-045]: the draw ends at vertex 65600
   --> frame/bin.cl:117:2
    |
117 |     mode=4, length=65535
    |     ^^^^^^
    |
    | 0x1002  21 04
    |         ^^ bits 0..7: mode
    |
    = hardware: Indices wrap.
    = help: Draw in pieces.
    = note: submission 0 (frame) > binning list 0x00001000 > ARRAY_PRIMITIVES at
            +0x2
    = note: found 3 times at this place
"
        );
    }

    #[test]
    fn a_finding_without_a_text_shows_its_path_first() {
        let text = render(&finding(), 100);
        assert_eq!(
            text.text(),
            "\
corrupt[VC4-CL-045]: the draw ends at vertex 65600
  --> submission 0 (frame) > binning list 0x00001000 > ARRAY_PRIMITIVES at +0x2
   |
   | 0x1002  21 04
   |         ^^ bits 0..7: mode
   |
   = hardware: Indices wrap.
   = help: Draw in pieces.
   = note: found 3 times at this place
"
        );
    }

    #[test]
    fn a_finding_without_a_place_has_no_arrow() {
        let nowhere = Finding {
            location: String::new(),
            excerpt: None,
            count: 1,
            ..finding()
        };
        assert_eq!(
            render(&nowhere, 100).text(),
            "\
corrupt[VC4-CL-045]: the draw ends at vertex 65600
   = hardware: Indices wrap.
   = help: Draw in pieces.
"
        );
    }

    #[test]
    fn names_from_outside_cannot_drive_the_terminal() {
        let hostile = Finding {
            message: "target `\x1b[2J` is missing".into(),
            location: "submission 0 (\x1b]0;owned\x07)".into(),
            ..finding()
        };
        for text in [render(&hostile, 100).text(), render(&hostile, 100).ansi()] {
            assert!(
                !text.contains("\x1b[2J") && !text.contains("\x1b]"),
                "{text:?}"
            );
            assert!(text.contains("\\u{1b}[2J"), "{text:?}");
        }
    }
}
