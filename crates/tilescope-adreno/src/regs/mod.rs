//! The registers of the a6xx, their fields, and the descriptors that it reads from
//! memory.
//!
//! Names, numbers and bits are those of the register database of Mesa 22.3.6,
//! `src/freedreno/registers/adreno`, from which the rows were generated once.
//! Registers that no field, driver or tool of Mesa names are not in it.

use std::sync::LazyLock;

pub mod border;
pub mod cp;
pub mod descriptors;
pub mod enums;
pub mod gras;
pub mod hlsq;
pub mod pc;
pub mod rb0;
pub mod rb1;
pub mod rbbm;
pub mod sets;
pub mod sp0;
pub mod sp1;
pub mod tpl1;
pub(crate) mod types;
mod value;
pub mod vfd;
pub mod vpc;
pub mod vsc;

pub use types::{Field, Kind, Register, When};
pub use value::text;
pub(crate) use value::{write_text, write_words};

/// Every register, by unit.
pub static UNITS: &[&[Register]] = &[
    cp::ROWS,
    rbbm::ROWS,
    vsc::ROWS,
    gras::ROWS,
    rb0::ROWS,
    rb1::ROWS,
    vpc::ROWS,
    pc::ROWS,
    vfd::ROWS,
    sp0::ROWS,
    sp1::ROWS,
    tpl1::ROWS,
    hlsq::ROWS,
];

/// Registers that a stream can address: 64 Ki words.
pub const SPACE: u32 = 0x10000;

/// For each word its row, as one more than the index among all rows.
static INDEX: LazyLock<(Vec<&'static Register>, Vec<u16>)> = LazyLock::new(|| {
    let rows: Vec<&'static Register> = UNITS.iter().flat_map(|unit| unit.iter()).collect();
    let mut index = vec![0u16; SPACE as usize];
    for (i, row) in rows.iter().enumerate() {
        for element in 0..row.count {
            for word in 0..u32::from(row.words) {
                let at = row.at + element * row.stride + word;
                // The first row of a word names it.
                if let Some(slot) = index.get_mut(at as usize).filter(|slot| **slot == 0) {
                    *slot = i as u16 + 1;
                }
            }
        }
    }
    (rows, index)
});

/// The register at word `at`, the index of the element, and the word within it.
pub fn at(at: u32) -> Option<(&'static Register, u32, u32)> {
    let (rows, index) = &*INDEX;
    let slot = *index.get(at as usize)?;
    let row = *rows.get(usize::from(slot).checked_sub(1)?)?;
    let (element, word) = row.element(at)?;
    Some((row, element, word))
}

/// Whether there is a register at word `at`.
pub fn exists(at: u32) -> bool {
    INDEX.1.get(at as usize).is_some_and(|&slot| slot != 0)
}

/// The name of a register, or its number if it has none.
pub fn name(number: u32) -> String {
    match at(number) {
        Some((row, element, word)) => row.name(element, word),
        None => format!("{number:#x}"),
    }
}

/// The register of this name, as [`name`] prints it.
pub fn named(wanted: &str) -> Option<u32> {
    let base = wanted.split('[').next().unwrap_or(wanted);
    let rows = UNITS.iter().flat_map(|unit| unit.iter());
    let near = rows.filter(|row| row.value.name.starts_with(base.trim_end_matches("_HI")));
    let mut words = near.flat_map(|row| {
        (0..row.count).flat_map(move |element| {
            (0..u32::from(row.words)).map(move |word| row.at + element * row.stride + word)
        })
    });
    words.find(|&at| name(at) == wanted)
}
