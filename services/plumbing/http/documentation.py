"""Serves the contract, and a page about it that people can read."""

import re
from functools import cache

import orjson
from flask import Flask, Response, render_template
from markupsafe import Markup, escape

from services.contracts.errors import Code
from services.plumbing.http.openapi import ContractApi
from services.plumbing.http.requests import JSON


def register_documentation(app: Flask, api: ContractApi, prefix: str) -> None:
    """Serve `openapi.json` and `docs`; both are made when somebody first asks for them."""

    @cache
    def text() -> bytes:
        return contract_text(api)

    @cache
    def page() -> str:
        contract = orjson.loads(text())
        return render_template("documentation.html", contract=contract, codes=list(Code))

    app.template_filter()(marked)

    @app.get(f"{prefix}/openapi.json")
    def get_contract() -> Response:
        return Response(text(), mimetype=JSON)

    @app.get(f"{prefix}/docs")
    def get_documentation() -> str:
        return page()


def contract_text(api: ContractApi) -> bytes:
    """Write the contract down as it is kept in `openapi/`."""
    return orjson.dumps(api.document(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def marked(text: str) -> Markup:
    """Show a text of the contract: it may have lists, `words for programs` and *names*."""
    safe = re.sub(r"\*([^*\n]+)\*", r"<em>\1</em>", str(escape(text)))
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    return Markup("\n").join(map(_paragraph, safe.split("\n\n")))


def _paragraph(text: str) -> Markup:
    first, *items = re.split(r"^\* ", text, flags=re.MULTILINE)
    if not items:
        return Markup("<p>{}</p>").format(Markup(text))  # noqa: S704 (it was escaped before)
    listed = "".join(f"<li>{item.strip()}</li>" for item in items)
    return Markup(f"{first}<ul>{listed}</ul>")  # noqa: S704
