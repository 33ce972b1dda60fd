//! Power management, at 0x100: clocks of idle units. At 0x200 on GC300 before
//! revision 0x2000.

use super::source::RNNDB;
use tilescope_tables::registers;

registers! {
    pub static REGISTERS = "PM.", RNNDB, "The registers, by address.";
    pub mod power_controls = "POWER_CONTROLS" at 0x00100 ReadWrite reserved 0x0000_ff08, "Clocks of all units."
    {
        ENABLE_MODULE_CLOCK_GATING, "enable_module_clock_gating", 0, 1, Bool, "", "Clocks of idle units stop.";
        DISABLE_STALL_MODULE_CLOCK_GATING, "disable_stall_module_clock_gating", 1, 1, Bool, "", "Clocks of stalled units keep running.";
        DISABLE_STARVE_MODULE_CLOCK_GATING, "disable_starve_module_clock_gating", 2, 1, Bool, "", "Clocks of idle units keep running.";
        TURN_ON_COUNTER, "turn_on_counter", 4, 4, Uint, "cycles", "Delay from the start of the clock to that of the unit.";
        TURN_OFF_COUNTER, "turn_off_counter", 16, 16, Uint, "cycles", "Idle time before the clock is stopped.";
    }
    pub mod module_controls = "MODULE_CONTROLS" at 0x00104 ReadWrite reserved 0xffbc_fb00, "Clocks of individual units."
    {
        DISABLE_MODULE_CLOCK_GATING_FE, "disable_module_clock_gating_fe", 0, 1, Bool, "", "The clock of FE never stops.";
        DISABLE_MODULE_CLOCK_GATING_DE, "disable_module_clock_gating_de", 1, 1, Bool, "", "The clock of DE never stops.";
        DISABLE_MODULE_CLOCK_GATING_PE, "disable_module_clock_gating_pe", 2, 1, Bool, "", "The clock of PE never stops.";
        DISABLE_MODULE_CLOCK_GATING_SH, "disable_module_clock_gating_sh", 3, 1, Bool, "", "The clock of SH never stops.";
        DISABLE_MODULE_CLOCK_GATING_PA, "disable_module_clock_gating_pa", 4, 1, Bool, "", "The clock of PA never stops.";
        DISABLE_MODULE_CLOCK_GATING_SE, "disable_module_clock_gating_se", 5, 1, Bool, "", "The clock of SE never stops.";
        DISABLE_MODULE_CLOCK_GATING_RA, "disable_module_clock_gating_ra", 6, 1, Bool, "", "The clock of RA never stops.";
        DISABLE_MODULE_CLOCK_GATING_TX, "disable_module_clock_gating_tx", 7, 1, Bool, "", "The clock of TX never stops.";
        DISABLE_MODULE_CLOCK_GATING_SH_EU, "disable_module_clock_gating_sh_eu", 10, 1, Bool, "", "The clock of SH_EU never stops.";
        DISABLE_MODULE_CLOCK_GATING_RA_EZ, "disable_module_clock_gating_ra_ez", 16, 1, Bool, "", "The clock of RA_EZ never stops.";
        DISABLE_MODULE_CLOCK_GATING_RA_HZ, "disable_module_clock_gating_ra_hz", 17, 1, Bool, "", "The clock of RA_HZ never stops.";
        DISABLE_MODULE_CLOCK_GATING_NN, "disable_module_clock_gating_nn", 22, 1, Bool, "", "The clock of NN never stops.";
    }
    pub mod module_status = "MODULE_STATUS" at 0x00108 Read reserved 0xffff_ff00, "Stopped clocks."
    {
        MODULE_CLOCK_GATED_FE, "module_clock_gated_fe", 0, 1, Bool, "", "That of FE.";
        MODULE_CLOCK_GATED_DE, "module_clock_gated_de", 1, 1, Bool, "", "That of DE.";
        MODULE_CLOCK_GATED_PE, "module_clock_gated_pe", 2, 1, Bool, "", "That of PE.";
        MODULE_CLOCK_GATED_SH, "module_clock_gated_sh", 3, 1, Bool, "", "That of SH.";
        MODULE_CLOCK_GATED_PA, "module_clock_gated_pa", 4, 1, Bool, "", "That of PA.";
        MODULE_CLOCK_GATED_SE, "module_clock_gated_se", 5, 1, Bool, "", "That of SE.";
        MODULE_CLOCK_GATED_RA, "module_clock_gated_ra", 6, 1, Bool, "", "That of RA.";
        MODULE_CLOCK_GATED_TX, "module_clock_gated_tx", 7, 1, Bool, "", "That of TX.";
    }
    pub mod pulse_eater = "PULSE_EATER" at 0x0010c ReadWrite reserved 0xff20_00fe, "Slows the clock down by skipping pulses."
    {
        DISABLE, "disable", 0, 1, Bool, "", "Off; pulsed before a reset.";
        DVFS_PERIOD, "dvfs_period", 8, 8, Uint, "", "Period of the changes of frequency.";
        UNK16, "unk16", 16, 1, Bool, "", "Undocumented; cleared on GC1000 r5039 and r5040.";
        UNK17, "unk17", 17, 1, Bool, "", "Undocumented; set on GC4000 r5208 and r5222.";
        INTERNAL_DFS, "internal_dfs", 18, 1, Bool, "", "The GPU controls its own frequency; set on 3D chips after r5420.";
        UNK19, "unk19", 19, 1, Bool, "", "Undocumented.";
        UNK20, "unk20", 20, 1, Bool, "", "Undocumented.";
        UNK22, "unk22", 22, 1, Bool, "", "Undocumented.";
        UNK23, "unk23", 23, 1, Bool, "", "Undocumented.";
    }
}
