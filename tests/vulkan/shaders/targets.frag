#version 450
// Different colours for four targets.
layout(location = 0) in vec3 colour;
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 second;
layout(location = 2) out vec4 third;
layout(location = 3) out uvec4 fourth;

void main() {
    first = vec4(colour, 1.0);
    second = vec4(colour.gbr, 0.5);
    third = vec4(colour.brg, 1.0);
    fourth = uvec4(colour * 200.0, 7);
}
