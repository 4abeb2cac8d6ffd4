"""The engine test kit: tries an edition of a running rules service, over HTTP alone.

For those who write an edition, or an engine, of their own: `python -m clients.kit EDITION`, or
`run` from a program. It knows nothing of any family; what it asks for is the contract.
"""

from clients.kit.notes import Finding
from clients.kit.running import run
from clients.kit.site import TokenSource

__all__ = ["Finding", "TokenSource", "run"]
