"""Files that people asked for."""

from pathlib import Path

from clients.cli.errors import SettingsError


def write_text(file: Path, text: str) -> None:
    """Write a file; say so if that is not possible."""
    try:
        file.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error}") from error
