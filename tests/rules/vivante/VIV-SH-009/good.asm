    call void, void, void, function
    branch void, void, void, end
function:
    mov t0, void, void, u0
    ret void, void, void, void
end:
    nop void, void, void, void
