#version 450
// Quadrilaterals of their four corners.
layout(quads, fractional_odd_spacing, cw) in;
layout(location = 0) patch in vec3 tint;
layout(location = 0) out vec3 colour;

void main() {
    vec2 at = gl_TessCoord.xy;
    gl_Position = mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, at.x),
                      mix(gl_in[2].gl_Position, gl_in[3].gl_Position, at.x), at.y);
    colour = tint;
}
