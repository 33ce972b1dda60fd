#version 450
// Colours of two buffers, chosen by the place.
layout(set = 0, binding = 0) uniform Table {
    vec4 rows[4];
};
layout(set = 1, binding = 0) readonly buffer Scales {
    float scales[];
};
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    int n = int(place.x * 4.0);
    pixel = vec4(rows[n].rgb * scales[n], 1.0);
}
