#version 450
// A texture, all of it, level by constants.
layout(set = 0, binding = 0) uniform sampler2D image;
layout(push_constant) uniform Constants {
    float level;
};
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = textureLod(image, place, level);
}
