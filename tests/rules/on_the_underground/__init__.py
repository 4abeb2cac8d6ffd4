"""Every rule of On the Underground, by id."""
