"""A node that does what it is told and hangs up instead of answering."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from redis import Redis

from deploy.embedded import running_server
from tests.cluster import free_port
from tests.servers import wait_until


class Silent:
    """Stands between clients and a node; it passes on everything but answers to some words."""

    def __init__(self, node: int, word: bytes) -> None:
        self._node = node
        self._word = word
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.heard = 0
        """How often the word was said."""

    def start(self) -> None:
        """Begin to stand there."""
        Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        """Let nobody in any more."""
        self._listener.close()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                asking = self._listener.accept()[0]
                Thread(target=self._serve, args=(asking,), daemon=True).start()

    def _serve(self, asking: socket.socket) -> None:
        """Pass on what is said, and let somebody else pass on the answers."""
        hushed = Event()
        node = socket.create_connection(("127.0.0.1", self._node))
        Thread(target=_answer, args=(node, asking, hushed), daemon=True).start()
        with suppress(OSError):
            while said := asking.recv(1 << 16):
                if self._word in said:
                    hushed.set()
                    self.heard += 1
                node.sendall(said)
        node.close()


def _answer(node: socket.socket, asking: socket.socket, hushed: Event) -> None:
    """Pass on answers; hang up when there is one that is not to be heard."""
    with asking, suppress(OSError):
        while (answer := node.recv(1 << 16)) and not hushed.is_set():
            asking.sendall(answer)
        asking.shutdown(socket.SHUT_RDWR)


@contextmanager
def silent_node(folder: Path, word: bytes) -> Iterator[tuple[Silent, Any]]:
    """Run a cluster of one node that does not answer to a word; give also the way past it."""
    port = free_port()
    silent = Silent(port, word)
    settings = {
        "cluster-enabled": "yes",
        "cluster-port": str(free_port()),
        "cluster-announce-port": str(silent.port),
    }
    with running_server(folder, port=port, fsync="no", more=settings) as server:
        client: Any = Redis(unix_socket_path=str(server.socket))
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16_383)
        wait_until(lambda: client.execute_command("CLUSTER INFO")["cluster_state"] == "ok", 30)
        silent.start()
        try:
            yield silent, client
        finally:
            silent.stop()
            client.close()
