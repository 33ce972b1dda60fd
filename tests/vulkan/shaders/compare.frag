#version 450
// A depth texture compared with the horizontal place.
layout(set = 0, binding = 0) uniform sampler2DShadow image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    pixel = vec4(vec3(texture(image, vec3(place, place.x))), 1.0);
}
