"""What is done behind the API: results are taken, messages leave, and what got stuck is found."""
