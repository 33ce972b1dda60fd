//! Requests of threads in a gang.

use tilescope_exec::Lanes16;

use super::{Cached, Coordinate, FIFO, Requests, Tmu, check};
use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::qpu::TmuReg;
use crate::quirks::Quirks;
use crate::texture::{MAX_PARAMETERS, Texture};

impl Tmu {
    /// Takes a coordinate of a thread in a gang, as [`Tmu::write`]. False, and nothing done, if
    /// there is anything to report.
    ///
    /// What is read counts in `requests`, because a thread before may not let this one run.
    pub fn write_silently(
        &mut self,
        requests: &mut Requests,
        coordinate: &Coordinate<'_>,
        bus: &Bus<'_>,
        log: &mut Log,
        quirks: &Quirks,
    ) -> bool {
        let before = log.traffic.read[Port::Tmu as usize];
        let done = self.request(requests, coordinate, bus, log, quirks);
        let read = &mut log.traffic.read[Port::Tmu as usize];
        requests.bytes += *read - before;
        *read = before;
        done
    }

    fn request(
        &mut self,
        requests: &mut Requests,
        coordinate: &Coordinate<'_>,
        bus: &Bus<'_>,
        log: &mut Log,
        quirks: &Quirks,
    ) -> bool {
        let unit = &mut requests.units[usize::from(coordinate.unit & 1)];
        let v = coordinate.lanes;
        let Some(parameter) = coordinate.parameter else {
            let mut out = Lanes16::ZERO;
            let aligned = v.0.iter().all(|address| address.is_multiple_of(4));
            let read = unit.results.len() < FIFO
                && aligned
                && bus.gather(log, Port::Tmu, &v.0.map(u64::from), &mut out.0);
            if read {
                unit.results.push_back(out);
                requests.direct += 1;
            }
            return read;
        };
        let Some(place) = unit.parameters.get_mut(unit.count) else {
            return false;
        };
        // What is beyond the count has no meaning yet.
        *place = parameter;
        if coordinate.reg != TmuReg::S {
            unit.count += 1;
            unit.coordinates[coordinate.reg as usize] = Some(*v);
            return true;
        }
        let (parameters, count) = (unit.parameters, unit.count + 1);
        let missing = |reg: TmuReg| unit.coordinates[reg as usize].is_none();
        if unit.results.len() >= FIFO || missing(TmuReg::T) {
            return false;
        }
        let without_r = missing(TmuReg::R);
        let Some(place) = self.silent_texture(parameters, count, quirks, bus) else {
            return false;
        };
        let cached = &mut self.textures[place];
        if cached.texture.is_cube() && without_r {
            return false;
        }
        unit.coordinates[TmuReg::S as usize] = Some(*v);
        let (mut violations, mut reported) = (Vec::new(), Vec::new());
        let found = (&mut violations, &mut reported);
        let unread = unit.results.len();
        cached.lookup(&unit.coordinates, &mut unit.results, bus, log, found);
        if !violations.is_empty() {
            unit.results.truncate(unread);
            unit.coordinates[TmuReg::S as usize] = None;
            // They are read again by the thread that reports them.
            let read = &mut log.traffic.read[Port::Tmu as usize];
            for at in reported {
                *read -= cached.forget(at, bus);
            }
            return false;
        }
        // Not by new values, which are half a KiB.
        for coordinate in &mut unit.coordinates {
            *coordinate = None;
        }
        unit.count = 0;
        requests.lookups += 1;
        true
    }

    /// Index of a texture in the cache; `None` if there is anything to report about it.
    fn silent_texture(
        &mut self,
        parameters: [u32; MAX_PARAMETERS],
        count: usize,
        quirks: &Quirks,
        bus: &Bus<'_>,
    ) -> Option<usize> {
        if let Some(place) = self.place(&parameters, count) {
            return Some(place);
        }
        let texture = Texture::decode(parameters, count, quirks);
        let mut violations = Vec::new();
        check(&texture, &self.targets, bus, &mut violations);
        let silent = violations.is_empty() && texture.child.is_none();
        silent.then(|| self.keep(Cached::new(texture, silent)))
    }
}
