"""Who plays whom: pods for tables of many, schedules, brackets and rolling pairing. Pure."""
