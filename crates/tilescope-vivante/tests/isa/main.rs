//! The shader instruction set: tables, text form, and programs of other tools.

mod asm;
mod blob;
mod docs;
mod etna_viv;
mod mesa;
mod roundtrip;
mod tables;

use tilescope_vivante::isa::{Inst, Src, Takes, assemble, decode};

/// The instructions of a source that must assemble.
fn words(source: &str) -> Vec<Inst> {
    match assemble(source, &|_| None) {
        Ok(a) => a.words,
        Err(e) => panic!("{}", e[0].render("test", source)),
    }
}

fn corpus(name: &str) -> String {
    let path = format!("{}/tests/isa/corpus/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the corpus is there")
}

/// The lines `words | text` of a corpus.
fn lines(file: &str) -> Vec<(Inst, &str)> {
    file.lines()
        .filter(|l| !l.starts_with('#') && l.contains(" | "))
        .map(|l| {
            let (words, text) = l.split_once(" | ").expect("words | text");
            let words: Vec<u32> = words
                .split(' ')
                .map(|w| u32::from_str_radix(w, 16).expect("a word"))
                .collect();
            (Inst(words.try_into().expect("four words")), text)
        })
        .collect()
}

/// The instructions of a corpus have the sources in the rows.
fn takes(name: &str) {
    for (inst, text) in lines(&corpus(name)) {
        let d = decode(inst);
        for (i, (takes, src)) in d.op.row().op.takes.iter().zip(d.src).enumerate() {
            let right = match takes {
                Takes::No | Takes::Target => src == Src::Void,
                Takes::Yes => src != Src::Void,
                Takes::May => true,
                Takes::Unknown => false,
            };
            assert!(right, "source {i} of {text}");
        }
    }
}
