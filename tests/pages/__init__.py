"""What the pages say is run: every block of commands, and every command that is only named."""
