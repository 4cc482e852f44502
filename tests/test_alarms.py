"""The shell's clock: what is due, and when the main thread has to look again."""

from __future__ import annotations

from proxy.shell.alarms import Alarms


def test_tasks_wait_for_their_time_and_a_sooner_one_wakes_the_sleeper() -> None:
    woken: list[str] = []
    rung: list[str] = []
    alarms = Alarms(lambda: woken.append("woken"))
    assert alarms.patience(0.0) is None
    alarms.set("late", 5.0, lambda: rung.append("late"))
    assert woken == ["woken"]
    assert alarms.patience(1.0) == 4.0
    alarms.set("later", 6.0, lambda: rung.append("later"))
    assert woken == ["woken"]
    alarms.set("soon", 2.0, lambda: rung.append("soon"))
    assert woken == ["woken", "woken"]
    alarms.set("late", 3.0, lambda: rung.append("moved"))
    assert alarms.take_due(1.0) == []
    for task in alarms.take_due(5.5):
        task()
    assert sorted(rung) == ["moved", "soon"]
    assert alarms.patience(5.5) == 0.5
    assert alarms.patience(9.0) == 0.0
