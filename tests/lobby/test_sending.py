"""Sending to addresses that others name, over real connections: never inside, never for long."""

from collections.abc import Sequence
from io import BufferedIOBase
from threading import Event
from time import monotonic, sleep

import pytest

from services.lobby.app.deliver import Answer
from services.lobby.app.errors import ForbiddenAddressError
from services.lobby.sending import LARGEST, HttpSender
from tests.lobby.receiver import Answering, answering, receiving

HERE = "127.0.0.1"
PUBLIC = "93.184.216.34"
NAME = "hooks.example"
BRIEF = 0.4
"""Seconds after which these senders give up."""


class Names:
    """Where a name leads: to other addresses every time, if a test wants."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = [*answers]
        self.asked: list[str] = []

    def __call__(self, host: str) -> Sequence[str]:
        """Give the next answer; the last one stays."""
        self.asked.append(host)
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def post(sender: HttpSender, url: str, body: bytes = b"{}") -> Answer:
    return sender.send(url, {"webhook-id": "one"}, body)


def refused(answer: Answer) -> bool:
    return answer.status is None and "ForbiddenAddressError" in (answer.error or "")


def test_a_post_arrives_as_it_was_sent() -> None:
    names = Names([HERE])
    with receiving(answering(b"202 Accepted")) as server:
        url = f"http://{NAME}:{server.port}/in?a=%20b&c#part"
        answer = post(HttpSender(private=True, resolve=names), url, b'{"a":1}')
    assert (answer.status, answer.error) == (202, None)
    assert 0 <= answer.milliseconds < 10_000
    [request] = server.requests
    assert (request.line, request.body) == ("POST /in?a=%20b&c HTTP/1.1", b'{"a":1}')
    assert request.headers == {
        "host": f"{NAME}:{server.port}",
        "user-agent": "interchange-webhooks",
        "webhook-id": "one",
        "content-length": "7",
    }
    assert names.asked == [NAME]


def test_the_host_of_an_address_of_ipv6_is_told_in_brackets() -> None:
    with receiving(answering(b"200 OK")) as server:
        sender = HttpSender(private=True, resolve=Names([HERE]))
        assert post(sender, f"http://[2606:4700::1]:{server.port}/").status == 200
    assert server.requests[0].headers["host"] == f"[2606:4700::1]:{server.port}"


@pytest.mark.slow
@pytest.mark.parametrize("status", [200, 301, 302, 307, 308, 410, 500])
def test_whatever_is_answered_is_told_and_no_redirect_is_followed(status: int) -> None:
    with receiving(answering(b"200 OK")) as other:
        moved = answering(b"%d Said" % status, b"", b"Location: %s/" % other.url.encode())
        with receiving(moved) as server:
            answer = post(HttpSender(private=True), server.url)
    assert (answer.status, answer.error) == (status, None)
    assert len(server.requests) == 1
    assert other.connections == 0


INSIDE = (HERE, "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "169.254.169.254")


@pytest.mark.slow
@pytest.mark.parametrize(
    "addresses", [*([each] for each in INSIDE), [PUBLIC, HERE], [HERE, PUBLIC]]
)
def test_nothing_is_sent_inside_whatever_the_name_says(addresses: list[str]) -> None:
    with receiving(answering(b"200 OK")) as server:
        sender = HttpSender(resolve=Names(addresses))
        assert refused(post(sender, f"https://{NAME}:{server.port}/"))
        with pytest.raises(ForbiddenAddressError, match="not in the public part"):
            sender.check(f"https://{NAME}:{server.port}/")
    assert server.connections == 0


@pytest.mark.slow
@pytest.mark.parametrize("host", [HERE, "127.1", "2130706433", "0x7f.1", "[::1]", "localhost", "0"])
def test_nothing_is_sent_to_this_machine_however_it_is_written(host: str) -> None:
    with receiving(answering(b"200 OK")) as server:
        sender = HttpSender()
        assert refused(post(sender, f"https://{host}:{server.port}/"))
        with pytest.raises(ForbiddenAddressError):
            sender.check(f"https://{host}:{server.port}/")
    assert server.connections == 0


def test_a_name_that_leads_inside_after_it_was_checked_leads_nobody_there() -> None:
    names = Names([PUBLIC], [HERE])
    with receiving(answering(b"200 OK")) as server:
        sender = HttpSender(resolve=names)
        sender.check(f"https://{NAME}:{server.port}/")
        assert refused(post(sender, f"https://{NAME}:{server.port}/"))
    assert server.connections == 0


def test_a_connection_goes_to_the_address_that_was_looked_up_once() -> None:
    names = Names([HERE], ["127.0.0.2"])
    with receiving(answering(b"200 OK")) as server:
        answer = post(HttpSender(private=True, resolve=names), f"http://{NAME}:{server.port}/")
    assert answer.status == 200
    assert names.asked == [NAME]


def test_an_address_that_does_not_answer_leaves_time_for_the_next_one() -> None:
    with receiving(answering(b"200 OK")) as server:
        sender = HttpSender(private=True, resolve=Names(["127.0.0.2", HERE]))
        assert post(sender, f"http://{NAME}:{server.port}/").status == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "file:///etc/passwd", "example.org", ""),
        *("https://", "https:///x", "https://user:word@example.org/", "https://example.org:0/"),
        *("https://example.org:65536/", "https://example.org:x/", "https://exa mple\n.org/"),
        *("https://[::1/", "https://inner@127.0.0.1/"),
    ],
)
def test_an_address_of_another_form_is_refused(url: str) -> None:
    names = Names([PUBLIC])
    sender = HttpSender(resolve=names)
    with pytest.raises(ForbiddenAddressError):
        sender.check(url)
    assert refused(post(sender, url))
    assert names.asked == []


def test_private_addresses_and_http_can_be_allowed() -> None:
    names = Names([HERE])
    sender = HttpSender(private=True, resolve=names)
    sender.check("http://127.0.0.1:8080/")
    assert names.asked == []
    with pytest.raises(ForbiddenAddressError):
        sender.check("ftp://127.0.0.1/")


def no_such_name(host: str) -> Sequence[str]:
    raise OSError(f"no {host}")


@pytest.mark.parametrize("resolve", [no_such_name, Names([])])
def test_a_name_that_leads_nowhere_may_be_named_but_not_reached(resolve: Names) -> None:
    sender = HttpSender(resolve=resolve)
    sender.check(f"https://{NAME}/")
    answer = post(sender, f"https://{NAME}/")
    assert answer.status is None
    assert (answer.error or "").startswith("OSError: ")


def test_a_public_address_is_accepted() -> None:
    HttpSender(resolve=Names([PUBLIC, "2606:4700::1111"])).check(f"https://{NAME}/")


def drip(out: BufferedIOBase) -> None:
    """Answer one letter at a time, which never takes long."""
    out.write(b"HTTP/1.1 200 OK\r\nX: ")
    for _ in range(100):
        out.write(b"x")
        sleep(0.05)


def drip_body(out: BufferedIOBase) -> None:
    """Do the same after the head."""
    out.write(b"HTTP/1.1 200 OK\r\n\r\n")
    drip(out)


def hang(_: BufferedIOBase) -> None:
    """Answer nothing."""
    Event().wait(5)


@pytest.mark.slow
@pytest.mark.parametrize("answer", [hang, drip, drip_body])
def test_whoever_takes_long_is_not_waited_for(answer: Answering) -> None:
    with receiving(answer) as server:
        begun = monotonic()
        found = post(HttpSender(private=True, seconds=BRIEF), server.url)
    assert monotonic() - begun < BRIEF + 1
    assert found.status is None
    assert "Timeout" in (found.error or "")


@pytest.mark.slow
def test_a_name_that_takes_long_is_not_waited_for() -> None:
    slow = Event()
    sender = HttpSender(seconds=BRIEF, resolve=lambda _: [PUBLIC] if slow.wait(5) else [])
    begun = monotonic()
    answer = post(sender, f"https://{NAME}/")
    assert monotonic() - begun < BRIEF + 1
    assert answer.status is None
    slow.set()


def test_nobody_listening_is_told_as_an_error() -> None:
    with receiving(hang) as server:
        url = server.url
    answer = post(HttpSender(private=True), url)
    assert answer.status is None
    assert "ConnectError" in (answer.error or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", [b"", b"garbage\r\n\r\n", b"HTTP/1.1 200 OK\r\nX:" + b"x" * 200_000]
)
def test_what_is_no_answer_is_told_as_an_error(text: bytes) -> None:
    with receiving(lambda out: out.write(text)) as server:
        answer = post(HttpSender(private=True), server.url)
    assert answer.status is None
    assert "ProtocolError" in (answer.error or "")


def test_of_a_huge_answer_only_the_beginning_is_read() -> None:
    written: list[int] = []
    ended = Event()

    def flood(out: BufferedIOBase) -> None:
        out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        try:
            while True:
                out.write(b"x" * LARGEST)
                written.append(LARGEST)
        finally:
            ended.set()

    with receiving(flood) as server:
        answer = post(HttpSender(private=True), server.url)
        assert ended.wait(5)
    assert answer.status == 200
    assert sum(written) < 500_000_000
