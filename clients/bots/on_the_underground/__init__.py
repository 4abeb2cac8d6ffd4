"""How bots think about On the Underground."""
