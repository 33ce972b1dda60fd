#version 450
// An integer texture: its components in steps of 1/255.
layout(set = 0, binding = 0) uniform usampler2D image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = vec4(texelFetch(image, ivec2(place * vec2(textureSize(image, 0))), 0)) / 255.0;
}
