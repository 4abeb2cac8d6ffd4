"""The edition files of On the Underground."""
