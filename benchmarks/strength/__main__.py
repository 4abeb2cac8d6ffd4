"""Lets the levels of bots play against each other on every edition.

Each pair of games has the same cards, with the seats exchanged. Two seats where the edition allows
it; else four, two of each level, and each seat is compared with both seats of the other level.
`search` thinks by the processor's time, so that it is no weaker on a machine that is shared.
`--write` puts the table into benchmarks/README.md.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Final

from benchmarks.report import keep
from benchmarks.strength.matches import City, Match, Pairing, play_pair
from benchmarks.strength.report import MARK, misses, render
from clients.bots.choosing import SEARCH_MS, levels
from services.rules.editions import load_editions
from services.scoring.editions import load_tables

PAIRINGS: Final = (Pairing("greedy", "random", 0.95), Pairing("search", "greedy", 0.75))
PAIRS: Final = {"greedy": 50, "search": 20}
"""Pairs of games, by the stronger level."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, and say whether the demands are met."""
    editions = load_editions()
    parser = argparse.ArgumentParser(prog="make strength", description=__doc__)
    parser.add_argument("--pairs", type=int, help="of games (50 of greedy, 20 of search)")
    parser.add_argument("--ms", type=float, default=SEARCH_MS, help="for a move of search (200)")
    parser.add_argument("--level", choices=PAIRS, help="only this one against the weaker one")
    parser.add_argument("--edition", choices=[*editions], action="append", help="only these")
    parser.add_argument("--write", action="store_true", help="keep the table in the README")
    options = parser.parse_args(arguments)
    matches = list(_matches(options))
    table = render(matches, options.ms)
    print(table)
    if options.write:
        keep(table, MARK)
    missed = misses(matches)
    for miss in missed:
        print(f"missed: {miss}", file=sys.stderr)
    return 1 if missed else 0


def _matches(options: argparse.Namespace) -> Iterator[Match]:
    editions, tables = load_editions(), load_tables()
    bots = dict(levels(options.ms, process_time))
    for pairing in PAIRINGS:
        if options.level not in {None, pairing.strong}:
            continue
        for name in options.edition or editions:
            city = City(editions[name], tables[name])
            match = Match(name, min(city.entry.edition.players), pairing)
            for number in range(options.pairs or PAIRS[pairing.strong]):
                play_pair(city, match, bots, f"{name} {number}")
                _say(match)
            yield match


def _say(match: Match) -> None:
    strong, weak, _ = match.pairing
    done = f"{len(match.pairs)} pairs, {strong} ahead of {weak} in {match.share:.1%}"
    print(f"{match.edition}: {done}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
