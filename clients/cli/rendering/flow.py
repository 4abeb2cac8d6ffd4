"""Short pieces of text, set line by line; a piece is never broken."""

from collections.abc import Iterable

from rich.text import Text

GAP = "  "


def flow(parts: Iterable[Text], width: int) -> Text:
    """Set pieces with a gap between them, as many on a line as there is room for."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + len(GAP) + part.cell_len <= width:
            lines[-1].append(GAP).append_text(part)
        else:
            lines.append(part.copy())
    return Text("\n").join(lines)
