"""Where games are kept: the log of events is the truth, the snapshot a cache of it."""
