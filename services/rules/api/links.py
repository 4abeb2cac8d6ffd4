"""How answers lead to games."""


def in_game(id_: str) -> dict[str, str]:
    """Give the path of a game, whose id stands at some place."""
    return {"edition": "$request.path.edition", "game": id_}
