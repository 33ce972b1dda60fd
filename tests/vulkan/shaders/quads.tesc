#version 450
// Quadrilaterals, divided by three along, and two across.
layout(vertices = 4) out;
layout(location = 0) in vec3 colour[];
layout(location = 0) patch out vec3 tint;

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    tint = colour[0];
    gl_TessLevelOuter[0] = gl_TessLevelOuter[2] = 3.0;
    gl_TessLevelOuter[1] = gl_TessLevelOuter[3] = 2.0;
    gl_TessLevelInner[0] = 2.0;
    gl_TessLevelInner[1] = 3.0;
}
