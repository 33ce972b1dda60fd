# Four deep.
    call void, void, void, one
    branch void, void, void, end
one:
    call void, void, void, two
    ret void, void, void, void
two:
    call void, void, void, three
    ret void, void, void, void
three:
    call void, void, void, four
    ret void, void, void, void
four:
    ret void, void, void, void
end:
    nop void, void, void, void
