//! The memory-mapped registers of V3D, at byte offsets in its window.
//!
//! Offsets and names: section 10 of the VideoCore IV 3D Architecture Reference
//! Guide, as restated by the Linux driver (`vc4_regs.h`) and public bare-metal
//! programs. The debug block at 0xe00 is missing there; its names are from the
//! addendum to that guide that the vc4asm project publishes. Reset values are given
//! where a public program documents the value after power-on.

use tilescope_tables::packet::RegisterRow;
use tilescope_tables::{Confidence, Source, registers};

const MANUAL: Source = Source {
    text: "VideoCore IV 3D Architecture Reference Guide, section 10, as restated by Linux vc4_regs.h",
    confidence: Confidence::Documented,
};
const DEBUG: Source = Source {
    text: "vc4asm's addendum to the guide; not in the guide's table",
    confidence: Confidence::Observed,
};
/// Undocumented bits of the debug block that programs use.
const SEEN: Source = Source {
    text: "public bare-metal programs (asurati/x03) and vc4asm's addendum",
    confidence: Confidence::Observed,
};

registers! {
    pub static REGISTERS = "", MANUAL, "Every register, by offset.";
    // Identity, caches, interrupts.
    pub mod ident0 = "IDENT0" at 0x000 Read reset 0x0244_3356, "Identity: technology version and the letters V3D."
    {
        IDSTR, "idstr", 0, 24, Hex, "", "The letters V3D, first letter lowest.";
        TVER, "tver", 24, 8, Uint, "", "Technology version.";
    }
    pub mod ident1 = "IDENT1" at 0x004 Read, "Identity: units of the chip."
    {
        REV, "rev", 0, 4, Uint, "", "Revision.";
        NSLC, "nslc", 4, 4, Uint, "", "Slices.";
        QUPS, "qups", 8, 4, Uint, "", "QPUs per slice.";
        TUPS, "tups", 12, 4, Uint, "", "Texture units per slice.";
        NSEM, "nsem", 16, 8, Uint, "", "Semaphores.";
        HDRT, "hdrt", 24, 4, Uint, "", "High dynamic range support.";
        VPMSZ, "vpmsz", 28, 4, Uint, "KiB", "Size of the VPM; 0 means 16.";
    }
    pub mod ident2 = "IDENT2" at 0x008 Read reserved 0xffff_f000, "Identity: sizes of memories."
    {
        VRISZ, "vrisz", 0, 4, Uint, "", "VRI memory; 0 half, 1 full.";
        TLBSZ, "tlbsz", 4, 4, Uint, "", "Tile buffer; 0 half, 1 full, 2 twice.";
        TLBDB, "tlbdb", 8, 4, Uint, "", "Tile buffer can be double-buffered.";
    }
    pub mod scratch = "SCRATCH" at 0x010 ReadWrite, "Scratch register; without effect."
    {
        SCRATCH, "scratch", 0, 32, Hex, "", "The value.";
    }
    pub mod l2cactl = "L2CACTL" at 0x020 ReadWrite reserved 0xffff_fff8, "L2 cache control."
    {
        L2CENA, "l2cena", 0, 1, Bool, "", "Write 1: enable. Reads 1 if enabled.";
        L2CDIS, "l2cdis", 1, 1, Bool, "", "Write 1: disable.";
        L2CCLR, "l2cclr", 2, 1, Bool, "", "Write 1: clear.";
    }
    pub mod slcactl = "SLCACTL" at 0x024 Write reserved 0xf0f0_f0f0, "Slice cache control: bit n of a field clears the cache of slice n."
    {
        ICCS, "iccs", 0, 4, Hex, "", "Instruction caches.";
        UCCS, "uccs", 8, 4, Hex, "", "Uniform caches.";
        T0CCS, "t0ccs", 16, 4, Hex, "", "Texture unit 0 caches.";
        T1CCS, "t1ccs", 24, 4, Hex, "", "Texture unit 1 caches.";
    }
    pub mod intctl = "INTCTL" at 0x030 WriteOneToClear reserved 0xffff_fff0, "Interrupts: pending; writing ones clears."
    {
        FRDONE, "frdone", 0, 1, Bool, "", "Rendering is done: a frame has ended.";
        FLDONE, "fldone", 1, 1, Bool, "", "Binning is done: a flush is complete.";
        OUTOMEM, "outomem", 2, 1, Bool, "", "The binner is out of memory.";
        SPILLUSE, "spilluse", 3, 1, Bool, "", "The binner has started to use the overflow memory.";
    }
    pub mod intena = "INTENA" at 0x034 ReadWrite, "Interrupts: enabled; writing ones enables." as intctl;
    pub mod intdis = "INTDIS" at 0x038 ReadWrite, "Interrupts: disabled; writing ones disables." as intctl;
    // Control list executor. Thread 0 bins, thread 1 renders.
    pub mod ct0cs = "CT0CS" at 0x100 ReadWrite reserved 0xffff_0cc6, "Thread 0: control and status."
    {
        CTMODE, "ctmode", 0, 1, Bool, "", "The list is waiting; read only.";
        CTERR, "cterr", 3, 1, Bool, "", "A packet could not be executed; read only.";
        CTSUBS, "ctsubs", 4, 1, Bool, "", "In a sub-list; write 1 to leave it.";
        CTRUN, "ctrun", 5, 1, Bool, "", "Running; write 1 to stop.";
        CTRTSD, "ctrtsd", 8, 2, Uint, "", "Depth of the return stack; read only.";
        CTSEMA, "ctsema", 12, 3, Uint, "", "The semaphore; read only.";
        CTRSTA, "ctrsta", 15, 1, Bool, "", "Write 1: reset the thread.";
    }
    pub mod ct1cs = "CT1CS" at 0x104 ReadWrite, "Thread 1: control and status." as ct0cs;
    pub mod ct0ea = "CT0EA" at 0x108 ReadWrite, "Thread 0: end address. Writing it starts the list."
    {
        CTLEA, "ctlea", 0, 32, Address(0), "", "Address after the last byte.";
    }
    pub mod ct1ea = "CT1EA" at 0x10c ReadWrite, "Thread 1: end address. Writing it starts the list." as ct0ea;
    pub mod ct0ca = "CT0CA" at 0x110 ReadWrite, "Thread 0: current address."
    {
        CTLCA, "ctlca", 0, 32, Address(0), "", "The packet being executed.";
    }
    pub mod ct1ca = "CT1CA" at 0x114 ReadWrite, "Thread 1: current address." as ct0ca;
    pub mod ct00ra0 = "CT00RA0" at 0x118 Read, "Thread 0: return address."
    {
        CTLRA, "ctlra", 0, 32, Address(0), "", "Target of RETURN_FROM_SUB_LIST.";
    }
    pub mod ct01ra0 = "CT01RA0" at 0x11c Read, "Thread 1: return address." as ct00ra0;
    pub mod ct0lc = "CT0LC" at 0x120 ReadWrite, "Thread 0: list counters."
    {
        CTLSLCS, "ctlslcs", 0, 16, Uint, "", "Sub-list returns; written to set.";
        CTLLCM, "ctllcm", 16, 16, Uint, "", "Major list markers; written to set.";
    }
    pub mod ct1lc = "CT1LC" at 0x124 ReadWrite, "Thread 1: list counters." as ct0lc;
    pub mod ct0pc = "CT0PC" at 0x128 Read, "Thread 0: primitive list counter."
    {
        CTLPC, "ctlpc", 0, 32, Uint, "", "Primitives left in the current list.";
    }
    pub mod ct1pc = "CT1PC" at 0x12c Read, "Thread 1: primitive list counter." as ct0pc;
    // Pipeline.
    pub mod pcs = "PCS" at 0x130 Read reserved 0xffff_fef0, "Pipeline control and status."
    {
        BMACTIVE, "bmactive", 0, 1, Bool, "", "Binning is active.";
        BMBUSY, "bmbusy", 1, 1, Bool, "", "Binning is busy.";
        RMACTIVE, "rmactive", 2, 1, Bool, "", "Rendering is active.";
        RMBUSY, "rmbusy", 3, 1, Bool, "", "Rendering is busy.";
        BMOOM, "bmoom", 8, 1, Bool, "", "Binning is out of memory.";
    }
    pub mod bfc = "BFC" at 0x134 ReadWrite reserved 0xffff_ff00, "Binning flush count; a write of 1 clears it."
    {
        BMFCT, "bmfct", 0, 8, Uint, "", "Flushes, modulo 256.";
    }
    pub mod rfc = "RFC" at 0x138 ReadWrite reserved 0xffff_ff00, "Rendering frame count; a write of 1 clears it."
    {
        RMFCT, "rmfct", 0, 8, Uint, "", "Frames, modulo 256.";
    }
    pub mod bpca = "BPCA" at 0x300 Read, "Binning memory pool: current address."
    {
        BMPCA, "bmpca", 0, 32, Address(0), "", "Next byte to allocate.";
    }
    pub mod bpcs = "BPCS" at 0x304 Read, "Binning memory pool: remaining size."
    {
        BMPRS, "bmprs", 0, 32, Uint, "bytes", "Bytes left.";
    }
    pub mod bpoa = "BPOA" at 0x308 ReadWrite, "Binning memory pool: overflow memory."
    {
        BMPOA, "bmpoa", 0, 32, Address(0), "", "Its address.";
    }
    pub mod bpos = "BPOS" at 0x30c ReadWrite, "Binning memory pool: size of the overflow memory. Writing it supplies the memory."
    {
        BMPOS, "bmpos", 0, 32, Uint, "bytes", "Its size; the hardware clears it when it takes the memory.";
    }
    pub mod bxcf = "BXCF" at 0x310 ReadWrite reserved 0xffff_fffc, "Binner debug."
    {
        FWDDISA, "fwddisa", 0, 1, Bool, "", "Disable forwarding in the state cache.";
        CLIPDISA, "clipdisa", 1, 1, Bool, "", "Disable clipping.";
    }
    // QPU scheduler.
    pub mod sqrsv0 = "SQRSV0" at 0x410 ReadWrite, "QPU 0 to 7: program types that they do not run."
    {
        QPURSV0, "qpursv0", 0, 4, Hex, "", "QPU 0: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
        QPURSV1, "qpursv1", 4, 4, Hex, "", "QPU 1: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
        QPURSV2, "qpursv2", 8, 4, Hex, "", "QPU 2: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
        QPURSV3, "qpursv3", 12, 4, Hex, "", "QPU 3: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
        QPURSV4, "qpursv4", 16, 4, Hex, "", "QPU 4: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
        QPURSV5, "qpursv5", 20, 4, Hex, "", "QPU 5: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
        QPURSV6, "qpursv6", 24, 4, Hex, "", "QPU 6: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
        QPURSV7, "qpursv7", 28, 4, Hex, "", "QPU 7: bit 0 no user programs, 1 no fragment, 2 no vertex, 3 no coordinate shaders.";
    }
    pub mod sqrsv1 = "SQRSV1" at 0x414 ReadWrite, "QPU 8 to 15: program types that they do not run."
    {
        QPURSV8, "qpursv8", 0, 4, Hex, "", "QPU 8: as QPU 0.";
        QPURSV9, "qpursv9", 4, 4, Hex, "", "QPU 9: as QPU 0.";
        QPURSV10, "qpursv10", 8, 4, Hex, "", "QPU 10: as QPU 0.";
        QPURSV11, "qpursv11", 12, 4, Hex, "", "QPU 11: as QPU 0.";
        QPURSV12, "qpursv12", 16, 4, Hex, "", "QPU 12: as QPU 0.";
        QPURSV13, "qpursv13", 20, 4, Hex, "", "QPU 13: as QPU 0.";
        QPURSV14, "qpursv14", 24, 4, Hex, "", "QPU 14: as QPU 0.";
        QPURSV15, "qpursv15", 28, 4, Hex, "", "QPU 15: as QPU 0.";
    }
    pub mod sqcntl = "SQCNTL" at 0x418 ReadWrite reserved 0xffff_fff0, "QPU scheduler control."
    {
        VSRBL, "vsrbl", 0, 2, Uint, "", "Vertex shader bypass limit.";
        CSRBL, "csrbl", 2, 2, Uint, "", "Coordinate shader bypass limit.";
    }
    pub mod sqcstat = "SQCSTAT" at 0x41c Read from DEBUG, "QPU scheduler state; undocumented." word Hex, "", "Unknown.";
    pub mod srqpc = "SRQPC" at 0x430 Write, "User program request: code address. Writing it queues the program."
    {
        QPURQPC, "qpurqpc", 0, 32, Address(0), "", "The code.";
    }
    pub mod srqua = "SRQUA" at 0x434 ReadWrite, "User program request: uniforms address."
    {
        QPURQUA, "qpurqua", 0, 32, Address(0), "", "The uniforms of the next request.";
    }
    pub mod srqul = "SRQUL" at 0x438 ReadWrite reserved 0xffff_f000, "User program request: number of uniforms."
    {
        QPURQUL, "qpurqul", 0, 12, Uint, "", "Number of words that the next request may read.";
    }
    pub mod srqcs = "SRQCS" at 0x43c ReadWrite reserved 0xff00_0040, "User program requests: control and status."
    {
        QPURQL, "qpurql", 0, 6, Uint, "", "Requests in the queue; write 1 to bit 0 to clear it.";
        QPURQERR, "qpurqerr", 7, 1, Bool, "", "A request found the queue full; write 1 to clear.";
        QPURQCM, "qpurqcm", 8, 8, Uint, "", "Requests made, modulo 256; write 1 to clear.";
        QPURQCC, "qpurqcc", 16, 8, Uint, "", "Programs completed, modulo 256; write 1 to clear.";
    }
    // VPM.
    pub mod vpacntl = "VPACNTL" at 0x500 ReadWrite reserved 0xffff_c000, "VPM allocator control."
    {
        VPARALIM, "vparalim", 0, 3, Uint, "", "Rendering: allocation limit.";
        VPABALIM, "vpabalim", 3, 3, Uint, "", "Binning: allocation limit.";
        VPARATO, "vparato", 6, 3, Uint, "", "Rendering: allocation timeout.";
        VPABATO, "vpabato", 9, 3, Uint, "", "Binning: allocation timeout.";
        VPALIMEN, "vpalimen", 12, 1, Bool, "", "Enable the limits.";
        VPATOEN, "vpatoen", 13, 1, Bool, "", "Enable the timeouts.";
    }
    pub mod vpmbase = "VPMBASE" at 0x504 ReadWrite reserved 0xffff_ffe0, "VPM memory reserved for user programs."
    {
        VPMURSV, "vpmursv", 0, 5, Uint, "", "How much, in units of 256 bytes.";
    }
    // Performance counters.
    pub mod pctrc = "PCTRC" at 0x670 Write reserved 0xffff_0000, "Performance counters: clear."
    {
        CTCLR, "ctclr", 0, 16, Hex, "", "Bit n: clear counter n.";
    }
    pub mod pctre = "PCTRE" at 0x674 ReadWrite reserved 0x7fff_0000, "Performance counters: enable."
    {
        CTEN, "cten", 0, 16, Hex, "", "Bit n: enable counter n.";
        ENABLE, "enable", 31, 1, Bool, "", "Enable counting at all; the guide calls it reserved.";
    }
    pub mod pctr0 = "PCTR0" at 0x680 ReadWrite, "Performance counter 0: count."
    {
        PCTR, "pctr", 0, 32, Uint, "", "Events so far.";
    }
    pub mod pctrs0 = "PCTRS0" at 0x684 ReadWrite reserved 0xffff_ffe0, "Performance counter 0: counted event."
    {
        PCTRS, "pctrs", 0, 5, Uint, "", "Index into `PERFORMANCE_EVENTS`.";
    }
    pub mod pctr1 = "PCTR1" at 0x688 ReadWrite, "Performance counter 1: count." as pctr0;
    pub mod pctrs1 = "PCTRS1" at 0x68c ReadWrite, "Performance counter 1: counted event." as pctrs0;
    pub mod pctr2 = "PCTR2" at 0x690 ReadWrite, "Performance counter 2: count." as pctr0;
    pub mod pctrs2 = "PCTRS2" at 0x694 ReadWrite, "Performance counter 2: counted event." as pctrs0;
    pub mod pctr3 = "PCTR3" at 0x698 ReadWrite, "Performance counter 3: count." as pctr0;
    pub mod pctrs3 = "PCTRS3" at 0x69c ReadWrite, "Performance counter 3: counted event." as pctrs0;
    pub mod pctr4 = "PCTR4" at 0x6a0 ReadWrite, "Performance counter 4: count." as pctr0;
    pub mod pctrs4 = "PCTRS4" at 0x6a4 ReadWrite, "Performance counter 4: counted event." as pctrs0;
    pub mod pctr5 = "PCTR5" at 0x6a8 ReadWrite, "Performance counter 5: count." as pctr0;
    pub mod pctrs5 = "PCTRS5" at 0x6ac ReadWrite, "Performance counter 5: counted event." as pctrs0;
    pub mod pctr6 = "PCTR6" at 0x6b0 ReadWrite, "Performance counter 6: count." as pctr0;
    pub mod pctrs6 = "PCTRS6" at 0x6b4 ReadWrite, "Performance counter 6: counted event." as pctrs0;
    pub mod pctr7 = "PCTR7" at 0x6b8 ReadWrite, "Performance counter 7: count." as pctr0;
    pub mod pctrs7 = "PCTRS7" at 0x6bc ReadWrite, "Performance counter 7: counted event." as pctrs0;
    pub mod pctr8 = "PCTR8" at 0x6c0 ReadWrite, "Performance counter 8: count." as pctr0;
    pub mod pctrs8 = "PCTRS8" at 0x6c4 ReadWrite, "Performance counter 8: counted event." as pctrs0;
    pub mod pctr9 = "PCTR9" at 0x6c8 ReadWrite, "Performance counter 9: count." as pctr0;
    pub mod pctrs9 = "PCTRS9" at 0x6cc ReadWrite, "Performance counter 9: counted event." as pctrs0;
    pub mod pctr10 = "PCTR10" at 0x6d0 ReadWrite, "Performance counter 10: count." as pctr0;
    pub mod pctrs10 = "PCTRS10" at 0x6d4 ReadWrite, "Performance counter 10: counted event." as pctrs0;
    pub mod pctr11 = "PCTR11" at 0x6d8 ReadWrite, "Performance counter 11: count." as pctr0;
    pub mod pctrs11 = "PCTRS11" at 0x6dc ReadWrite, "Performance counter 11: counted event." as pctrs0;
    pub mod pctr12 = "PCTR12" at 0x6e0 ReadWrite, "Performance counter 12: count." as pctr0;
    pub mod pctrs12 = "PCTRS12" at 0x6e4 ReadWrite, "Performance counter 12: counted event." as pctrs0;
    pub mod pctr13 = "PCTR13" at 0x6e8 ReadWrite, "Performance counter 13: count." as pctr0;
    pub mod pctrs13 = "PCTRS13" at 0x6ec ReadWrite, "Performance counter 13: counted event." as pctrs0;
    pub mod pctr14 = "PCTR14" at 0x6f0 ReadWrite, "Performance counter 14: count." as pctr0;
    pub mod pctrs14 = "PCTRS14" at 0x6f4 ReadWrite, "Performance counter 14: counted event." as pctrs0;
    pub mod pctr15 = "PCTR15" at 0x6f8 ReadWrite, "Performance counter 15: count." as pctr0;
    pub mod pctrs15 = "PCTRS15" at 0x6fc ReadWrite, "Performance counter 15: counted event." as pctrs0;
    // Debug.
    pub mod dbcfg = "DBCFG" at 0xe00 ReadWrite from SEEN reserved 0xffff_fffe, "Debug configuration."
    {
        QITENA, "qitena", 0, 1, Bool, "", "Enable interrupts by QPU programs.";
    }
    pub mod dbscs = "DBSCS" at 0xe04 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbscfg = "DBSCFG" at 0xe08 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbssr = "DBSSR" at 0xe0c ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbsdr0 = "DBSDR0" at 0xe10 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbsdr1 = "DBSDR1" at 0xe14 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbsdr2 = "DBSDR2" at 0xe18 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbsdr3 = "DBSDR3" at 0xe1c ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbqrun = "DBQRUN" at 0xe20 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbqhlt = "DBQHLT" at 0xe24 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbqstp = "DBQSTP" at 0xe28 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbqite = "DBQITE" at 0xe2c ReadWrite from SEEN reserved 0xffff_0000, "Interrupts by QPU programs: enabled."
    {
        IE_QPU, "ie_qpu", 0, 16, Hex, "", "Bit n: QPU n may interrupt the host.";
    }
    pub mod dbqitc = "DBQITC" at 0xe30 WriteOneToClear from SEEN reserved 0xffff_0000, "Interrupts by QPU programs: pending; writing ones clears."
    {
        IC_QPU, "ic_qpu", 0, 16, Hex, "", "Bit n: QPU n has interrupted the host.";
    }
    pub mod dbqghc = "DBQGHC" at 0xe34 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbqghg = "DBQGHG" at 0xe38 ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbqghh = "DBQGHH" at 0xe3c ReadWrite from DEBUG, "Debug; undocumented." word Hex, "", "Unknown.";
    pub mod dbge = "DBGE" at 0xf00 Read reserved 0xffe0_fff9, "Error signals of the primitive setup engine."
    {
        VR1_A, "vr1_a", 1, 1, Bool, "", "Signal: vr1 a.";
        VR1_B, "vr1_b", 2, 1, Bool, "", "Signal: vr1 b.";
        MULIP0, "mulip0", 16, 1, Bool, "", "Signal: mulip0.";
        MULIP1, "mulip1", 17, 1, Bool, "", "Signal: mulip1.";
        MULIP2, "mulip2", 18, 1, Bool, "", "Signal: mulip2.";
        IPD2_VALID, "ipd2_valid", 19, 1, Bool, "", "Signal: ipd2 valid.";
        IPD2_FPDUSED, "ipd2_fpdused", 20, 1, Bool, "", "Signal: ipd2 fpdused.";
    }
    pub mod fdbgo = "FDBGO" at 0xf04 Read reserved 0xfffd_0301, "Front end pipe: overruns."
    {
        WCOEFF_FIFO_FULL, "wcoeff_fifo_full", 1, 1, Bool, "", "Signal: wcoeff fifo full.";
        XYRELZ_FIFO_FULL, "xyrelz_fifo_full", 2, 1, Bool, "", "Signal: xyrelz fifo full.";
        QBFR_FIFO_ORUN, "qbfr_fifo_orun", 3, 1, Bool, "", "Signal: qbfr fifo orun.";
        QBSZ_FIFO_ORUN, "qbsz_fifo_orun", 4, 1, Bool, "", "Signal: qbsz fifo orun.";
        XYFO_FIFO_ORUN, "xyfo_fifo_orun", 5, 1, Bool, "", "Signal: xyfo fifo orun.";
        FIXZ_ORUN, "fixz_orun", 6, 1, Bool, "", "Signal: fixz orun.";
        XYRELO_FIFO_ORUN, "xyrelo_fifo_orun", 7, 1, Bool, "", "Signal: xyrelo fifo orun.";
        XYRELW_FIFO_ORUN, "xyrelw_fifo_orun", 10, 1, Bool, "", "Signal: xyrelw fifo orun.";
        ZCOEFF_FIFO_FULL, "zcoeff_fifo_full", 11, 1, Bool, "", "Signal: zcoeff fifo full.";
        REFXY_FIFO_ORUN, "refxy_fifo_orun", 12, 1, Bool, "", "Signal: refxy fifo orun.";
        DEPTHO_FIFO_ORUN, "deptho_fifo_orun", 13, 1, Bool, "", "Signal: deptho fifo orun.";
        DEPTHO_ORUN, "deptho_orun", 14, 1, Bool, "", "Signal: deptho orun.";
        EZVAL_FIFO_ORUN, "ezval_fifo_orun", 15, 1, Bool, "", "Signal: ezval fifo orun.";
        EZREQ_FIFO_ORUN, "ezreq_fifo_orun", 17, 1, Bool, "", "Signal: ezreq fifo orun.";
    }
    pub mod fdbgb = "FDBGB" at 0xf08 Read reserved 0xe17f_ff00, "Front end pipe: ready, stall and busy signals."
    {
        EDGES_STALL, "edges_stall", 0, 1, Bool, "", "Signal: edges stall.";
        EDGES_READY, "edges_ready", 1, 1, Bool, "", "Signal: edges ready.";
        EDGES_ISCTRL, "edges_isctrl", 2, 1, Bool, "", "Signal: edges isctrl.";
        EDGES_CTRLID, "edges_ctrlid", 3, 3, Uint, "", "Signal: edges ctrlid.";
        ZRWPE_STALL, "zrwpe_stall", 6, 1, Bool, "", "Signal: zrwpe stall.";
        ZRWPE_READY, "zrwpe_ready", 7, 1, Bool, "", "Signal: zrwpe ready.";
        EZ_DATA_READY, "ez_data_ready", 23, 1, Bool, "", "Signal: ez data ready.";
        EZ_XY_READY, "ez_xy_ready", 25, 1, Bool, "", "Signal: ez xy ready.";
        RAST_BUSY, "rast_busy", 26, 1, Bool, "", "Signal: rast busy.";
        QXYF_FIFO_OP_READY, "qxyf_fifo_op_ready", 27, 1, Bool, "", "Signal: qxyf fifo op ready.";
        XYFO_FIFO_OP_READY, "xyfo_fifo_op_ready", 28, 1, Bool, "", "Signal: xyfo fifo op ready.";
    }
    pub mod fdbgr = "FDBGR" at 0xf0c Read reserved 0xa600_9700, "Front end pipe: internal ready signals."
    {
        QXYF_FIFO_READY, "qxyf_fifo_ready", 0, 1, Bool, "", "Signal: qxyf fifo ready.";
        EZREQ_FIFO_READY, "ezreq_fifo_ready", 1, 1, Bool, "", "Signal: ezreq fifo ready.";
        EZVAL_FIFO_READY, "ezval_fifo_ready", 2, 1, Bool, "", "Signal: ezval fifo ready.";
        DEPTHO_FIFO_READY, "deptho_fifo_ready", 3, 1, Bool, "", "Signal: deptho fifo ready.";
        REFXY_FIFO_READY, "refxy_fifo_ready", 4, 1, Bool, "", "Signal: refxy fifo ready.";
        ZCOEFF_FIFO_READY, "zcoeff_fifo_ready", 5, 1, Bool, "", "Signal: zcoeff fifo ready.";
        XYRELW_FIFO_READY, "xyrelw_fifo_ready", 6, 1, Bool, "", "Signal: xyrelw fifo ready.";
        WCOEFF_FIFO_READY, "wcoeff_fifo_ready", 7, 1, Bool, "", "Signal: wcoeff fifo ready.";
        XYRELO_FIFO_READY, "xyrelo_fifo_ready", 11, 1, Bool, "", "Signal: xyrelo fifo ready.";
        ZO_FIFO_READY, "zo_fifo_ready", 13, 1, Bool, "", "Signal: zo fifo ready.";
        XYFO_FIFO_READY, "xyfo_fifo_ready", 14, 1, Bool, "", "Signal: xyfo fifo ready.";
        RAST_READY, "rast_ready", 16, 1, Bool, "", "Signal: rast ready.";
        RAST_LAST, "rast_last", 17, 1, Bool, "", "Signal: rast last.";
        DEPTHO_READY, "deptho_ready", 18, 1, Bool, "", "Signal: deptho ready.";
        EZLIM_READY, "ezlim_ready", 19, 1, Bool, "", "Signal: ezlim ready.";
        XYNRM_READY, "xynrm_ready", 20, 1, Bool, "", "Signal: xynrm ready.";
        XYNRM_LAST, "xynrm_last", 21, 1, Bool, "", "Signal: xynrm last.";
        XYRELZ_FIFO_READY, "xyrelz_fifo_ready", 22, 1, Bool, "", "Signal: xyrelz fifo ready.";
        XYRELZ_FIFO_LAST, "xyrelz_fifo_last", 23, 1, Bool, "", "Signal: xyrelz fifo last.";
        INTERPZ_READY, "interpz_ready", 24, 1, Bool, "", "Signal: interpz ready.";
        INTERPRW_READY, "interprw_ready", 27, 1, Bool, "", "Signal: interprw ready.";
        RECIPW_READY, "recipw_ready", 28, 1, Bool, "", "Signal: recipw ready.";
        FIXZ_READY, "fixz_ready", 30, 1, Bool, "", "Signal: fixz ready.";
    }
    pub mod fdbgs = "FDBGS" at 0xf10 Read reserved 0xedb8_0000, "Front end pipe: internal stall signals."
    {
        EZTEST_IP_QSTALL, "eztest_ip_qstall", 0, 1, Bool, "", "Signal: eztest ip qstall.";
        EZTEST_IP_PRSTALL, "eztest_ip_prstall", 1, 1, Bool, "", "Signal: eztest ip prstall.";
        EZTEST_IP_VLFSTALL, "eztest_ip_vlfstall", 2, 1, Bool, "", "Signal: eztest ip vlfstall.";
        EZTEST_STALL, "eztest_stall", 3, 1, Bool, "", "Signal: eztest stall.";
        EZTEST_VLF_OKNOVALID, "eztest_vlf_oknovalid", 4, 1, Bool, "", "Signal: eztest vlf oknovalid.";
        EZTEST_QREADY, "eztest_qready", 5, 1, Bool, "", "Signal: eztest qready.";
        EZTEST_ANYQF, "eztest_anyqf", 6, 1, Bool, "", "Signal: eztest anyqf.";
        EZTEST_ANYQVALID, "eztest_anyqvalid", 7, 1, Bool, "", "Signal: eztest anyqvalid.";
        QXYF_FIFO_OP1_VALID, "qxyf_fifo_op1_valid", 8, 1, Bool, "", "Signal: qxyf fifo op1 valid.";
        QXYF_FIFO_OP1_LAST, "qxyf_fifo_op1_last", 9, 1, Bool, "", "Signal: qxyf fifo op1 last.";
        QXYF_FIFO_OP1_DUMMY, "qxyf_fifo_op1_dummy", 10, 1, Bool, "", "Signal: qxyf fifo op1 dummy.";
        QXYF_FIFO_OP_LAST, "qxyf_fifo_op_last", 11, 1, Bool, "", "Signal: qxyf fifo op last.";
        QXYF_FIFO_OP_VALID, "qxyf_fifo_op_valid", 12, 1, Bool, "", "Signal: qxyf fifo op valid.";
        EZREQ_FIFO_OP_VALID, "ezreq_fifo_op_valid", 13, 1, Bool, "", "Signal: ezreq fifo op valid.";
        XYNRM_IP_STALL, "xynrm_ip_stall", 14, 1, Bool, "", "Signal: xynrm ip stall.";
        EZLIM_IP_STALL, "ezlim_ip_stall", 15, 1, Bool, "", "Signal: ezlim ip stall.";
        DEPTHO_FIFO_IP_STALL, "deptho_fifo_ip_stall", 16, 1, Bool, "", "Signal: deptho fifo ip stall.";
        INTERPZ_IP_STALL, "interpz_ip_stall", 17, 1, Bool, "", "Signal: interpz ip stall.";
        XYRELZ_FIFO_IP_STALL, "xyrelz_fifo_ip_stall", 18, 1, Bool, "", "Signal: xyrelz fifo ip stall.";
        INTERPW_IP_STALL, "interpw_ip_stall", 22, 1, Bool, "", "Signal: interpw ip stall.";
        RECIPW_IP_STALL, "recipw_ip_stall", 25, 1, Bool, "", "Signal: recipw ip stall.";
        ZO_FIFO_IP_STALL, "zo_fifo_ip_stall", 28, 1, Bool, "", "Signal: zo fifo ip stall.";
    }
    pub mod errstat = "ERRSTAT" at 0xf20 Read reserved 0xffff_0000, "Errors of the VPM, VDW, VCD, VCM and L2 cache."
    {
        VPAEABB, "vpaeabb", 0, 1, Bool, "", "VPM allocator: a base is busy when allocated.";
        VPAERGS, "vpaergs", 1, 1, Bool, "", "VPM allocator: request too big.";
        VPAEBRGL, "vpaebrgl", 2, 1, Bool, "", "VPM allocator: binning request beyond the limit.";
        VPAERRGL, "vpaerrgl", 3, 1, Bool, "", "VPM allocator: rendering request beyond the limit.";
        VPMEWR, "vpmewr", 4, 1, Bool, "", "VPM: write out of range.";
        VPMERR, "vpmerr", 5, 1, Bool, "", "VPM: read out of range.";
        VPMERNA, "vpmerna", 6, 1, Bool, "", "VPM: read of unallocated memory.";
        VPMEWNA, "vpmewna", 7, 1, Bool, "", "VPM: write of unallocated memory.";
        VPMEFNA, "vpmefna", 8, 1, Bool, "", "VPM: free of unallocated memory.";
        VPMEAS, "vpmeas", 9, 1, Bool, "", "VPM: allocated size error.";
        VDWE, "vdwe", 10, 1, Bool, "", "VDW: address overflows.";
        VCDE, "vcde", 11, 1, Bool, "", "VCD: FIFO pointers out of step.";
        VCDI, "vcdi", 12, 1, Bool, "", "VCD is idle.";
        VCMRE, "vcmre", 13, 1, Bool, "", "VCM: renderer error.";
        VCMBE, "vcmbe", 14, 1, Bool, "", "VCM: binner error.";
        L2CARE, "l2care", 15, 1, Bool, "", "L2 cache: receive FIFO overrun.";
    }
}

/// The register at byte `offset`.
pub fn find(offset: u32) -> Option<&'static RegisterRow> {
    let place = REGISTERS.binary_search_by_key(&offset, |r| r.offset);
    place.ok().map(|i| &REGISTERS[i])
}

/// The register of a name, with or without `V3D_` before it; letter case does
/// not matter.
pub fn find_by_name(name: &str) -> Option<&'static RegisterRow> {
    let short = match name.get(..4) {
        Some(prefix) if prefix.eq_ignore_ascii_case("V3D_") => &name[4..],
        _ => name,
    };
    REGISTERS
        .iter()
        .find(|r| r.name().eq_ignore_ascii_case(short))
}

/// Events that a performance counter can count, by the value of its PCTRS register.
/// Names: `include/drm-uapi/vc4_drm.h` without the `VC4_PERFCNT_`.
pub static PERFORMANCE_EVENTS: [&str; 30] = [
    "FEP_VALID_PRIMS_NO_RENDER",
    "FEP_VALID_PRIMS_RENDER",
    "FEP_CLIPPED_QUADS",
    "FEP_VALID_QUADS",
    "TLB_QUADS_NOT_PASSING_STENCIL",
    "TLB_QUADS_NOT_PASSING_Z_AND_STENCIL",
    "TLB_QUADS_PASSING_Z_AND_STENCIL",
    "TLB_QUADS_ZERO_COVERAGE",
    "TLB_QUADS_NON_ZERO_COVERAGE",
    "TLB_QUADS_WRITTEN_TO_COLOR_BUF",
    "PLB_PRIMS_OUTSIDE_VIEWPORT",
    "PLB_PRIMS_NEED_CLIPPING",
    "PSE_PRIMS_REVERSED",
    "QPU_TOTAL_IDLE_CYCLES",
    "QPU_TOTAL_CLK_CYCLES_VERTEX_COORD_SHADING",
    "QPU_TOTAL_CLK_CYCLES_FRAGMENT_SHADING",
    "QPU_TOTAL_CLK_CYCLES_EXEC_VALID_INST",
    "QPU_TOTAL_CLK_CYCLES_WAITING_TMUS",
    "QPU_TOTAL_CLK_CYCLES_WAITING_SCOREBOARD",
    "QPU_TOTAL_CLK_CYCLES_WAITING_VARYINGS",
    "QPU_TOTAL_INST_CACHE_HIT",
    "QPU_TOTAL_INST_CACHE_MISS",
    "QPU_TOTAL_UNIFORM_CACHE_HIT",
    "QPU_TOTAL_UNIFORM_CACHE_MISS",
    "TMU_TOTAL_TEXT_QUADS_PROCESSED",
    "TMU_TOTAL_TEXT_CACHE_MISS",
    "VPM_TOTAL_CLK_CYCLES_VDW_STALLED",
    "VPM_TOTAL_CLK_CYCLES_VCD_STALLED",
    "L2C_TOTAL_L2_CACHE_HIT",
    "L2C_TOTAL_L2_CACHE_MISS",
];
