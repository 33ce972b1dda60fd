#version 450
// Each triangle small, on the left as it is and on the right in white.
layout(triangles) in;
layout(triangle_strip, max_vertices = 6) out;
layout(location = 0) in vec3 colour[];
layout(location = 0) out vec3 tint;

void main() {
    for (int copy = 0; copy < 2; copy++) {
        for (int i = 0; i < 3; i++) {
            gl_Position = gl_in[i].gl_Position * vec4(0.5, 0.5, 1.0, 1.0);
            gl_Position.x += copy == 0 ? -0.5 : 0.5;
            tint = copy == 0 ? colour[i] : vec3(1.0);
            EmitVertex();
        }
        EndPrimitive();
    }
}
