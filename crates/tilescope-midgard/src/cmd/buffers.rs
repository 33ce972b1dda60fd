//! Records of attribute buffers, whose statement depends on their type and on the record before.

use crate::descriptors::attributes::{
    attribute_buffer as buffer, attribute_buffer_as_special as special,
};
use crate::descriptors::{AttributeSpecial, AttributeType};

/// The descriptor that follows a record, if it takes two.
pub(super) fn continuation(record: &[u8]) -> Option<&'static str> {
    match AttributeType::from_bits(buffer::TYPE.get(record) as u8) {
        AttributeType::N1DNpotDivisor | AttributeType::N1DNpotDivisorWriteReduction => {
            Some("Attribute Buffer Continuation NPOT")
        }
        AttributeType::N3DLinear | AttributeType::N3DInterleaved => {
            Some("Attribute Buffer Continuation 3D")
        }
        _ => None,
    }
}

/// The descriptor of `record`, which follows `before`.
pub(super) fn descriptor(before: Option<&[u8]>, record: &[u8]) -> &'static str {
    let follows = buffer::TYPE.get(record) as u8 == AttributeType::Continuation.bits();
    if let Some(name) = before.and_then(continuation).filter(|_| follows) {
        return name;
    }
    match AttributeSpecial::from_bits(special::SPECIAL.get(record) as u8) {
        AttributeSpecial::VertexId => "Attribute Vertex ID",
        AttributeSpecial::InstanceId => "Attribute Instance ID",
        _ => "Attribute Buffer",
    }
}
