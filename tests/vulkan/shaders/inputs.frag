#version 450
// Red and green exchanged, of what an earlier subpass drew.
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput before;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = subpassLoad(before).grba;
}
