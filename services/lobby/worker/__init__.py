"""What is done behind the API: messages are taken and sent, and what got stuck is found."""
