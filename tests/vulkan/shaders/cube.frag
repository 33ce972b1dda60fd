#version 450
// Six faces of a cube from left to right.
layout(set = 0, binding = 0) uniform samplerCube image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    int face = int(place.x * 6.0);
    float sign = (face & 1) == 0 ? 1.0 : -1.0;
    vec2 rest = (vec2(fract(place.x * 6.0), place.y) - 0.5) * 1.5;
    vec3 direction = face < 2 ? vec3(sign, rest) : face < 4 ? vec3(rest.x, sign, rest.y) : vec3(rest, sign);
    pixel = texture(image, direction);
}
