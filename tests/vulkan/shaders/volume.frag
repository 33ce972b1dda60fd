#version 450
// Eight slices of a volume from left to right.
layout(set = 0, binding = 0) uniform sampler3D image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = texture(image, vec3(fract(place.x * 8.0), place.y, (floor(place.x * 8.0) + 0.5) / 8.0));
}
