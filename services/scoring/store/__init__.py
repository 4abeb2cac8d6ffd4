"""Where results are kept: they are the truth; ratings, boards and counters follow from them."""
