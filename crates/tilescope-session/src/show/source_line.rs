//! A line of a text with carets under a part of it.

use super::styled::escaped;

/// The mark for omitted characters.
const CUT: &str = "...";
/// Columns shown before the part at fault if the line is truncated.
const BEFORE: usize = 20;

/// The line in at most `room` columns, and the carets under `len` characters from column `from`
/// (counted from 1) on.
pub fn shown(line: &str, from: u32, len: u32, room: usize) -> (String, String) {
    let (from, len) = (from.saturating_sub(1) as usize, len.max(1) as usize);
    let mut text: Vec<char> = Vec::new();
    let (mut start, mut end) = (None, None);
    for (i, c) in line.trim_end().chars().enumerate() {
        if i == from {
            start = Some(text.len());
        }
        if i == from + len {
            end = Some(text.len());
        }
        text.extend(escaped(c.encode_utf8(&mut [0; 4])).chars());
    }
    let start = start.unwrap_or(text.len());
    let end = end.unwrap_or(text.len()).max(start + 1);
    let room = room.max(BEFORE * 2);
    if text.len() <= room {
        let under = " ".repeat(start) + &"^".repeat(end - start);
        return (text.into_iter().collect(), under);
    }
    // A window that begins shortly before the part at fault.
    let first = match end <= room - CUT.len() {
        true => 0,
        false => start.saturating_sub(BEFORE).min(text.len()),
    };
    let head = if first > 0 { CUT } else { "" };
    let inside = room - head.len() - CUT.len();
    let last = text.len().min(first + inside);
    let tail = if last < text.len() { CUT } else { "" };
    let middle: String = text[first..last].iter().collect();
    let carets = end.min(last).saturating_sub(start).max(1);
    let under = " ".repeat(head.len() + start - first) + &"^".repeat(carets);
    (format!("{head}{middle}{tail}"), under)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_characters() {
        let (line, under) = shown("mov vpm, ra6", 10, 3, 80);
        assert_eq!(
            (line.as_str(), under.as_str()),
            ("mov vpm, ra6", "         ^^^")
        );
        let (line, under) = shown("\tmov r0, \x1b", 6, 2, 80);
        assert_eq!(line, "    mov r0, \\u{1b}");
        assert_eq!(under, "        ^^");
    }

    #[test]
    fn a_place_after_the_line_has_one_caret() {
        let (line, under) = shown("nop", 9, 0, 80);
        assert_eq!((line.as_str(), under.as_str()), ("nop", "   ^"));
    }

    #[test]
    fn long_lines_are_cut_around_the_fault() {
        let long = format!("{}HERE{}", "a".repeat(300), "b".repeat(300));
        let (line, under) = shown(&long, 301, 4, 60);
        assert!(line.chars().count() <= 60, "{line}");
        assert!(line.starts_with("...a") && line.ends_with("b..."), "{line}");
        let at = under.find('^').unwrap();
        assert_eq!(&line[at..at + 4], "HERE");
        assert_eq!(under.trim(), "^^^^");
    }
}
