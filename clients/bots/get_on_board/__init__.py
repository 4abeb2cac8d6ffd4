"""How bots think about Get on Board."""
