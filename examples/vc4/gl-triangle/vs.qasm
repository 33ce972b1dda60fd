# Vertex shader: passes its inputs through. Six rows: Ys:Xs, Zs, 1/Wc, red, green, blue.
li	vpr_setup, -, 0x601a00;
;;;
ori	a0, vpr, 0;
ori	a1, vpr, 0;
ori	a2, vpr, 0;
ori	a3, vpr, 0;
ori	a4, vpr, 0;
ori	a5, vpr, 0;

li	vpw_setup, -, 0x1a00;
or	vpw, a0, a0;
or	vpw, a1, a1;
or	vpw, a2, a2;
or	vpw, a3, a3;
or	vpw, a4, a4;
or	vpw, a5, a5;

ori	host_int, 1, 1;
pe;;;
