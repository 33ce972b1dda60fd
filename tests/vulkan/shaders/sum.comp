#version 450
// The sum of each group of 64 numbers through shared memory, and a total by atomics.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer From {
    uint from[];
};
layout(set = 0, binding = 1) buffer To {
    uint total;
    uint sums[];
};
shared uint part[64];

void main() {
    uint i = gl_LocalInvocationID.x;
    part[i] = from[gl_GlobalInvocationID.x];
    barrier();
    for (uint step = 32; step > 0; step >>= 1) {
        if (i < step) part[i] += part[i + step];
        barrier();
    }
    if (i == 0) {
        sums[gl_WorkGroupID.x] = part[0];
        atomicAdd(total, part[0]);
    }
}
