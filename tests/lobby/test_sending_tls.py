"""Sending over TLS: to whoever can prove to have the name, and to nobody else."""

from datetime import UTC, datetime, timedelta
from io import BufferedIOBase
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext, create_default_context
from time import monotonic

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from services.lobby.sending import HttpSender
from tests.lobby.receiver import answering, receiving
from tests.lobby.test_sending import BRIEF, HERE, NAME, Names, post


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a certificate of our one name, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    path.write_bytes(key.private_bytes(pem, form, plain) + made.public_bytes(pem))
    return path


def secured(certificate: Path, seen: list[str | None]) -> SSLContext:
    """Let a server speak TLS with the certificate, and note the names it is asked for."""
    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: seen.append(name)
    return context


def test_over_tls_the_certificate_has_to_be_that_of_the_name(certificate: Path) -> None:
    seen: list[str | None] = []
    trusting = create_default_context(cafile=certificate)
    sender = HttpSender(private=True, resolve=Names([HERE]), context=trusting)
    with receiving(answering(b"200 OK"), secured(certificate, seen)) as server:
        right = post(sender, f"https://{NAME}:{server.port}/")
        wrong = post(sender, f"https://other.example:{server.port}/")
        bare = post(sender, f"https://{HERE}:{server.port}/")
        stranger = post(
            HttpSender(private=True, resolve=Names([HERE])), f"https://{NAME}:{server.port}/"
        )
    assert (right.status, right.error) == (200, None)
    assert [each.headers["host"] for each in server.requests] == [f"{NAME}:{server.port}"]
    assert seen == [NAME, "other.example", None, NAME]
    for answer in (wrong, bare, stranger):
        assert answer.status is None
        assert "CERTIFICATE_VERIFY_FAILED" in (answer.error or "")


@pytest.mark.slow
def test_a_handshake_that_takes_long_is_not_waited_for() -> None:
    def take(_: BufferedIOBase) -> None:
        raise AssertionError("nothing is asked for without a handshake")

    with receiving(take) as server:
        sender = HttpSender(private=True, seconds=BRIEF)
        begun = monotonic()
        answer = post(sender, f"https://{HERE}:{server.port}/")
    assert monotonic() - begun < BRIEF + 1
    assert answer.status is None
