#version 450
// Squares of numbers.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer From {
    uint from[];
};
layout(set = 0, binding = 1) writeonly buffer To {
    uint to[];
};

void main() {
    uint i = gl_GlobalInvocationID.x;
    to[i] = from[i] * from[i];
}
