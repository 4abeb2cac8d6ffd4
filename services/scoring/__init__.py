"""What a sheet is worth and who won. Knows points; knows no board."""
