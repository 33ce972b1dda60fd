#version 450
// Patches of three vertices, divided by four.
layout(vertices = 3) out;
layout(location = 0) in vec3 colour[];
layout(location = 0) out vec3 tint[];

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    tint[gl_InvocationID] = colour[gl_InvocationID];
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 4.0;
    gl_TessLevelInner[0] = 4.0;
}
