"""What happens to Rome while Paris plays on: scaled, restarted, killed, stopped."""

import os
import signal
from threading import Event
from time import monotonic
from typing import Final

from deploy.rehearsal.stage import ENGINE, PARIS, ROME, Stage
from deploy.rehearsal.watching import Watcher

REPLICAS: Final = 3
AWAY: Final = 12.0
"""Seconds that Rome is stopped for."""
METRICS: Final = "http://127.0.0.1:8080/rules/metrics"
ASK: Final = f"import urllib.request as r; print(r.urlopen({METRICS!r}).read().decode())"


def scale(stage: Stage) -> None:
    """Let three containers play Rome instead of one."""
    stage.mark()
    stage.containers.up(ENGINE, scale=REPLICAS)
    names = stage.containers.of(ENGINE)
    stage.demand(holds=len(names) == REPLICAS, what=f"containers of {ENGINE}: {len(names)}")
    took = stage.wait_for("every replica plays", lambda: all(_moves(stage, n) for n in names))
    moves = [_moves(stage, name) for name in names]
    stage.demand(holds=all(moves), what=f"moves played by each: {moves}, after {took:.0f} s")
    stage.nothing_failed(PARIS, ROME)


def restart(stage: Stage) -> None:
    """Restart all of Rome at once, its worker too."""
    stage.mark()
    names = [*stage.containers.of(ENGINE), *stage.containers.of(f"{ENGINE}-worker")]
    begun = monotonic()
    stage.containers.each("restart", names, "--time", "40")
    stage.say(f"  {len(names)} containers restarted within {monotonic() - begun:.0f} s")
    took = stage.wait_for_moves(ROME, 10)
    stage.demand(holds=True, what=f"Rome plays on {took:.1f} s later")
    stage.only_away(ROME)
    stage.nothing_failed(PARIS)


def kill(stage: Stage) -> None:
    """Kill one of three, as a machine that fails would: it comes back by itself."""
    stage.mark()
    name = stage.containers.of(ENGINE)[0]
    before = stage.containers.inspect(name)["State"]["Pid"]
    os.kill(before, signal.SIGKILL)
    took = stage.wait_for(
        "the killed container runs again",
        lambda: stage.containers.inspect(name)["State"]["Pid"] not in {0, before},
    )
    stage.demand(holds=True, what=f"a container that was killed runs again after {took:.1f} s")
    stage.wait_for_moves(ROME, 10)
    stage.only_away(ROME)
    stage.nothing_failed(PARIS)


def stop(stage: Stage) -> None:
    """Stop all of Rome for a while: its games wait, and go on when it is back."""
    watchers = {city: _watch(stage, city) for city in (ROME, PARIS)}
    stage.mark()
    names = [*stage.containers.of(ENGINE), *stage.containers.of(f"{ENGINE}-worker")]
    begun = monotonic()
    stage.containers.each("stop", names, "--time", "40")
    stage.say(f"  stopped within {monotonic() - begun:.0f} s")
    stage.wait_for("the lobby knows", lambda: not stage.versions(ROME))
    stage.demand(
        holds="closing" in watchers[ROME].endings and "broken" not in watchers[ROME].endings,
        what=f"Rome's stream was told: {watchers[ROME].endings}",
    )
    Event().wait(AWAY)
    away = stage.journal.failures(stage.marked, ROME)
    stage.demand(holds=bool(away), what=f"Rome is away: {dict(away)}")
    stage.containers.each("start", names)
    took = stage.wait_for_moves(ROME, 10)
    stage.demand(holds=True, what=f"Rome plays on {took:.1f} s after it was started")
    stage.only_away(ROME)
    stage.nothing_failed(PARIS)
    for city, watcher in watchers.items():
        watcher.stop()
        stage.demand(
            holds=not watcher.gaps and bool(watcher.numbers),
            what=f"{city}: {len(watcher.numbers)} events followed, gaps: {watcher.gaps}",
        )
    endings = watchers[PARIS].endings
    stage.demand(holds="broken" not in endings, what=f"Paris' stream: {endings or 'never ended'}")


def _watch(stage: Stage, city: str) -> Watcher:
    stage.wait_for(f"a game in {city}", lambda: _playing(stage, city))
    watcher = Watcher(_playing(stage, city)[0])
    watcher.start()
    stage.wait_for(f"events of {city}", lambda: watcher.numbers)
    return watcher


def _playing(stage: Stage, city: str) -> list[str]:
    tables = stage.seasons[city].tables()
    return [each["address"] for each in tables if each["status"] == "playing"]


def _moves(stage: Stage, name: str) -> int:
    """Ask a container how many moves it has played."""
    text = stage.containers.execute(name, "python", "-c", ASK)
    lines = [line for line in text.splitlines() if line.startswith("rules_moves_total{")]
    return sum(int(float(line.rpartition(" ")[2])) for line in lines if 'result="played"' in line)
