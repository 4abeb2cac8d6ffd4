"""The platform as it is deployed, played by many at once, hurt and started again."""
