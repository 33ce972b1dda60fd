//! Numbers of the registers that say how a pass is drawn.

pub const VSC_BIN_SIZE: u32 = 0x0c02;
pub const VSC_BIN_COUNT: u32 = 0x0c06;
pub const VSC_PIPE_CONFIG: u32 = 0x0c10;
pub const GRAS_SC_WINDOW_SCISSOR_TL: u32 = 0x80f0;
pub const GRAS_SC_WINDOW_SCISSOR_BR: u32 = 0x80f1;
pub const RB_BIN_CONTROL: u32 = 0x8800;
pub const RB_DEST_MSAA_CNTL: u32 = 0x8803;
pub const RB_FS_OUTPUT_CNTL1: u32 = 0x880c;
pub const RB_MRT_BUF_INFO: u32 = 0x8822;
pub const RB_MRT_BASE: u32 = 0x8825;
pub const RB_MRT_BASE_GMEM: u32 = 0x8827;
pub const RB_DEPTH_BUFFER_INFO: u32 = 0x8872;
pub const RB_DEPTH_BUFFER_BASE: u32 = 0x8875;
pub const RB_DEPTH_BUFFER_BASE_GMEM: u32 = 0x8877;
pub const RB_STENCIL_INFO: u32 = 0x8881;
pub const RB_STENCIL_BUFFER_BASE: u32 = 0x8884;
pub const RB_STENCIL_BUFFER_BASE_GMEM: u32 = 0x8886;
pub const RB_BLIT_SCISSOR_BR: u32 = 0x88d2;
pub const RB_BLIT_INFO: u32 = 0x88e3;
pub const RB_2D_BLIT_CNTL: u32 = 0x8c00;
pub const RB_2D_DST: u32 = 0x8c18;
pub const RB_CCU_CNTL: u32 = 0x8e07;
pub const SP_PS_2D_SRC: u32 = 0xb4c2;
