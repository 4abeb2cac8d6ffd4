"""What every command has at hand: settings, the platform, and where to write."""

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import httpx
import typer
from rich.console import Console, RenderableType

from clients.cli.api import Conversation, Json, Platform
from clients.cli.settings import Flags, Settings, read_settings

AGENT = "interchange-cli"


class Desk:
    """One run of the program."""

    def __init__(
        self,
        transport: httpx.BaseTransport | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.environment = os.environ if environment is None else environment
        self.flags = Flags()
        self._transport = transport
        self._settings: Settings | None = None
        self._platform: Platform | None = None
        self._editions: dict[str, Json] = {}
        self.console = Console(file=sys.stdout, highlight=False, emoji=False)
        self.complaints = Console(file=sys.stderr, highlight=False, emoji=False, stderr=True)

    def flag(self, name: str, value: Any) -> None:  # noqa: ANN401 (of any option)
        """Take note of what was said on the command line."""
        self.flags = self.flags._replace(**{name: value})

    @property
    def json(self) -> bool:
        """Tell whether programs read what is written."""
        return self.flags.json

    @property
    def settings(self) -> Settings:
        """Give the settings, read once."""
        if self._settings is None:
            self._settings = read_settings(self.flags, self.environment)
        return self._settings

    @property
    def platform(self) -> Platform:
        """Give the platform of the settings."""
        if self._platform is None:
            self._platform = self.connect(self.settings.url, self.settings.token)
        return self._platform

    @property
    def member(self) -> Platform:
        """Give the platform for somebody who is logged in; complain if nobody is."""
        self.platform.conversation.need_token()
        return self.platform

    def connect(self, url: str, token: str | None) -> Platform:
        """Turn to a platform as somebody."""
        http = httpx.Client(
            transport=self._transport,
            timeout=self.settings.seconds,
            headers={"User-Agent": AGENT},
        )
        return Platform(Conversation(http, url, token))

    def edition(self, name: str) -> Json:
        """Give the whole document of an edition, asked for once."""
        if name not in self._editions:
            self._editions[name] = self.platform.rules.get_edition(name)
        return self._editions[name]

    def show(self, document: Any, picture: RenderableType) -> None:  # noqa: ANN401 (JSON)
        """Write an answer: as JSON for programs, as a picture for people."""
        if self.json:
            self.line(document, indent=2)
        else:
            self.console.print(picture)

    def say(self, sentence: RenderableType) -> None:
        """Tell people something; programs hear nothing of it."""
        if not self.json:
            self.console.print(sentence)

    def line(self, document: Any, indent: int | None = None) -> None:  # noqa: ANN401 (JSON)
        """Write a JSON document, by itself or one of many, a line each."""
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=indent) + "\n")
        sys.stdout.flush()


def desk_of(context: typer.Context) -> Desk:
    """Give the desk of a run."""
    desk = context.find_root().obj
    if not isinstance(desk, Desk):
        desk = context.find_root().obj = Desk()
    return desk
