#version 450
// A triangle of three colours, without buffers.
layout(location = 0) out vec3 colour;

void main() {
    vec2 corners[3] = vec2[](vec2(-0.8, 0.8), vec2(0.8, 0.8), vec2(0.0, -0.8));
    vec3 colours[3] = vec3[](vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1));
    gl_Position = vec4(corners[gl_VertexIndex], 0.0, 1.0);
    colour = colours[gl_VertexIndex];
}
