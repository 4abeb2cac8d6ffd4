"""The points tables, one file a city, and their strict loader."""

from services.scoring.editions.tables import load_table, load_tables

__all__ = ["load_table", "load_tables"]
