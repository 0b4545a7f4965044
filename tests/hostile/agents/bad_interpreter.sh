#!/no/such/interpreter
# Names an interpreter that does not exist.
:
