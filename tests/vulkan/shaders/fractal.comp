#version 450
// The escape times of the Mandelbrot set, four bytes a pixel.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) writeonly buffer Pixels {
    uint pixels[];
};
layout(push_constant) uniform Constants {
    uint width;
    uint steps;
};

void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    vec2 c = vec2(at) / float(width) * 3.0 - vec2(2.0, 1.5);
    vec2 z = vec2(0.0);
    uint n = 0;
    while (n < steps && dot(z, z) < 4.0) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        n++;
    }
    pixels[at.y * width + at.x] = 0xff000000u | n * 0x010101u;
}
