//! Maps by shader record: a draw looks records up a dozen times.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::state::ShaderRef;

/// Values by shader record. Nothing may depend on its order.
///
/// Its hash is faster than that of the standard library, and has a random key too, so that
/// records that collide cannot be chosen.
pub type RecordMap<T> = HashMap<ShaderRef, T, RandomState>;
