//! Instructions for the same operation: with AVX-512, and with AVX2.

use iced_x86::Code;

pub(crate) const ADDPD: [Code; 2] = [
    Code::EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er,
    Code::VEX_Vaddpd_ymm_ymm_ymmm256,
];
pub(crate) const ADDPS: [Code; 2] = [
    Code::EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er,
    Code::VEX_Vaddps_ymm_ymm_ymmm256,
];
pub(crate) const CVTDQ2PS: [Code; 2] = [
    Code::EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er,
    Code::VEX_Vcvtdq2ps_ymm_ymmm256,
];
pub(crate) const CVTTPS2DQ: [Code; 2] = [
    Code::EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae,
    Code::VEX_Vcvttps2dq_ymm_ymmm256,
];
pub(crate) const DIVPD: [Code; 2] = [
    Code::EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er,
    Code::VEX_Vdivpd_ymm_ymm_ymmm256,
];
pub(crate) const DIVPS: [Code; 2] = [
    Code::EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er,
    Code::VEX_Vdivps_ymm_ymm_ymmm256,
];
pub(crate) const MINPS: [Code; 2] = [
    Code::EVEX_Vminps_zmm_k1z_zmm_zmmm512b32_sae,
    Code::VEX_Vminps_ymm_ymm_ymmm256,
];
pub(crate) const MULPD: [Code; 2] = [
    Code::EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er,
    Code::VEX_Vmulpd_ymm_ymm_ymmm256,
];
pub(crate) const MULPS: [Code; 2] = [
    Code::EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er,
    Code::VEX_Vmulps_ymm_ymm_ymmm256,
];
pub(crate) const PADDD: [Code; 2] = [
    Code::EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpaddd_ymm_ymm_ymmm256,
];
pub(crate) const PADDUSB: [Code; 2] = [
    Code::EVEX_Vpaddusb_zmm_k1z_zmm_zmmm512,
    Code::VEX_Vpaddusb_ymm_ymm_ymmm256,
];
pub(crate) const PANDD: [Code; 2] = [
    Code::EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpand_ymm_ymm_ymmm256,
];
pub(crate) const PMAXSD: [Code; 2] = [
    Code::EVEX_Vpmaxsd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpmaxsd_ymm_ymm_ymmm256,
];
pub(crate) const PMAXUB: [Code; 2] = [
    Code::EVEX_Vpmaxub_zmm_k1z_zmm_zmmm512,
    Code::VEX_Vpmaxub_ymm_ymm_ymmm256,
];
pub(crate) const PMAXUD: [Code; 2] = [
    Code::EVEX_Vpmaxud_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpmaxud_ymm_ymm_ymmm256,
];
pub(crate) const PMINSD: [Code; 2] = [
    Code::EVEX_Vpminsd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpminsd_ymm_ymm_ymmm256,
];
pub(crate) const PMINUB: [Code; 2] = [
    Code::EVEX_Vpminub_zmm_k1z_zmm_zmmm512,
    Code::VEX_Vpminub_ymm_ymm_ymmm256,
];
pub(crate) const PMINUD: [Code; 2] = [
    Code::EVEX_Vpminud_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpminud_ymm_ymm_ymmm256,
];
pub(crate) const PMULLD: [Code; 2] = [
    Code::EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpmulld_ymm_ymm_ymmm256,
];
pub(crate) const PORD: [Code; 2] = [
    Code::EVEX_Vpord_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpor_ymm_ymm_ymmm256,
];
pub(crate) const PSLLD_BY: [Code; 2] = [
    Code::EVEX_Vpslld_zmm_k1z_zmmm512b32_imm8,
    Code::VEX_Vpslld_ymm_ymm_imm8,
];
pub(crate) const PSLLVD: [Code; 2] = [
    Code::EVEX_Vpsllvd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpsllvd_ymm_ymm_ymmm256,
];
pub(crate) const PSRAD_BY: [Code; 2] = [
    Code::EVEX_Vpsrad_zmm_k1z_zmmm512b32_imm8,
    Code::VEX_Vpsrad_ymm_ymm_imm8,
];
pub(crate) const PSRAVD: [Code; 2] = [
    Code::EVEX_Vpsravd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpsravd_ymm_ymm_ymmm256,
];
pub(crate) const PSRLD_BY: [Code; 2] = [
    Code::EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8,
    Code::VEX_Vpsrld_ymm_ymm_imm8,
];
pub(crate) const PSRLVD: [Code; 2] = [
    Code::EVEX_Vpsrlvd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpsrlvd_ymm_ymm_ymmm256,
];
pub(crate) const PSUBD: [Code; 2] = [
    Code::EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpsubd_ymm_ymm_ymmm256,
];
pub(crate) const PSUBUSB: [Code; 2] = [
    Code::EVEX_Vpsubusb_zmm_k1z_zmm_zmmm512,
    Code::VEX_Vpsubusb_ymm_ymm_ymmm256,
];
pub(crate) const PXORD: [Code; 2] = [
    Code::EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32,
    Code::VEX_Vpxor_ymm_ymm_ymmm256,
];
pub(crate) const SQRTPD: [Code; 2] = [
    Code::EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er,
    Code::VEX_Vsqrtpd_ymm_ymmm256,
];
pub(crate) const SQRTPS: [Code; 2] = [
    Code::EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er,
    Code::VEX_Vsqrtps_ymm_ymmm256,
];
pub(crate) const SUBPD: [Code; 2] = [
    Code::EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er,
    Code::VEX_Vsubpd_ymm_ymm_ymmm256,
];
pub(crate) const SUBPS: [Code; 2] = [
    Code::EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er,
    Code::VEX_Vsubps_ymm_ymm_ymmm256,
];
