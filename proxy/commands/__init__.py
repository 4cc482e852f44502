"""One file a command: `SUMMARY`, one line for `--help`, and `main(args) -> exit code`.

`cli` finds them by their file names; nothing else has to be changed to add one.
"""
