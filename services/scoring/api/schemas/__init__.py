"""What scoring puts into HTTP bodies."""
