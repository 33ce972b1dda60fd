//! Properties of load/store operations.

use super::ops::{LOAD_STORE_OP, LdstOp};
use tilescope_tables::Row;

/// The operands of an operation: which fields have a meaning, and their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// None.
    Nop,
    /// A code.
    Trap,
    /// A register, converted between a colour and a pixel format.
    Colour,
    /// A vector that is divided or projected.
    Project,
    /// A register.
    Move,
    /// A memory address, returned.
    Lea,
    /// A texel of an image, whose address is returned.
    LeaImage,
    /// A memory address, and a register to combine with.
    Atomic,
    /// A memory address, a register to store, and one to compare with.
    CompareExchange,
    /// A memory address to load from.
    Load,
    /// A memory address to store to.
    Store,
    /// An attribute and a vertex.
    LoadAttribute,
    /// A varying.
    LoadVarying,
    /// A varying to store to.
    StoreVarying,
    /// A selector.
    Special,
    /// A uniform buffer and an offset.
    LoadUniform,
    /// A texel of an image.
    LoadImage,
    /// A texel of an image to store to.
    StoreImage,
    /// Operands that no source describes.
    Tilebuffer,
}

impl Form {
    /// Whether the register of the instruction is a source.
    pub fn stores(self) -> bool {
        matches!(self, Form::Store | Form::StoreVarying | Form::StoreImage)
    }

    /// Whether the operation takes a memory address.
    pub fn has_address(self) -> bool {
        matches!(
            self,
            Form::Load | Form::Store | Form::Lea | Form::Atomic | Form::CompareExchange
        )
    }

    /// Whether the operation takes an entry of the tables of attributes, varyings or
    /// images.
    pub fn has_entry(self) -> bool {
        self.is_image()
            || matches!(
                self,
                Form::LoadAttribute | Form::LoadVarying | Form::StoreVarying
            )
    }

    /// Whether the operation takes a texel of an image.
    pub fn is_image(self) -> bool {
        matches!(self, Form::LoadImage | Form::StoreImage | Form::LeaImage)
    }

    /// Whether the operation reads a register with the swizzle.
    pub(super) fn reads_register(self) -> bool {
        matches!(
            self,
            Form::Colour | Form::Project | Form::Move | Form::Lea | Form::LeaImage
        )
    }

    /// Whether the swizzle applies to what is loaded: the text shows it in the mask.
    pub(super) fn swizzles_result(self) -> bool {
        !matches!(
            self,
            Form::Colour | Form::Project | Form::Move | Form::Atomic | Form::CompareExchange
        )
    }
}

/// An operation and the form of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ldst {
    /// The operation.
    pub op: LdstOp,
    /// Its operands.
    pub form: Form,
}

/// The encoding of an operation, which need not be documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LdstCode(pub u8);

/// The name of encodings without a row, before their digits.
const WITHOUT_ROW: &str = "ldst_op_";

impl LdstCode {
    /// The operation's row, if the encoding is documented.
    pub fn row(self) -> Option<&'static Row<Ldst>> {
        LOAD_STORE_OP.decode(self.0.into())
    }

    /// The operands of a documented operation.
    pub fn form(self) -> Option<Form> {
        self.row().map(|row| row.op.form)
    }

    pub(super) fn name(self) -> String {
        LOAD_STORE_OP.name_of(self.0, WITHOUT_ROW)
    }

    /// The longest operation with which a mnemonic begins, before a dot or its end.
    pub(super) fn longest(name: &str) -> Option<LdstCode> {
        if let Some(code) = LOAD_STORE_OP.without_row(name, WITHOUT_ROW) {
            return Some(LdstCode(code));
        }
        let begins = |row: &&Row<Ldst>| {
            let rest = name.strip_prefix(row.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let row = LOAD_STORE_OP
            .rows
            .iter()
            .filter(begins)
            .max_by_key(|r| r.name.len())?;
        Some(LdstCode(row.op.op as u8))
    }
}

impl From<LdstOp> for LdstCode {
    fn from(op: LdstOp) -> LdstCode {
        LdstCode(op as u8)
    }
}
