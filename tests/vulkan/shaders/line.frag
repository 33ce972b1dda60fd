#version 450
// A texture of one dimension.
layout(set = 0, binding = 0) uniform sampler1D image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = texture(image, place.x);
}
