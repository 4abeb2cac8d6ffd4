"""What the terminal shows: boards, sheets, moves, events and lists, made from answers alone."""
