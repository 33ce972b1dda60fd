#version 450
// Triangles with corners at their places, moved right.
layout(triangles, equal_spacing, ccw) in;
layout(location = 0) in vec3 tint[];
layout(location = 0) out vec3 colour;

void main() {
    vec3 at = gl_TessCoord;
    gl_Position = at.x * gl_in[0].gl_Position + at.y * gl_in[1].gl_Position + at.z * gl_in[2].gl_Position;
    colour = at.x * tint[0] + at.y * tint[1] + at.z * tint[2];
}
