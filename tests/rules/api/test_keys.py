"""Keys at an address: fetched, refreshed, and kept while nobody answers there."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import pytest
from structlog.testing import capture_logs

from deploy.keys import issue_token
from services.lobby.keys import ensure_keys, rotate
from services.plumbing.config import ConfigError
from services.plumbing.errors import InvalidTokenError
from services.plumbing.http import keys as sources
from services.plumbing.http.keys import ASK_AGAIN, FetchedKeys, KeyFile, keys_from
from services.plumbing.http.tokens import Tokens
from tests.servers import wait_until

THREADS: Final = 8
NOWHERE: Final = "http://127.0.0.1:1/keys.json"


class Site:
    """A place in the web where keys are; it counts who asks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.content = ensure_keys(folder).read_bytes()
        self.status = 200
        self.asked = 0
        self.open = Event()
        self.open.set()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.address = f"http://127.0.0.1:{self.server.server_port}/keys.json"

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """Give what answers a request."""
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked += 1
                site.open.wait(30)
                self.send_response(site.status)
                self.end_headers()
                self.wfile.write(site.content)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler

    def rotate(self) -> None:
        """Sign with another key from now on."""
        self.content = rotate(self.folder, keep=1).read_bytes()

    def token(self, player: str = "ana") -> str:
        """Give an `Authorization` header of a player."""
        return f"Bearer {issue_token(self.folder, player)}"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Run a site with keys."""
    place = Site(tmp_path)
    thread = Thread(target=place.server.serve_forever, args=(0.01,))
    thread.start()
    yield place
    place.open.set()
    place.server.shutdown()
    thread.join()
    place.server.server_close()


@pytest.fixture
def tokens(site: Site) -> Tokens:
    """Read tokens with the keys of that site."""
    return Tokens(site.address)


def later(tokens: Tokens, seconds: float) -> None:
    """Let the keys have been asked for some seconds ago."""
    assert isinstance(tokens._keys, FetchedKeys)
    tokens._keys._asked -= seconds


def test_tokens_are_verified_with_the_keys_of_an_address(site: Site, tokens: Tokens) -> None:
    assert tokens.caller(site.token()).player == "ana"
    assert tokens.caller(site.token("ben")).player == "ben"
    assert site.asked == 1


def test_nothing_is_fetched_before_somebody_asks(site: Site, tokens: Tokens) -> None:
    tokens.caller(None)
    assert site.asked == 0


def test_a_new_key_is_fetched_when_a_token_names_it(site: Site, tokens: Tokens) -> None:
    tokens.caller(site.token())
    site.rotate()
    later(tokens, 2)
    assert tokens.caller(site.token("ben")).player == "ben"
    assert site.asked == 2


def test_unknown_keys_are_asked_for_every_two_seconds_at_most(site: Site, tokens: Tokens) -> None:
    tokens.caller(site.token())
    known = site.token()
    site.content = b'{"keys": []}'
    site.rotate()
    for _ in range(20):
        with pytest.raises(InvalidTokenError, match="nobody we know"):
            tokens.caller(site.token())
    assert site.asked == 1
    assert tokens.caller(known).player == "ana"


def test_keys_that_were_taken_back_are_trusted_for_a_minute_at_most(
    site: Site, tokens: Tokens
) -> None:
    old = site.token()
    tokens.caller(old)
    site.rotate()
    later(tokens, ASK_AGAIN - 5)
    assert tokens.caller(old).player == "ana"
    later(tokens, 5)
    with pytest.raises(InvalidTokenError, match="nobody we know"):
        tokens.caller(old)
    assert site.asked == 2


def test_tokens_are_remembered_while_the_keys_stay_the_same(site: Site, tokens: Tokens) -> None:
    tokens.caller(site.token())
    later(tokens, ASK_AGAIN)
    tokens.caller(site.token("ben"))
    assert site.asked == 2
    assert len(tokens._known) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "content"),
    [
        (500, b"{}"),
        (404, b'{"keys": []}'),
        (302, b""),
        (200, b""),
        (200, b"<html>"),
        (200, b"[]"),
        (200, b"null"),
        (200, b'{"keys": []}'),
        (200, b'{"keys": ["x"]}'),
        (200, b'{"keys": [{"kty": "OKP"}]}'),
    ],
)
def test_keys_that_cannot_be_fetched_again_stay_as_they_are(
    site: Site, tokens: Tokens, status: int, content: bytes
) -> None:
    tokens.caller(site.token())
    site.status, site.content = status, content
    later(tokens, ASK_AGAIN)
    with capture_logs() as logs:
        assert tokens.caller(site.token()).player == "ana"
    assert [line["event"] for line in logs] == ["keys_not_fetched"]
    assert site.asked == 2


def test_an_address_where_nobody_answers_lets_nobody_in(site: Site) -> None:
    with capture_logs() as logs, pytest.raises(InvalidTokenError, match="nobody we know"):
        Tokens(NOWHERE).caller(site.token())
    assert [line["event"] for line in logs] == ["keys_not_fetched"]


def test_an_address_that_takes_long_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "TIMEOUT", 0.1)
    slow = Tokens(site.address)
    slow.caller(site.token())
    site.open.clear()
    later(slow, ASK_AGAIN)
    with capture_logs() as logs:
        assert slow.caller(site.token()).player == "ana"
    assert [line["event"] for line in logs] == ["keys_not_fetched"]


def test_all_who_come_at_once_at_the_beginning_wait_for_one_answer(
    site: Site, tokens: Tokens
) -> None:
    site.open.clear()
    with ThreadPoolExecutor(THREADS) as pool:
        found = [pool.submit(tokens.caller, site.token()) for _ in range(THREADS)]
        site.open.set()
        assert {each.result().player for each in found} == {"ana"}
    assert site.asked == 1


def test_who_comes_while_another_one_asks_again_goes_on(site: Site, tokens: Tokens) -> None:
    text = site.token()
    tokens.caller(text)
    later(tokens, ASK_AGAIN)
    site.open.clear()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(tokens.caller, text)
        wait_until(lambda: site.asked == 2, 10)
        assert tokens.caller(text).player == "ana"
        assert not first.done()
        site.open.set()
        assert first.result().player == "ana"


def test_proxies_of_the_machine_are_not_used(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", NOWHERE)
    monkeypatch.setenv("ALL_PROXY", NOWHERE)
    assert Tokens(site.address).caller(site.token()).player == "ana"


@pytest.mark.parametrize("address", ["http://", "https:///keys", "http://a:b"])
def test_an_address_that_is_none_is_told_at_once(address: str) -> None:
    with pytest.raises(ConfigError, match="is no address of keys"):
        keys_from(address)


def test_what_does_not_look_like_an_address_is_a_file() -> None:
    for place in ("/keys.json", "keys.json", "httpd/keys.json", Path("http:/x"), None, ""):
        assert isinstance(keys_from(place), KeyFile)
    for place in ("http://lobby/keys", "https://lobby.example/keys"):
        assert isinstance(keys_from(place), FetchedKeys)
