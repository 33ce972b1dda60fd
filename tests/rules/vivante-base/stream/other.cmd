NOP
# -- there
END
