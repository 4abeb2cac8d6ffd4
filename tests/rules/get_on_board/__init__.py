"""Every rule of Get on Board, by id."""
