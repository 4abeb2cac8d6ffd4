"""Taking part in a game from the terminal, and looking on."""
