//! Programs with the text of the oldest assembler.

use super::{corpus, lines, takes, words};
use tilescope_vivante::isa::{decode, disassemble_program};

/// The whole text of each program assembles to its words, labels and all.
#[test]
fn programs_assemble_to_the_words() {
    let file = corpus("etna_viv.txt");
    let mut instructions = 0;
    for program in file.split("program ").skip(1) {
        let (name, body) = program.split_once('\n').expect("a name");
        let source: String = body
            .lines()
            .map(|l| l.split_once(" | ").map_or(l, |(_, text)| text))
            .flat_map(|l| [l, "\n"])
            .collect();
        let wanted: Vec<_> = lines(body).into_iter().map(|(inst, _)| inst).collect();
        let got = words(&source);
        assert_eq!(got, wanted, "{name}");
        instructions += got.len();
        let ours = disassemble_program(&wanted)
            .into_iter()
            .map(|l| match l.label {
                Some(label) => format!("{label}: {}\n", l.text),
                None => format!("{}\n", l.text),
            });
        assert_eq!(words(&ours.collect::<String>()), wanted, "{name}");
    }
    assert_eq!(instructions, 131);
}

#[test]
fn nothing_is_hidden_or_reserved() {
    for (inst, text) in lines(&corpus("etna_viv.txt")) {
        let d = decode(inst);
        assert!(d.rest.is_zero() && d.reserved.is_none(), "{text}: {d}");
    }
}

#[test]
fn rows_have_the_sources_of_operations() {
    takes("etna_viv.txt");
}
