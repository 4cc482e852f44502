"""The error a user can mend."""


class UserError(Exception):
    """Says in one line what is wrong, where, and what to do; `cli` prints it and exits with 2."""
