"""The lobby: people, tables, clocks and tournaments. It knows no rule and no point."""
