"""The API under load, beside a floor: the same stack with no rules to follow."""
