//! The dump of the first job that hung, as Linux provides it in
//! `/sys/class/devcoredump`. Source of registers and order: Linux
//! `etnaviv_dump.c`.

use tilescope_core::{Device, Region};
use tilescope_vivante::etdump::{self, Kind, Object};
use tilescope_vivante::regs::{fe, hi, mc, pm};

use super::stream::{self, Words};
use super::{Etnaviv, EtnavivDevice};
use crate::drm::job::Built;
use crate::drm::pages::PAGE;

/// The registers in the dump.
const REGISTERS: [u32; 37] = [
    hi::axi_status::AT,
    hi::clock_control::AT,
    hi::idle_state::AT,
    hi::axi_config::AT,
    hi::intr_enbl::AT,
    hi::chip_identity::AT,
    hi::chip_feature::AT,
    hi::chip_model::AT,
    hi::chip_rev::AT,
    hi::chip_date::AT,
    hi::chip_time::AT,
    hi::chip_minor_feature_0::AT,
    hi::cache_control::AT,
    hi::axi_control::AT,
    pm::power_controls::AT,
    pm::module_controls::AT,
    pm::module_status::AT,
    pm::pulse_eater::AT,
    mc::mmu_fe_page_table::AT,
    mc::mmu_tx_page_table::AT,
    mc::mmu_pe_page_table::AT,
    mc::mmu_pez_page_table::AT,
    mc::mmu_ra_page_table::AT,
    mc::debug_memory::AT,
    mc::memory_base_addr_ra::AT,
    mc::memory_base_addr_fe::AT,
    mc::memory_base_addr_tx::AT,
    mc::memory_base_addr_pez::AT,
    mc::memory_base_addr_pe::AT,
    mc::memory_timing_control::AT,
    mc::bus_config::AT,
    fe::dma_status::AT,
    fe::dma_debug_state::AT,
    fe::dma_address::AT,
    fe::dma_low::AT,
    fe::dma_high::AT,
    fe::auto_flush::AT,
];

/// Offset in the ring of the commands executed after the stream.
const BEHIND: u64 = PAGE / 2;

/// The dump of a job.
pub(super) fn dump(k: &EtnavivDevice, job: &Built<Etnaviv>, device: &mut dyn Device) -> Vec<u8> {
    let chip = k.driver.chip;
    let mut registers = Vec::new();
    for offset in REGISTERS {
        let value = match offset {
            hi::chip_feature::AT => chip.features.0[0],
            hi::chip_minor_feature_0::AT => chip.features.0[1],
            hi::chip_model::AT => chip.model,
            hi::chip_rev::AT => chip.revision,
            _ => device.mmio_read(offset),
        };
        registers.extend(offset.to_le_bytes());
        registers.extend(value.to_le_bytes());
    }
    let mut objects = vec![
        Object::at(Kind::Registers, 0, registers),
        // Addresses are not translated by page tables in memory here.
        Object::at(Kind::Mmu, 0, Vec::new()),
    ];
    let own = &job.own;
    let ring = k.driver.mmu.ring();
    // The commands before and after the stream, where Linux links it.
    let behind = stream::epilogue(own.pipe, k.driver.copier).waiting(ring + BEHIND);
    for region in job.memory.regions() {
        let mut bytes = bytes(region);
        let at = region.base();
        let kind = if at == ring {
            let from = BEHIND as usize;
            let words = behind.bytes();
            if let Some(place) = bytes.get_mut(from..from + words.len()) {
                place.copy_from_slice(&words);
            }
            Kind::Ring
        } else if at == own.stream.address() {
            bytes.truncate(own.stream_len);
            let link = Words::link(behind.size(), ring + BEHIND);
            bytes.extend(link.bytes());
            Kind::Stream
        } else {
            continue;
        };
        objects.push(Object::at(kind, at, bytes));
    }
    let mut pages = Vec::new();
    let mut buffers = Vec::new();
    for (object, address) in own.buffers.iter().map(|b| (&b.object, b.address)) {
        let page = (pages.len() / 8) as u32;
        let first = u64::from(object.driver.address());
        for at in (first..first + object.size).step_by(PAGE as usize) {
            pages.extend(at.to_le_bytes());
        }
        let mut bytes = vec![0; object.size as usize];
        object.pages().read(0, &mut bytes);
        buffers.push(Object {
            page,
            ..Object::at(Kind::Buffer, address, bytes)
        });
    }
    if !pages.is_empty() {
        objects.push(Object::at(Kind::PageMap, 0, pages));
    }
    objects.extend(buffers);
    etdump::write(&objects)
}

fn bytes(region: &Region) -> Vec<u8> {
    let mut bytes = vec![0; region.len() as usize];
    // As many as there are.
    let _ = region.read(0, &mut bytes);
    bytes
}
