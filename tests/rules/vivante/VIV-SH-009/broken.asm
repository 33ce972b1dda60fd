# Execution falls through to the function.
# at: 2
    call void, void, void, function
function:
    mov t0, void, void, u0
    ret void, void, void, void
