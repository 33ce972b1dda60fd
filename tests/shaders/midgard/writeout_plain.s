# source: mesa: midgard_schedule.c: without a write of r1.z the target is 0; r1 of other bundles does not count
# run: r0 = 1.0 2.0 3.0 4.0, r1 = 9.0 9 256 9 -> colour0 = 1.0 2.0 3.0 4.0
aluw
    vadd.ADD.i32 R1.w, PC_SP.x, #0
    brx.write.always +0 -> aluw/4
