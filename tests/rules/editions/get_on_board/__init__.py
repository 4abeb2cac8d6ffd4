"""The edition files of Get on Board."""
