//! Names of statements.

use std::sync::LazyLock;

use tilescope_tables::descriptor::{Statement, Statements};
use tilescope_tables::packet::Layout;

use crate::descriptors::{Arch, DESCRIPTORS, Descriptor};

/// A statement: a descriptor with the fields of all its views.
pub type Row = Statement<Arch>;

/// All statements.
pub(super) static ROWS: LazyLock<Statements<Arch>> =
    LazyLock::new(|| Statements::new(DESCRIPTORS, name));

/// The name of a descriptor in texts: with `V4_` if v5 has another of this name.
fn name(d: &Descriptor) -> String {
    let others = DESCRIPTORS.iter().filter(|o| o.name == d.name);
    match d.arches == [Arch::V4] && others.count() > 1 {
        true => format!("V4_{}", d.layout.name),
        false => d.layout.name.to_owned(),
    }
}

/// The layout of the statement called `name`; letter case does not matter.
pub fn find(name: &str) -> Option<&'static Layout> {
    ROWS.layout(name)
}

/// The statement of a descriptor by its name in Mesa.
pub fn row(name: &str, arch: Arch) -> Option<&'static Row> {
    ROWS.of(name, arch)
}
