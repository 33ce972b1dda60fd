//! Checks and relocation of GL shader state records and of their uniforms.
//! Source: Linux `vc4_validate.c`, `validate_gl_shader_rec`.
//!
//! This refuses cases in which Linux reads past the end of copied data: Linux
//! compares the uniforms of each shader with those of the whole submission,
//! accepts the index after the last buffer, and accepts any buffer as a shader.

use tilescope_core::{Frame, Location, Rule};
use tilescope_vc4::rules::kernel as rules;

use super::refuse::Refusal;
use super::shader::ShaderInfo;
use super::submit::{BoView, Buffers, Code};
use super::texture;

/// The shader state of a list: the attributes of the record, and the highest
/// index of draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderState {
    /// Low bits of the packet's address: number of attributes (0 is 8) and
    /// whether the record is extended.
    pub bits: u32,
    /// Highest vertex index of any draw that uses it.
    pub max_index: u32,
}

impl ShaderState {
    /// The number of attributes of the record.
    pub fn attributes(self) -> usize {
        match self.bits & 7 {
            0 => 8,
            n => n as usize,
        }
    }

    fn extended(self) -> bool {
        self.bits & 8 != 0
    }

    /// Bytes of the record.
    pub fn size(self) -> usize {
        let n = self.attributes();
        if self.extended() {
            100 + n * 4
        } else {
            36 + n * 8
        }
    }
}

/// Byte offsets of the shader addresses in a record; each is followed by the
/// address of its uniforms. Fragment, vertex, coordinate.
const CODE: [usize; 3] = [4, 16, 28];
const STAGES: [&str; 3] = ["fragment", "vertex", "coordinate"];
/// Byte offsets of the attributes, and of the high strides of extended records.
const ATTRIBUTES: usize = 36;
const STRIDES: usize = 100;
/// Flag of byte 0: the fragment shader has one thread.
const SINGLE_THREADED: u8 = 1;

/// Records and uniforms of a submission while they are being checked.
pub struct Records<'a> {
    /// The client's records, each with its buffer indices in front.
    pub source: &'a [u8],
    /// The checked records.
    pub records: &'a mut [u8],
    /// The client's uniforms, with the buffer indices of textures in front of
    /// those of each shader.
    pub uniforms_source: &'a [u8],
    /// The checked uniforms.
    pub uniforms: &'a mut [u8],
    /// GPU address of the first record.
    pub address: u32,
    /// GPU address of the first uniform.
    pub uniforms_address: u32,
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes
        .get(at..at + 4)
        .map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

fn put(bytes: &mut [u8], at: usize, value: u32) {
    if let Some(b) = bytes.get_mut(at..at + 4) {
        b.copy_from_slice(&value.to_le_bytes());
    }
}

/// Splits `n` bytes off the front.
fn take<'a>(from: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (front, rest) = from.split_at_checked(n)?;
    *from = rest;
    Some(front)
}

impl Records<'_> {
    /// Checks the records of all `states`, in order.
    pub fn check(
        mut self,
        states: &[ShaderState],
        buffers: &Buffers<'_>,
        at: &Location,
    ) -> Result<(), Refusal> {
        let (mut record_at, mut uniforms_at) = (0, 0);
        // One location for all, as most records are not refused.
        let mut at = at.clone();
        for state in states {
            let address = u64::from(self.address) + record_at as u64;
            at.frames.push(Frame::Record("GL shader state", address));
            self.one(*state, record_at, &mut uniforms_at, buffers, &mut at)?;
            at.frames.pop();
            record_at += state.size().next_multiple_of(16);
        }
        Ok(())
    }

    fn one(
        &mut self,
        state: ShaderState,
        record_at: usize,
        uniforms_at: &mut usize,
        buffers: &Buffers<'_>,
        at: &mut Location,
    ) -> Result<(), Refusal> {
        let refuse = |rule: &'static Rule, at: &Location, message: String| {
            Err::<(), _>(Refusal::by(rule, at.clone(), message))
        };
        let (n, size) = (state.attributes(), state.size());
        let left = self.source.len();
        let indices = take(&mut self.source, (CODE.len() + n) * 4);
        let record = take(&mut self.source, size);
        let (Some(indices), Some(record)) = (indices, record) else {
            let message = format!(
                "{} buffer indices and a record of {size} bytes do not fit into {left} bytes",
                CODE.len() + n
            );
            return refuse(&rules::SHADER_RECORD_SIZE, at, message);
        };
        let index = |i: usize| word(indices, i * 4);
        let room = self.records.get_mut(record_at..record_at + size);
        match room {
            Some(room) => room.copy_from_slice(record),
            None => {
                return refuse(
                    &rules::SHADER_RECORD_SIZE,
                    at,
                    "no room for the record".to_owned(),
                );
            }
        }
        let shaders = [
            buffers.shader(index(0), at)?,
            buffers.shader(index(1), at)?,
            buffers.shader(index(2), at)?,
        ];
        let single = record[0] & SINGLE_THREADED != 0;
        if single == shaders[0].info.threaded {
            let message = match single {
                true => "the record declares one thread, the fragment shader switches threads",
                false => "the record declares two threads, the fragment shader never switches",
            };
            return refuse(&rules::THREAD_MODE, at, message.to_owned());
        }
        if shaders[1].info.threaded || shaders[2].info.threaded {
            let message = "the vertex or coordinate shader switches threads".to_owned();
            return refuse(&rules::VERTEX_SHADER_THREADED, at, message);
        }
        for (i, code) in shaders.iter().enumerate() {
            let offset = word(record, CODE[i]);
            if offset != 0 {
                let message = format!("the {} shader is at offset {offset}", STAGES[i]);
                return refuse(&rules::SHADER_OFFSET, at, message);
            }
            at.frames
                .push(Frame::Shader(STAGES[i], code.address.into()));
            let uniforms = self.copy_uniforms(code, *uniforms_at, buffers, at)?;
            at.frames.pop();
            *uniforms_at += code.info.uniforms_size as usize;
            put(self.records, record_at + CODE[i], code.address);
            put(self.records, record_at + CODE[i] + 4, uniforms);
        }
        for i in 0..n {
            let buffer = buffers.data(index(CODE.len() + i), at)?;
            let address = attribute(state, record, i, &buffer, at)?;
            put(self.records, record_at + ATTRIBUTES + i * 8, address);
        }
        Ok(())
    }

    /// Copies the uniforms of one shader to `to`, relocates the addresses in
    /// them, and returns the GPU address of the first.
    fn copy_uniforms(
        &mut self,
        code: &Code<'_>,
        to: usize,
        buffers: &Buffers<'_>,
        at: &Location,
    ) -> Result<u32, Refusal> {
        let info: &ShaderInfo = code.info;
        let (left, need) = (self.uniforms_source.len(), info.source_size());
        let textures = take(&mut self.uniforms_source, info.samples.len() * 4);
        let source = take(&mut self.uniforms_source, info.uniforms_size as usize);
        let room = self.uniforms.get_mut(to..to + info.uniforms_size as usize);
        let (Some(textures), Some(source), Some(room)) = (textures, source, room) else {
            let message = format!("{need} bytes are needed, {left} are there");
            return Err(Refusal::by(&rules::UNIFORMS_SIZE, at.clone(), message));
        };
        room.copy_from_slice(source);
        for (i, sample) in info.samples.iter().enumerate() {
            let buffer = buffers.data(word(textures, i * 4), at)?;
            let (place, value) = texture::relocate(sample, source, &buffer, at)?;
            put(room, place as usize, value);
        }
        let address = self.uniforms_address.wrapping_add(to as u32);
        for index in &info.uniform_addresses {
            put(room, *index as usize * 4, address);
        }
        Ok(address)
    }
}

/// Checks attribute `i` of a record and returns its relocated address.
fn attribute(
    state: ShaderState,
    record: &[u8],
    i: usize,
    buffer: &BoView<'_>,
    at: &Location,
) -> Result<u32, Refusal> {
    let o = ATTRIBUTES + i * 8;
    let offset = word(record, o);
    let size = u32::from(record[o + 4]) + 1;
    let mut stride = u32::from(record[o + 5]);
    if state.extended() {
        stride |= word(record, STRIDES + i * 4) & !0xff;
    }
    let left = buffer
        .size
        .checked_sub(offset)
        .and_then(|n| n.checked_sub(size));
    let Some(left) = left else {
        let message = format!(
            "attribute {i} of {size} bytes at offset {offset} in a buffer of {}",
            buffer.size
        );
        return Err(Refusal::by(&rules::ATTRIBUTE_OUTSIDE, at.clone(), message));
    };
    let reached = left.checked_div(stride);
    if let Some(reached) = reached.filter(|r| state.max_index > *r) {
        let message = format!(
            "draws use index {}, attribute {i} with stride {stride} ends at {reached}",
            state.max_index
        );
        return Err(Refusal::by(&rules::VERTICES_OUTSIDE, at.clone(), message));
    }
    Ok(buffer.address.wrapping_add(offset))
}
