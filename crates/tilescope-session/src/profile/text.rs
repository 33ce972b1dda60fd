//! The tables as text.

use super::{DrawRow, LineRow, Tables};
use crate::show::count;

/// Columns of numbers, and their widths.
const COUNTS: [(&str, usize); 5] = [
    ("lanes", 13),
    ("occupancy", 9),
    ("fetches", 11),
    ("read", 13),
    ("written", 13),
];

/// The tables as text.
pub fn text(tables: &Tables) -> String {
    let mut out = String::from("draws\n");
    let head = heads();
    out += &format!("  submission   draw  stage       {head}\n");
    for row in &tables.draws {
        out += &draw(row);
    }
    if tables.draws.is_empty() {
        out += "  none\n";
    }
    out += &more(tables.draws_dropped, "row", "rows");
    for shader in &tables.shaders {
        out += &format!("\n{} shader {:#010x}\n", shader.stage, shader.address);
        out += &format!("  {head}  instruction\n");
        for row in &shader.lines {
            out += &line(row);
        }
    }
    out += &more(tables.shaders_dropped, "shader", "shaders");
    if tables.slices_dropped > 0 {
        let dropped = count(tables.slices_dropped, "slice is", "slices are");
        out += &format!("\n{dropped} not in the trace\n");
    }
    out
}

fn more(dropped: u64, one: &str, many: &str) -> String {
    match dropped {
        0 => String::new(),
        n => format!(
            "  and {}\n",
            count(n, &format!("more {one}"), &format!("more {many}"))
        ),
    }
}

fn heads() -> String {
    let heads = COUNTS.map(|(name, width)| format!("{name:>width$}"));
    heads.join("  ")
}

fn draw(row: &DrawRow) -> String {
    let number = row.draw.map_or("-".to_owned(), |draw| draw.to_string());
    let counts = counts(
        (row.lanes, row.batches),
        [row.fetches, row.read_bytes, row.written_bytes],
    );
    format!(
        "  {:>10}  {number:>5}  {:<10}  {counts}\n",
        row.submission, row.stage
    )
}

fn line(row: &LineRow) -> String {
    let counts = counts(
        (row.lanes, row.batches),
        [row.fetches, row.read_bytes, row.written_bytes],
    );
    let source = match (&row.file, row.line) {
        (Some(file), Some(line)) => format!("  # {file}:{line}"),
        _ => String::new(),
    };
    format!("  {counts}  {:>4}  {}{source}\n", row.instruction, row.text)
}

/// Lanes, their share of the lanes of their batches, and data.
fn counts((lanes, batches): (u64, u64), moved: [u64; 3]) -> String {
    let all = 16 * batches;
    let occupancy = match all {
        0 => "-".to_owned(),
        // In tenths of a percent, rounded.
        _ => {
            let tenths = (2000 * lanes + all) / (2 * all);
            format!("{}.{} %", tenths / 10, tenths % 10)
        }
    };
    let [fetches, read, written] = moved.map(|n| n.to_string());
    let values = [lanes.to_string(), occupancy, fetches, read, written];
    let columns = values.iter().zip(COUNTS);
    let columns: Vec<String> = columns
        .map(|(value, (_, width))| format!("{value:>width$}"))
        .collect();
    columns.join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::ShaderRow;

    #[test]
    fn tables_are_aligned() {
        let tables = Tables {
            draws: vec![DrawRow {
                submission: 0,
                draw: Some(2),
                stage: "fragments".into(),
                lanes: 100,
                batches: 7,
                fetches: 200,
                read_bytes: 4096,
                written_bytes: 0,
            }],
            shaders: vec![ShaderRow {
                stage: "fragment".into(),
                address: 0x1000,
                lines: vec![LineRow {
                    instruction: 3,
                    text: "mov r0, r1".into(),
                    file: Some("fs.qasm".into()),
                    line: Some(9),
                    lanes: 16,
                    batches: 1,
                    fetches: 0,
                    read_bytes: 0,
                    written_bytes: 0,
                }],
            }],
            draws_dropped: 1,
            ..Tables::default()
        };
        let expected = "\
draws
  submission   draw  stage               lanes  occupancy      fetches           read        written
           0      2  fragments             100     89.3 %          200           4096              0
  and 1 more row

fragment shader 0x00001000
          lanes  occupancy      fetches           read        written  instruction
             16    100.0 %            0              0              0     3  mov r0, r1  # fs.qasm:9
";
        assert_eq!(text(&tables), expected, "{}", text(&tables));
    }
}
