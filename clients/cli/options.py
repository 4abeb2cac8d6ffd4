"""What all commands understand: --json, --url, --token, --config."""

from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from clients.cli.desk import desk_of

PANEL: Final = "Everywhere"
OURS: Final = "everywhere_"
"""A command may have an argument `token` or `url` of its own."""
COMMON: Final = (
    ("url", "Where the platform is.", "INTERCHANGE_URL"),
    ("token", "The token to ask with, instead of the one that login stored.", "INTERCHANGE_TOKEN"),
    ("config", "The file in which login keeps tokens.", "INTERCHANGE_CONFIG"),
)


def common_options() -> list[TyperOption]:
    """Give the options that every command has; they are kept at the desk."""
    options = [
        TyperOption(
            param_decls=[f"{OURS}{name}", f"--{name}"],
            callback=_note,
            expose_value=False,
            metavar="TEXT",
            help=f"{about} [dim]\\[env: {variable}][/dim]",
            rich_help_panel=PANEL,
        )
        for name, about, variable in COMMON
    ]
    flag = TyperOption(
        param_decls=[f"{OURS}json", "--json"],
        callback=_note,
        expose_value=False,
        is_flag=True,
        default=False,
        help="Write JSON, for programs.",
        rich_help_panel=PANEL,
    )
    return [flag, *options]


class Command(TyperCommand):
    """A command with the options that all have."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:  # noqa: ANN401 (typer's)
        super().__init__(*arguments, **settings)
        self.params.extend(common_options())


class Group(TyperGroup):
    """Commands below a name; the same options may be given before theirs."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:  # noqa: ANN401 (typer's)
        super().__init__(*arguments, **settings)
        self.params.extend(common_options())


def group(about: str) -> typer.Typer:
    """Make a group of commands."""
    return typer.Typer(cls=Group, help=about, no_args_is_help=True, rich_markup_mode="rich")


def _note(context: typer.Context, option: TyperOption, value: Any) -> Any:  # noqa: ANN401 (typer's)
    if value not in (None, False):
        desk_of(context).flag(str(option.name).removeprefix(OURS), value)
    return value
