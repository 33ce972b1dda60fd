#version 450
// Colour of an earlier subpass where its depth is far, else white.
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput before;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform subpassInput far;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = subpassLoad(far).r > 0.5 ? subpassLoad(before) : vec4(1.0);
}
