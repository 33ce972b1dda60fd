//! Arguments of ioctls: bytes with typed fields at fixed offsets.

use std::marker::PhantomData;

/// A little-endian number in an argument structure.
pub trait Number: Copy {
    /// Its size in bytes.
    const SIZE: usize;
    /// From its bytes.
    fn from_le(bytes: &[u8]) -> Self;
    /// To its bytes.
    fn put_le(self, bytes: &mut [u8]);
}

macro_rules! numbers {
    ($($t:ty),+) => {$(
        impl Number for $t {
            const SIZE: usize = std::mem::size_of::<$t>();

            fn from_le(bytes: &[u8]) -> Self {
                let mut b = [0; Self::SIZE];
                b.copy_from_slice(bytes);
                <$t>::from_le_bytes(b)
            }

            fn put_le(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    )+};
}

numbers!(u8, u16, u32, i32, u64, i64);

/// A field: its type and its byte offset.
#[derive(Debug)]
pub struct Field<T>(usize, PhantomData<T>);

impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

impl<T> Field<T> {
    /// The field of this type at byte `offset`.
    pub const fn at(offset: usize) -> Self {
        Field(offset, PhantomData)
    }

    /// The same field in a structure that begins `by` bytes later.
    pub const fn moved(self, by: usize) -> Self {
        Field(self.0 + by, PhantomData)
    }

    /// Its byte offset.
    pub const fn offset(self) -> usize {
        self.0
    }
}

/// Declares argument structures: one module each, with its size and its fields.
macro_rules! structs {
    ($($(#[$m:meta])* $name:ident $size:literal { $($field:ident: $t:ty = $at:literal,)* })+) => {$(
        $(#[$m])*
        #[allow(missing_docs, reason = "the fields have the names of the uapi headers")]
        pub mod $name {
            pub const SIZE: usize = $size;
            $(pub const $field: $crate::drm::args::Field<$t> = $crate::drm::args::Field::at($at);)*
        }
    )+};
}
pub(crate) use structs;

/// The argument of one call, as the kernel's copy of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args(Vec<u8>);

impl Args {
    /// Arguments of `len` zero bytes.
    pub fn zeroed(len: usize) -> Self {
        Args(vec![0; len])
    }

    /// Arguments with these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Args(bytes.to_vec())
    }

    /// The bytes, mutable.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes, to be filled.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// The value of a field. A field past the end reads as zero.
    pub fn get<T: Number>(&self, field: Field<T>) -> T {
        match self.0.get(field.0..field.0 + T::SIZE) {
            Some(bytes) => T::from_le(bytes),
            None => T::from_le(&[0; 8][..T::SIZE]),
        }
    }

    /// Sets a field. A field past the end is ignored.
    pub fn set<T: Number>(&mut self, field: Field<T>, value: T) {
        if let Some(bytes) = self.0.get_mut(field.0..field.0 + T::SIZE) {
            value.put_le(bytes);
        }
    }
}
