//! Dumps of device state as text.

use tilescope_core::Dump;

/// Words per line.
const WORDS: usize = 16;
/// Columns per word.
const COLUMNS: usize = 9;

/// A title, then rows of up to 16 words: their bits, and the same bits as floats below. Words that
/// were never written are dashes.
pub fn text(dump: &Dump) -> String {
    let labels = dump.rows.iter().filter(|r| !r.1.is_empty());
    let width = labels.map(|r| r.0.len()).max().unwrap_or(0);
    let mut text = format!("# {}\n", dump.title);
    for (label, words) in &dump.rows {
        for (i, chunk) in words.chunks(WORDS).enumerate() {
            let label = if i == 0 { label } else { "" };
            let hex = |w: &Option<u32>| w.map_or("--------".to_owned(), |w| format!("{w:08x}"));
            push(&mut text, label, width, chunk.iter().map(hex));
            if chunk.iter().any(Option::is_some) {
                let number = |w: &Option<u32>| w.map_or(String::new(), float);
                push(&mut text, "", width, chunk.iter().map(number));
            }
        }
        if words.is_empty() {
            text += &format!("{label}\n");
        }
    }
    text.push('\n');
    text
}

fn push(text: &mut String, label: &str, width: usize, cells: impl Iterator<Item = String>) {
    let cells: String = cells.map(|c| format!(" {c:>COLUMNS$}")).collect();
    let line = format!("{label:width$}{cells}");
    text.push_str(line.trim_end());
    text.push('\n');
}

/// `bits` as a float, in at most nine characters. The bits are shown too, so digits may be omitted.
fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    let magnitude = value.abs();
    if value == 0.0 {
        return if value.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    if (1e-3..1e6).contains(&magnitude) {
        let digits = 6usize.saturating_sub(magnitude.log10().floor().max(0.0) as usize);
        let text = format!("{value:.digits$}");
        let text = match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.'),
            false => &text,
        };
        return text.to_owned();
    }
    format!("{value:.2e}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_core::DumpKind;

    #[test]
    fn words_are_bits_and_floats() {
        let dump = Dump {
            kind: DumpKind::new("vpm"),
            title: "VPM after the vertex shader".into(),
            rows: vec![
                (
                    "[0x00]".into(),
                    vec![Some(0x3f80_0000), None, Some(0xc04c_cccd), Some(5)],
                ),
                ("[0x01]".into(), vec![None, None]),
                ("a line of text".into(), vec![]),
            ],
        };
        assert_eq!(
            text(&dump),
            "\
# VPM after the vertex shader
[0x00]  3f800000  --------  c04ccccd  00000005
               1                -3.2  7.01e-45
[0x01]  --------  --------
a line of text

"
        );
    }

    #[test]
    fn floats_fit_their_columns() {
        for bits in (0..=u32::MAX).step_by(40_507) {
            let text = float(bits);
            assert!(text.chars().count() <= COLUMNS, "{text}");
        }
        assert_eq!(float(0x4770_0180), "61441.5");
        assert_eq!(float(0x7f80_0000), "inf");
    }
}
