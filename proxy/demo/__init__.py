"""A game between two real engines behind two real wrappers, to watch a ruling come about.

`scenarios` says where each game starts and why it ends as it does, `player` is the GUI's end of
one wrapper, `match` plays, `view` shows.
"""
