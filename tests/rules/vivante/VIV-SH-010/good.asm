    texkill void, void, void, void
