#version 450
// Position and colour from one buffer, an offset for each instance from another.
layout(location = 0) in vec2 position;
layout(location = 1) in vec3 tint;
layout(location = 2) in vec2 offset;
layout(location = 0) out vec3 colour;

void main() {
    gl_Position = vec4(position + offset, 0.0, 1.0);
    colour = tint;
}
