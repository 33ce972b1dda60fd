//! Messages in the wire format of protocol buffers.
//!
//! Source: protobuf.dev, "Encoding". A message is a sequence of fields; a field is a key, which is
//! its number and a wire type, and a value. Of the types, variable-length integers and
//! length-delimited bytes are written here.

/// Wire type of integers.
const VARINT: u64 = 0;
/// Wire type of strings and messages.
const LEN: u64 = 2;

/// A message that is being written.
#[derive(Debug, Default)]
pub struct Message(Vec<u8>);

impl Message {
    /// Adds an integer. Zero is written too: absent and zero differ in proto2.
    pub fn uint(mut self, field: u64, value: u64) -> Message {
        varint(&mut self.0, field << 3 | VARINT);
        varint(&mut self.0, value);
        self
    }

    /// Adds a string.
    pub fn string(mut self, field: u64, value: &str) -> Message {
        self.bytes(field, value.as_bytes());
        self
    }

    /// Adds a message.
    pub fn message(mut self, field: u64, value: &Message) -> Message {
        self.bytes(field, &value.0);
        self
    }

    fn bytes(&mut self, field: u64, value: &[u8]) {
        varint(&mut self.0, field << 3 | LEN);
        varint(&mut self.0, value.len() as u64);
        self.0.extend_from_slice(value);
    }

    /// The bytes of the message.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Seven bits a byte, the lowest first; the highest bit is set if more follow.
fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of protobuf.dev, "Encoding".
    #[test]
    fn messages_are_those_of_the_specification() {
        let one = Message::default().uint(1, 150);
        assert_eq!(one.0, [0x08, 0x96, 0x01]);
        let text = Message::default().string(2, "testing");
        assert_eq!(text.0, [0x12, 7, b't', b'e', b's', b't', b'i', b'n', b'g']);
        let outer = Message::default().message(3, &one);
        assert_eq!(outer.into_bytes(), [0x1a, 3, 0x08, 0x96, 0x01]);
    }

    #[test]
    fn integers_have_as_many_bytes_as_they_need() {
        let len = |value| Message::default().uint(1, value).0.len() - 1;
        assert_eq!([0, 127, 128, 16383, 16384].map(len), [1, 1, 2, 2, 3]);
        assert_eq!(len(u64::MAX), 10);
    }
}
