//! Names of statements.

use std::sync::LazyLock;

use tilescope_tables::packet::{Field, Kind, Layout};

use crate::descriptors::{Arch, DESCRIPTORS, Descriptor};

/// A statement: a descriptor with the fields of all its views.
#[derive(Debug)]
pub struct Row {
    /// The name in texts.
    pub name: String,
    /// The descriptor.
    pub descriptor: &'static Descriptor,
    /// Its layout, with the fields of views, which overlap others.
    pub layout: Layout,
}

static FIELDS: LazyLock<Vec<Vec<Field>>> = LazyLock::new(|| {
    let all = |d: &Descriptor| {
        let mut fields = d.layout.fields.to_vec();
        for field in d.views.iter().flat_map(|v| v.layout.fields) {
            let is_new = fields.iter().all(|f| f.name != field.name);
            // Of two names of the same bits, only one can be required.
            let is_optional = field.kind != Kind::Reserved && !field.kind.must_be_written();
            if is_optional && is_new {
                fields.push(*field);
            }
        }
        fields
    };
    DESCRIPTORS.iter().map(all).collect()
});

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let rows = DESCRIPTORS.iter().zip(FIELDS.iter());
    rows.map(|(descriptor, fields)| Row {
        name: name(descriptor),
        descriptor,
        layout: Layout {
            fields,
            ..*descriptor.layout
        },
    })
    .collect()
});

/// The name of a descriptor in texts: with `V4_` if v5 has another of this name.
fn name(d: &Descriptor) -> String {
    let others = DESCRIPTORS.iter().filter(|o| o.name == d.name);
    match d.arches == [Arch::V4] && others.count() > 1 {
        true => format!("V4_{}", d.layout.name),
        false => d.layout.name.to_owned(),
    }
}

/// All statements.
pub(super) fn all() -> &'static [Row] {
    &ROWS
}

/// The statement called `name`.
pub(super) fn named(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// The layout of the statement called `name`; letter case does not matter.
pub fn find(name: &str) -> Option<&'static Layout> {
    let mut rows = ROWS.iter();
    let row = rows.find(|row| row.name.eq_ignore_ascii_case(name))?;
    Some(&row.layout)
}

/// The statement of a descriptor by its name in Mesa.
pub fn row(name: &str, arch: Arch) -> Option<&'static Row> {
    let mut rows = ROWS.iter();
    rows.find(|row| row.descriptor.name == name && row.descriptor.arches.contains(&arch))
}
