"""Boards, cards, turns and what is legal. Knows no point value and no person."""
