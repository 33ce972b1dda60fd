#version 450
// A rectangle of constants: a strip of four vertices. Instances move right by two widths.
layout(push_constant) uniform Constants {
    vec4 area;
    vec4 tint;
    float depth;
};
layout(location = 0) out vec3 colour;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    vec2 at = mix(area.xy, area.zw, corner);
    at.x += float(gl_InstanceIndex) * 2.0 * (area.z - area.x);
    gl_Position = vec4(at, depth, 1.0);
    colour = tint.rgb;
}
