#version 450
// Each triangle in every one of four layers, by invocations.
layout(triangles, invocations = 4) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec3 colour[];
layout(location = 0) out vec3 tint;

void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position;
        gl_Layer = gl_InvocationID;
        tint = colour[i] * (gl_InvocationID == 3 ? 0.0 : 1.0);
        EmitVertex();
    }
    EndPrimitive();
}
