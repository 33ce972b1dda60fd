//! Write value jobs.

use tilescope_core::{Frame, Stopped};

use super::header::Header;
use crate::descriptors::WriteValueType;
use crate::descriptors::job::write_value_job_payload as fields;
use crate::log::{Ctx, Port};
use crate::memory;
use crate::rules::job as rules;

/// Runs a write value job. `cycles` is the value of the cycle counter and of the
/// system timestamp.
///
/// Values have 64 bits: the cycle counter and the timestamp do, and the zero ends the
/// first 8-byte entry of a polygon list.
pub fn write_value(header: &Header, cycles: u64, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    let payload: [u8; 12] = memory::descriptor(c, "write value payload", header.payload())?;
    let address = fields::ADDRESS.get(&payload);
    let raw = fields::TYPE.get(&payload);
    let kind = u8::try_from(raw).map_or(WriteValueType::Unknown(0), WriteValueType::from_bits);
    let mut refuse = |rule, field: &tilescope_tables::packet::Field, text: String| {
        let at = c
            .log
            .at
            .inside(Frame::Record("write value payload", header.payload()));
        let at = at.at_bits(field.lo, field.hi());
        Err(Stopped::by(rule, at, text, (header.address, 0), c.log))
    };
    let value = match kind {
        WriteValueType::CycleCounter | WriteValueType::SystemTimestamp => cycles,
        WriteValueType::Zero => 0,
        WriteValueType::Unknown(_) => {
            let text = format!("values of type {raw} are undefined");
            return refuse(&rules::VALUE_TYPE, &fields::TYPE, text);
        }
    };
    if !address.is_multiple_of(8) {
        let text = format!("{address:#x} is not a multiple of 8");
        return refuse(&rules::VALUE_UNALIGNED, &fields::ADDRESS, text);
    }
    memory::write(c, Port::Jm, address, &value.to_le_bytes())
}
