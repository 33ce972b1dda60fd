//! Shader records referenced by control lists: fetching and decoding.

use tilescope_core::Frame;
use tilescope_tables::packet::Layout;

use crate::binner::VertexFormat;
use crate::bus::{Bus, Port};
use crate::cle::{Stopped, out_of_fuel};
use crate::log::{Ctx, Log};
use crate::records::{GlShaderRecord, NvShaderRecord, gl_shader_record, nv_shader_record};
use crate::reserved;
use crate::rules::{cl, mem};

/// Fetches a GL shader record, in the allocation of another one.
pub fn gl_record(
    mut record: GlShaderRecord,
    (address, attributes, extended): (u32, u8, bool),
    bus: &Bus<'_>,
    log: &mut Log,
) -> Result<GlShaderRecord, Stopped> {
    let attributes = if extended { 8 } else { attributes };
    let mut bytes = [0; GlShaderRecord::size(8, true)];
    let len = GlShaderRecord::size(attributes.min(8), extended);
    let (name, layout) = ("GL shader record", &gl_shader_record::LAYOUT);
    record_bytes(address, &mut bytes[..len], name, layout, bus, log)?;
    match record.read(&bytes[..len], attributes, extended) {
        Ok(()) => Ok(record),
        Err(e) => Err(record_stop(address, name, e.to_string(), log)),
    }
}

/// Fetches an NV shader record.
pub fn nv_record(address: u32, bus: &Bus<'_>, log: &mut Log) -> Result<NvShaderRecord, Stopped> {
    let mut bytes = [0; NvShaderRecord::SIZE];
    let (name, layout) = ("NV shader record", &nv_shader_record::LAYOUT);
    record_bytes(address, &mut bytes, name, layout, bus, log)?;
    let record = NvShaderRecord::decode(&bytes);
    record.map_err(|e| record_stop(address, "NV shader record", e.to_string(), log))
}

fn record_stop(address: u32, name: &'static str, message: String, log: &mut Log) -> Stopped {
    let at = log.at.inside(Frame::Record(name, address.into()));
    Stopped::by(&mem::RECORD_READ, at, message, (address, 0), log)
}

/// Fetches the bytes of a record.
fn record_bytes(
    address: u32,
    bytes: &mut [u8],
    name: &'static str,
    layout: &Layout,
    bus: &Bus<'_>,
    log: &mut Log,
) -> Result<(), Stopped> {
    let len = bytes.len();
    if let Err(fault) = bus.read(log, Port::Pse, address, bytes) {
        return Err(record_stop(address, name, fault.to_string(), log));
    }
    if !bus.initialised(address, len as u32) {
        let at = log.at.inside(Frame::Record(name, address.into()));
        let message = format!("some of the {len} bytes of the record were never written");
        let rule = &mem::UNINITIALISED_LIST;
        return Err(Stopped::by(rule, at, message, (address, 0), log));
    }
    if let Some(u) = reserved::reserved_field(layout, bytes) {
        log.find(&cl::SHADER_RECORD, (address, 0), |at| {
            let at = at.inside(Frame::Record(name, address.into()));
            (at.at_bits(u.bits.0, u.bits.1), u.message)
        });
    }
    Ok(())
}

/// The words of an NV vertex.
pub fn nv_format(record: &NvShaderRecord) -> VertexFormat {
    VertexFormat {
        clip: record.clip_header,
        point_size: record.point_size,
        varyings: record.fs_varyings.into(),
    }
}

/// Fetches NV vertices, which are already shaded: their words, one vertex after the other.
pub fn nv_vertices(
    record: &NvShaderRecord,
    format: VertexFormat,
    indices: impl Iterator<Item = u16>,
    site: u32,
    c: &mut Ctx<'_>,
) -> Result<Vec<u32>, Stopped> {
    let mut out = Vec::new();
    let mut bytes = vec![0; format.rows() * 4];
    for i in indices {
        if c.fuel.take(32 + format.rows() as u64).is_err() {
            let what = "vertices were still being fetched";
            return Err(out_of_fuel(what, c.log.at.clone(), (site, 0), c.log));
        }
        let at = u32::from(i).wrapping_mul(record.stride.into());
        let addr = record.vertices_address.wrapping_add(at);
        bytes.fill(0);
        if let Err(fault) = c.bus.read(c.log, Port::Vcd, addr, &mut bytes) {
            c.log.find(&mem::ATTRIBUTE_READ, (site, 0), |here| {
                (
                    here.clone(),
                    format!("vertex {i}: {fault}; zeros were used"),
                )
            });
        } else if !c.bus.initialised(addr, bytes.len() as u32) {
            c.log
                .find(&mem::UNINITIALISED_ATTRIBUTE, (site, 0), |here| {
                    (
                        here.clone(),
                        format!("vertex {i} at {addr:#010x} was never written"),
                    )
                });
        }
        let words = bytes.as_chunks().0.iter().copied();
        out.extend(words.map(u32::from_le_bytes));
    }
    Ok(out)
}
