"""What is done behind the API: expired turns, messages that leave, and what got stuck."""
