"""What happens in the games of every family, in words."""

from services.rules.core.events import CardsDrawn, GameStarted, PlayerResigned


def common(event: GameStarted | CardsDrawn | PlayerResigned) -> str:
    """Say what was set up; that somebody resigned is said by the move."""
    match event:
        case GameStarted(edition, version, engine, seats):
            return f"{edition} version {version}, engine {engine}, {seats} seats"
        case CardsDrawn(what, cards):
            names = [str(card) for card in cards]
            between = ", " if any(" " in name for name in names) else " "
            return f"{what}: {between.join(names)}"
        case PlayerResigned():
            return ""
