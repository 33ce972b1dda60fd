#version 450
// A triangle that covers everything, with coordinates from 0 to 1.
layout(location = 0) out vec2 place;

void main() {
    place = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
