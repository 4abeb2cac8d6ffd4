"""Which addresses are public: none of a special purpose, however it is written."""

import pytest

from services.lobby.core.addresses import is_public


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.1", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254"),
        *("169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1"),
        *("192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9"),
        *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:169.254.169.254"),
        *("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::808:808", "100::1", "2001::1"),
        *("2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd12::1"),
        *("fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
    ],
)
def test_an_address_of_a_special_purpose_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "192.0.1.1", "223.255.255.255"),
        *("2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808"),
    ],
)
def test_every_other_address_is_public(address: str) -> None:
    assert is_public(address)
