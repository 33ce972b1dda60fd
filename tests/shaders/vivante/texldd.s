# source: mesa: gradients in src1 and src2
# run: tex = [1.0 2.0] 3.0 4.0 5.0, t1 = [0.25 0.75] 0.5 0.125 2.0, t2 = 0.1 0.2, t3 = 0.3 0.4 -> at = [0.25 0.75] 0.5, along_x = 0.1 0.2, along_y = 0.3 0.4, t0.x = [1.0 2.0]
texldd t0, tex1.xyzw, t1, t2, t3
