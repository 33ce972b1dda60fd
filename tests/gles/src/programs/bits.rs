//! Integers and bits in shaders: fields, packing, products of two words, shifts.

use super::Program;
use super::modern::{indexed, noise, program, show, sound, words};
use crate::context::Context;

pub const ALL: &[Program] = &[
    program(
        "bits-fields",
        "fields taken and put, bits reversed, counted and found",
        (64, 64),
        fields,
    ),
    program(
        "bits-packing",
        "numbers packed into words and taken out: halves, bytes, shorts",
        (64, 64),
        packing,
    ),
    program(
        "bits-products",
        "products of 64 bits, sums with carries, differences with borrows",
        (64, 64),
        products,
    ),
    program(
        "bits-integers",
        "quotients, remainders, shifts and comparisons, signed and unsigned",
        (64, 64),
        integers,
    ),
    program(
        "bits-floats",
        "the bits of floats, exponents, special numbers",
        (64, 64),
        of_floats,
    ),
];

/// Shows the word that an expression makes of two words of noise, a and b, of the place.
fn shown(c: &Context, body: &str) -> Result<(), String> {
    indexed(c, glow::UNIFORM_BUFFER, 0, &words(&noise(1024)))?;
    show(
        c,
        &format!(
            "layout(std140, binding = 0) uniform Block {{ uvec4 words[256]; }};
            void main() {{ ivec2 p = ivec2(gl_FragCoord.xy); int k = p.y >> 2;
                int i = p.x + (p.y & 3) * 64;
                uint a = words[i].x; uint b = words[i].y; uint r = 0u; {body}
                r ^= r >> 24;
                colour = vec4(r & 255u, (r >> 8) & 255u, (r >> 16) & 255u, 255) / 255.0; }}"
        ),
    )?;
    sound(c)
}

fn fields(c: &Context) -> Result<(), String> {
    shown(
        c,
        "int at = int(b & 31u); int many = int((b >> 8) % uint(33 - at));
        if (k == 0) r = bitfieldExtract(a, at, many);
        else if (k == 1) r = uint(bitfieldExtract(int(a), at, many));
        else if (k == 2) r = bitfieldInsert(a, ~a >> 3, at, many);
        else if (k == 3) r = uint(bitfieldInsert(int(a), int(b), at, many));
        else if (k == 4) r = bitfieldReverse(a);
        else if (k == 5) r = uint(bitfieldReverse(int(a) >> 4));
        else if (k == 6) r = uint(bitCount(a)) * 8u | uint(bitCount(int(~b))) << 11;
        else if (k == 7) r = uint(findLSB(a << (p.x & 31)) * 7 + 8);
        else if (k == 8) r = uint(findMSB(a >> (p.x & 31)) * 7 + 8);
        else if (k == 9) r = uint(findMSB(int(a) >> (p.x & 31)) * 7 + 8);
        else if (k == 10) r = uint(findLSB(p.x < 8 ? 0 : 256 << (p.x & 15)) + 2) * 9u;
        else if (k == 11) r = uint(findMSB(p.x < 8 ? -1 : p.x < 16 ? 0 : -p.x * p.x) + 2) * 9u;
        else if (k == 12) { uvec4 v = bitfieldExtract(words[i], 5, 13); r = v.x ^ v.y << 7 ^ v.w << 13; }
        else if (k == 13) { ivec2 v = bitfieldInsert(ivec2(words[i].xy), ivec2(words[i].zw), 3, 20);
            r = uint(v.x ^ v.y >> 5); }
        else if (k == 14) { uvec4 v = bitfieldReverse(words[i]); r = v.z ^ v.x >> 3; }
        else { ivec4 v = bitCount(words[i]); r = uint(v.x * 5 | v.y << 10 | v.w << 19); }",
    )
}

fn packing(c: &Context) -> Result<(), String> {
    // What is packed is half a step away from where roundings part.
    shown(
        c,
        "vec4 n = vec4(words[i] & 255u); vec2 w = vec2(uvec2(a, b) & 65535u);
        vec4 s = n - 128.0; vec4 v; // Bytes are mediump, unless a variable is not.
        if (k == 0) r = packUnorm4x8(n / 255.0);
        else if (k == 1) r = packSnorm4x8(max(s, -127.0) / 127.0);
        else if (k == 2) r = packUnorm2x16(w / 65535.0);
        else if (k == 3) r = packSnorm2x16(max(w - 32768.0, -32767.0) / 32767.0);
        else if (k == 4) r = packHalf2x16(s.xy * vec2(0.5, 16.0));
        else if (k == 5) r = packHalf2x16(vec2(s.x / 4096.0, s.y * 256.0));
        else if (k == 6) r = packUnorm4x8(s / 64.0);
        else if (k == 7) r = packSnorm4x8(s / 60.0 + 0.001);
        else if (k == 8) { v = unpackUnorm4x8(a); r = uint(dot(v, vec4(255, 510, 1020, 2040)) + 0.5); }
        else if (k == 9) { v = unpackSnorm4x8(a);
            r = uint(dot(v, vec4(127, 254, 508, 1016)) + 4000.5); }
        else if (k == 10) r = uint(dot(unpackUnorm2x16(a), vec2(65535.0)) + 0.5);
        else if (k == 11) r = uint(dot(unpackSnorm2x16(a), vec2(32767.0)) + 100000.5);
        else if (k == 12) r = floatBitsToUint(unpackHalf2x16(a & 0xbbffbbffu).x) >> 8;
        else if (k == 13) r = floatBitsToUint(unpackHalf2x16(a & 0xbbffbbffu).y) >> 8;
        else if (k == 14) { v.xy = unpackHalf2x16(packHalf2x16(s.zw));
            r = uint(v.x * 3.0 + v.y + 900.0); }
        else r = packUnorm4x8(unpackUnorm4x8(a)) ^ packUnorm2x16(unpackUnorm2x16(b));",
    )
}

fn products(c: &Context) -> Result<(), String> {
    shown(
        c,
        "uint high; uint low; int top; int bottom; uint carry;
        int x = int(a); int y = int(b);
        if (k == 0) { umulExtended(a, b, high, low); r = high; }
        else if (k == 1) { umulExtended(a, b, high, low); r = low; }
        else if (k == 2) { imulExtended(x, y, top, bottom); r = uint(top); }
        else if (k == 3) { imulExtended(x, y, top, bottom); r = uint(bottom); }
        else if (k == 4) { umulExtended(a >> 16, b, high, low); r = high ^ low; }
        else if (k == 5) { imulExtended(x >> 20, y, top, bottom); r = uint(top ^ bottom); }
        else if (k == 6) { r = uaddCarry(a, b, carry); r ^= carry * 0xffu; }
        else if (k == 7) { r = uaddCarry(a | 0x80000000u, b, carry); r = carry * 200u | r >> 8 << 8; }
        else if (k == 8) { r = usubBorrow(a, b, carry); r ^= carry * 0xffu; }
        else if (k == 9) { r = usubBorrow(b, a, carry); r = carry * 200u | r >> 8 << 8; }
        else if (k == 10) { uvec4 h; uvec4 l; umulExtended(words[i], words[i].wxyz, h, l);
            r = h.x ^ h.y >> 3 ^ h.z >> 5 ^ l.w; }
        else if (k == 11) { ivec2 h; ivec2 l; imulExtended(ivec2(a, b), ivec2(-7, 0x7fffffff), h, l);
            r = uint(h.x ^ h.y ^ l.x); }
        else if (k == 12) r = a * b;
        else if (k == 13) r = uint(x * -y);
        else if (k == 14) { // A square of 64 bits, by halves.
            uint al = a & 65535u; uint ah = a >> 16; uint m = al * ah; uint m2 = m + (m & 0u);
            uint l = al * al; uint s = uaddCarry(l, m2 << 17, carry);
            umulExtended(a, a, high, low); r = (low == s ? 0xff00u : 0xffu) | high << 16; }
        else { uvec2 c2; uvec2 s2 = uaddCarry(uvec2(a, b), uvec2(b, ~a), c2);
            r = s2.x ^ s2.y ^ c2.x * 255u ^ c2.y * 0xff00u; }",
    )
}

fn integers(c: &Context) -> Result<(), String> {
    shown(
        c,
        "int x = int(a); int y = int(b) >> (p.x & 31); int z = y == 0 ? 3 : y;
        uint d = (b >> (p.x & 31)) | 1u; int n = p.x & 31;
        if (k == 0) r = a / d;
        else if (k == 1) r = a % d;
        else if (k == 2) r = uint((x & 0x7fffffff) / (z & 0x7fffffff | 1));
        else if (k == 3) r = uint(x / z);
        else if (k == 4) r = uint((x & 0x7fffffff) % (z & 0x7fffffff | 1));
        else if (k == 5) r = a << n ^ b >> n;
        else if (k == 6) r = uint(x >> n);
        else if (k == 7) r = max(a, b) ^ min(a, d);
        else if (k == 8) r = uint(max(x, y) ^ min(x, z));
        else if (k == 9) r = (a < b ? 255u : 0u) | (x < y ? 0xff00u : 0u) | (a >= d ? 0xff0000u : 0u);
        else if (k == 10) r = uint(abs(x)) ^ uint(sign(y) * 77);
        else if (k == 11) r = uint(clamp(x, -1000000, 90000000)) + clamp(a, 7u, 70u);
        else if (k == 12) { ivec4 v = ivec4(words[i]); bvec4 t = lessThan(v, v.yzwx);
            r = (t.x ? 255u : 0u) | (any(t.yz) ? 0xff00u : 0u) | (all(t.zw) ? 0xff0000u : 0u); }
        else if (k == 13) { uvec4 v = words[i]; v ^= v << 3; v += v.wzyx; v &= ~v.yxwz; r = v.x | v.z; }
        else if (k == 14) r = uint(float(a >> 8)) ^ uint(int(float(x >> 9)));
        else r = uint(~x & y | (x ^ -y));",
    )
}

fn of_floats(c: &Context) -> Result<(), String> {
    shown(
        c,
        "float f = uintBitsToFloat((a & 0x807fffffu) | (100u + (b & 63u)) << 23); int e; float m;
        float big = uintBitsToFloat((a & 0x7fffffu) | 0x48000000u);
        if (k == 0) r = floatBitsToUint(f);
        else if (k == 1) r = uint(floatBitsToInt(-f));
        else if (k == 2) { m = frexp(f, e); r = floatBitsToUint(m) >> 4; }
        else if (k == 3) { m = frexp(f, e); r = uint(e + 100); }
        else if (k == 4) r = floatBitsToUint(ldexp(f, int(b >> 8 & 31u) - 16));
        else if (k == 5) r = floatBitsToUint(trunc(f));
        else if (k == 6) r = floatBitsToUint(round(f + 0.0625));
        else if (k == 7) r = floatBitsToUint(roundEven(float(int(a & 1023u) - 512) * 0.5));
        else if (k == 8) r = floatBitsToUint(modf(f, m)) ^ floatBitsToUint(m) >> 3;
        else if (k == 9) r = (isnan(uintBitsToFloat(a | 0x7f800000u)) ? 255u : 0u)
            | (isinf(uintBitsToFloat(0x7f800000u | a & 0x80000000u)) ? 0xff00u : 0u)
            | (isnan(f) || isinf(f) ? 0xff0000u : 0u);
        else if (k == 10) r = floatBitsToUint(floor(f)) ^ floatBitsToUint(ceil(f)) >> 2;
        else if (k == 11) r = uint(int(clamp(f * 16.0, -2e9, 2e9)));
        else if (k == 12) r = uint(big);
        else if (k == 13) r = floatBitsToUint(sign(f)) >> 8 ^ floatBitsToUint(abs(f));
        else if (k == 14) r = floatBitsToUint(float(int(a))) ^ floatBitsToUint(float(b)) >> 1;
        else r = floatBitsToUint(mix(f, big, (b & 1u) == 1u)) ^ floatBitsToUint(min(f, -big)) >> 3;",
    )
}
