# stage: vertex
# at: 0
    texkill void, void, void, void
