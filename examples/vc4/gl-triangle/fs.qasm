# Fragment shader: three varyings become one colour word, 0xaarrggbb.
# A varying read gives A*(x-x0) + B*(y-y0); times W (a15) plus C (r5) is its value.
fmul	r0, vary_rd, a15;
fadd	r0, r0, r5;

fmul	r1, vary_rd, a15;
fadd	r1, r1, r5;

fmul	r2, vary_rd, a15;
fadd	r2, r2, r5;

li	r3, -, 0xff000000;	# alpha

# The mul ALU's pack converts 0.0 to 1.0 to a byte, with saturation.
fmuli	r3, r0, 1f	pm8c;
fmuli	r3, r1, 1f	pm8b;
fmuli	r3, r2, 1f	pm8a;

or	tlb_clr_all, r3, r3	usb;

ori	host_int, 1, 1;
pe;;;
