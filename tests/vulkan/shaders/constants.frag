#version 450
// A colour of specialization constants.
layout(constant_id = 0) const int COLUMNS = 1;
layout(constant_id = 1) const float SHADE = 0.0;
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
    float sum = 0.0;
    for (int i = 0; i < COLUMNS; i++) sum += place.x < 0.5 ? SHADE : SHADE * 0.5;
    pixel = vec4(sum, 0.0, 1.0 - sum, 1.0);
}
