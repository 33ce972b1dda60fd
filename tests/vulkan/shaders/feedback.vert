#version 450
// Positions and a number for each vertex, captured.
layout(xfb_buffer = 0, xfb_stride = 32, xfb_offset = 0) out gl_PerVertex {
    vec4 gl_Position;
};
layout(location = 0, xfb_buffer = 0, xfb_offset = 16) out vec4 numbers;

void main() {
    float n = float(gl_VertexIndex);
    gl_Position = vec4(n, n * 0.5, 0.0, 1.0);
    numbers = vec4(n * n, n + 1.0, -n, 0.25);
}
