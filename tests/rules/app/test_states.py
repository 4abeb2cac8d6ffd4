"""Snapshots are read once, and never taken for those of another game."""

from services.rules.app.states import States
from tests.rules.app.bench import bench
from tests.support import EDITIONS, carefully, play

ROME = EDITIONS["gob-rome"]


def snapshots(seed: str) -> list[bytes]:
    """Write down the states of a game."""
    return [
        States().write(ROME, step.after)
        for step in play("gob-rome", 2, seed, carefully(seed)).steps
    ]


def test_a_snapshot_is_read_once() -> None:
    states, snapshot = States(), snapshots("a")[3]
    first = states.read(ROME, snapshot)
    assert states.read(ROME, bytes(bytearray(snapshot))) is first


def test_what_was_written_need_not_be_read() -> None:
    states, state = States(), play("gob-rome", 2, "a", carefully("a")).steps[3].after
    assert states.read(ROME, states.write(ROME, state)) is state


def test_every_snapshot_gives_the_state_it_stands_for() -> None:
    states = States(most=5)
    written = snapshots("a") + snapshots("b")
    for snapshot in [*written, *reversed(written)]:
        assert States().write(ROME, states.read(ROME, snapshot)) == snapshot


def test_only_the_latest_are_remembered() -> None:
    states, (one, two, three, *_) = States(most=2), snapshots("a")
    first, second = states.read(ROME, one), states.read(ROME, two)
    assert states.read(ROME, one) is first
    states.read(ROME, three)
    assert states.read(ROME, one) is first
    assert states.read(ROME, two) is not second


def test_a_move_of_another_process_is_seen() -> None:
    """Both remember states, and one of them moves."""
    here = bench()
    there = bench(here.games)
    place = here.create("gob-rome", 2)
    for at in (here, there, here):
        seat = at.table(place).family.to_play(at.table(place).state)[0]
        move = (
            at.table(place).family.legal_moves(ROME.edition, at.table(place).state, seat).moves[0]
        )
        at.move(place, seat, ROME.family.move_to_json(move))
    assert here.table(place).stored.version == 3
    assert here.table(place).state == there.table(place).state
