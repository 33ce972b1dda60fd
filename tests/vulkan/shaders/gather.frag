#version 450
// Red of the four texels around the centre as a colour, and a texel at an offset below.
layout(set = 0, binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = place.y < 0.5 ? textureGather(image, vec2(0.5), 0)
                          : textureLodOffset(image, vec2(0.25), 0.0, ivec2(1, 1));
}
