#version 450
// Depth by the shader, discarded on the left.
layout(location = 0) in vec3 colour;
layout(location = 0) out vec4 pixel;

void main() {
    if (gl_FragCoord.x < 16.0) discard;
    gl_FragDepth = gl_FragCoord.y < 32.0 ? 0.1 : 0.9;
    pixel = vec4(colour, 1.0);
}
