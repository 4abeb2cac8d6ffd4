"""Fields and documents that every contract is made of."""
