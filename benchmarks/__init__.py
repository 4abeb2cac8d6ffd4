"""What is fast, measured against a yardstick in the same run."""
