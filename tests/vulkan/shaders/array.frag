#version 450
// Four layers of an array from left to right, with derivatives.
layout(set = 0, binding = 0) uniform sampler2DArray image;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    float layer = floor(place.x * 4.0);
    pixel = texture(image, vec3(fract(place.x * 4.0), place.y, layer));
}
