#version 450
// A triangle with an output that no fragment reads.
layout(location = 0) out vec3 colour;
layout(location = 1) out vec4 dead;

void main() {
    vec2 corners[3] = vec2[](vec2(-0.8, 0.8), vec2(0.8, 0.8), vec2(0.0, -0.8));
    gl_Position = vec4(corners[gl_VertexIndex], 0.0, 1.0);
    colour = vec3(0.0, 1.0, 0.0);
    dead = sin(vec4(gl_VertexIndex)) * 3.0;
}
