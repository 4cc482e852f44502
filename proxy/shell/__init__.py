"""The thin shell around the session: pipes, threads, the process tree, the clock.

Threads. *main* is the clock: it sleeps until the next deadline, spawns, kills and reaps; signal
handlers only put into its inbox. One pump reads the GUI, one reads each incarnation of the engine.

What keeps it from deadlock:
1. The session's lock covers computation and appends only, never pipe I/O.
2. A thread blocks only on its own outlet: the GUI's pump on the engine's, the engine's on the
   GUI's. That is the back-pressure. Any other thread appends and wakes a spare writer.
3. Only whole lines enter an outlet; torn tails stay in the pump.
4. Decided lines are appended under the lock, in the order of the decisions; undecided
   pass-through skips the lock.
5. "The engine is gone" means: the process has exited *and* its stdout and stderr are drained.
6. An outlet that is not connected yet never drains.
7. What the engine's pump reads without the lock, whether a block may pass, changes before the
   bytes are queued that provoke an answer: no line of a search is taken for one of none. A block
   shown in vain costs a look, for what becomes of a line is decided under the lock.
8. Nobody need read our stderr: what it does not take is left out.
"""
