//! Structures in memory whose bits can have several meanings, and the statements that they are in
//! texts. `A` is a version of the structures: an architecture.

use std::ops::RangeInclusive;

use crate::packet::{Field, Kind, Layout};

/// Another meaning of some bits of a descriptor.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The name, after the descriptor's.
    pub name: &'static str,
    /// The condition under which the bits have this meaning.
    pub when: &'static str,
    /// Fields of the descriptor, all of which must have one of these values; none if its
    /// contents do not decide.
    pub asked: &'static [(Field, RangeInclusive<u64>)],
    /// The fields. Bits that are not in the view are [`Kind::Reserved`] here.
    pub layout: &'static Layout,
}

impl View {
    /// Whether the contents of the descriptor decide for this meaning.
    pub fn is_asked(&self, bytes: &[u8]) -> bool {
        let mut asked = self.asked.iter();
        !self.asked.is_empty() && asked.all(|(field, values)| values.contains(&field.get(bytes)))
    }
}

/// A structure that the hardware reads or writes.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor<A: 'static> {
    /// The name in the driver.
    pub name: &'static str,
    /// The architectures that have it in this form.
    pub arches: &'static [A],
    /// Alignment in bytes; 4 where no source states one.
    pub align: u16,
    /// The fields.
    pub layout: &'static Layout,
    /// Other meanings of the same bits.
    pub views: &'static [View],
    /// Fields and encodings, not 0, that drivers write unless they have a reason.
    pub defaults: &'static [(&'static str, u64)],
}

impl<A: PartialEq> Descriptor<A> {
    /// Whether it is the form of the descriptor with this name that `arch` has.
    pub fn is(&self, name: &str, arch: A) -> bool {
        self.name == name && self.arches.contains(&arch)
    }

    /// The fields with a meaning and their encodings in `bytes`; bytes beyond the end
    /// count as zero.
    pub fn read<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = (&'static Field, u64)> + 'b {
        let fields = self.layout.fields.iter();
        fields
            .filter(|f| f.kind != Kind::Reserved)
            .map(move |f| (f, f.get(bytes)))
    }

    /// Fields without a known meaning that are not zero in `bytes`.
    pub fn unknown<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = (&'static Field, u64)> + 'b {
        // A view gives a meaning to bits that the main form has none for.
        let views = self.views;
        let meant = move |f: &Field| {
            let fields = views.iter().flat_map(|v| v.layout.fields);
            let known = fields.filter(|g| g.kind != Kind::Reserved);
            known.into_iter().any(|g| g.lo <= f.hi() && f.lo <= g.hi())
        };
        let fields = self.layout.fields.iter();
        fields
            .filter(move |f| f.kind == Kind::Reserved && !meant(f))
            .map(move |f| (f, f.get(bytes)))
            .filter(|&(_, raw)| raw != 0)
    }

    /// The bytes with the default values.
    pub fn packed(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.layout.size.into()];
        for &(name, raw) in self.defaults {
            if let Some(field) = self.layout.field(name) {
                field.set(&mut bytes, raw);
            }
        }
        bytes
    }

    /// The fields to show: those of the views that the contents ask for, and of the layout where
    /// they have none. If that would lose bits, those of the layout.
    pub fn shown_fields(&self, bytes: &[u8]) -> Vec<Field> {
        let plain = || self.layout.fields.to_vec();
        let views = self.views.iter().filter(|view| view.is_asked(bytes));
        let meant = views.flat_map(|view| view.layout.fields);
        let mut fields: Vec<Field> = meant
            .filter(|f| f.kind != Kind::Reserved)
            .copied()
            .collect();
        if fields.is_empty() {
            return plain();
        }
        let overlaps = |f: &Field| {
            let mut meant = fields.iter();
            meant.any(|g| g.lo <= f.hi() && f.lo <= g.hi())
        };
        let others: Vec<Field> = self
            .layout
            .fields
            .iter()
            .copied()
            .filter(|f| !overlaps(f))
            .collect();
        fields.extend(others);
        fields.sort_by_key(|f| f.lo);
        let mut copy = vec![0; bytes.len()];
        for field in &fields {
            field.set(&mut copy, field.get(bytes));
        }
        match copy == bytes {
            true => fields,
            false => plain(),
        }
    }
}

/// A descriptor at a fixed place of an [`Aggregate`].
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The name of the section.
    pub name: &'static str,
    /// Offset in bytes.
    pub offset: u16,
    /// The name of the descriptor.
    pub of: &'static str,
}

/// Descriptors at fixed offsets: a job, or a framebuffer.
#[derive(Clone, Copy, Debug)]
pub struct Aggregate<A> {
    /// The name in the driver.
    pub name: &'static str,
    /// The architecture.
    pub arch: A,
    /// Size in bytes.
    pub size: u16,
    /// Alignment in bytes.
    pub align: u16,
    /// The descriptors.
    pub sections: &'static [Section],
}

/// A statement: a descriptor with the fields of all its views.
#[derive(Debug)]
pub struct Statement<A: 'static> {
    /// The name in texts.
    pub name: String,
    /// The descriptor.
    pub descriptor: &'static Descriptor<A>,
    /// Its layout, with the fields of views, which overlap others.
    pub layout: Layout,
}

/// All statements of a language.
#[derive(Debug)]
pub struct Statements<A: 'static>(Vec<Statement<A>>);

impl<A: PartialEq> Statements<A> {
    /// The statements of descriptors, whose names in texts are those that `name` gives.
    pub fn new(
        all: &'static [Descriptor<A>],
        name: impl Fn(&Descriptor<A>) -> String,
    ) -> Statements<A> {
        let statement = |descriptor: &'static Descriptor<A>| {
            let mut fields = descriptor.layout.fields.to_vec();
            for field in descriptor.views.iter().flat_map(|v| v.layout.fields) {
                let is_new = fields.iter().all(|f| f.name != field.name);
                // Of two names of the same bits, only one can be required.
                let is_optional = field.kind != Kind::Reserved && !field.kind.must_be_written();
                if is_optional && is_new {
                    fields.push(*field);
                }
            }
            Statement {
                name: name(descriptor),
                descriptor,
                layout: Layout {
                    fields: fields.leak(),
                    ..*descriptor.layout
                },
            }
        };
        Statements(all.iter().map(statement).collect())
    }

    /// The names in texts.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|row| row.name.as_str())
    }

    /// The statement called `name`.
    pub fn named(&self, name: &str) -> Option<&Statement<A>> {
        self.0.iter().find(|row| row.name == name)
    }

    /// The layout of the statement called `name`; letter case does not matter.
    pub fn layout(&self, name: &str) -> Option<&Layout> {
        let mut rows = self.0.iter();
        let row = rows.find(|row| row.name.eq_ignore_ascii_case(name))?;
        Some(&row.layout)
    }

    /// The statement of a descriptor by its name in the driver.
    pub fn of(&self, name: &str, arch: A) -> Option<&Statement<A>>
    where
        A: Copy,
    {
        self.0.iter().find(|row| row.descriptor.is(name, arch))
    }
}
