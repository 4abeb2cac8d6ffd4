"""Which addresses of the internet are public, and which belong to the network we are in."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

NOT_PUBLIC: Final = tuple(
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    )
)
"""IANA's registries of special addresses; `is_global` is another in every release of Python."""
PUBLIC_6: Final = IPv6Network("2000::/3")
"""All that is given to anybody in IPv6."""
NAT64: Final = IPv6Network("64:ff9b::/96")
"""Here an IPv4 address is the last part of one of IPv6."""


def is_public(address: str) -> bool:
    """Tell whether an address belongs to somebody out there."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        inner = _inner(found)
        if inner is None and found not in PUBLIC_6:
            return False
        found = inner or found
    return not any(found in network for network in NOT_PUBLIC)


def _inner(address: IPv6Address) -> IPv4Address | None:
    """Give the IPv4 address that one of IPv6 stands for."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped
