"""What every family shares: types, errors, chance, the five verbs. Standard library only."""
