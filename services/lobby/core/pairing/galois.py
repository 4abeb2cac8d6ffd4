"""Finite fields: the arithmetic that perfect schedules are made with.

The elements of a field of p^n are the numbers below p^n; their digits to the base p are the
coefficients of a polynomial. Every element but 0 is a power of one of them, so the powers in
their order are all that multiplication needs.
"""

from __future__ import annotations

from typing import NamedTuple


class Field(NamedTuple):
    """A field of as many elements as `powers` has, and 0."""

    prime: int
    powers: tuple[int, ...]
    """All elements but 0: the powers of a generator, from 1 on."""

    @property
    def order(self) -> int:
        """How many elements there are."""
        return len(self.powers) + 1

    def power(self, exponent: int) -> int:
        """Raise the generator to any power, negative ones too."""
        return self.powers[exponent % len(self.powers)]

    def exponent(self, element: int) -> int:
        """Tell which power of the generator an element is."""
        return self.powers.index(element)

    def add(self, one: int, other: int) -> int:
        """Add two elements: digit by digit, without carrying."""
        total, place = 0, 1
        while one or other:
            total += (one + other) % self.prime * place
            one, other, place = one // self.prime, other // self.prime, place * self.prime
        return total


def is_power(number: int, base: int) -> bool:
    """Tell whether a number is 1, the base, its square and so on."""
    while number > 1 and number % base == 0:
        number //= base
    return number == 1


def field_of(order: int) -> Field | None:
    """Make the field of so many elements; there is one for every power of a prime."""
    prime = next((factor for factor in range(2, order + 1) if order % factor == 0), 0)
    if not prime or not is_power(order, prime):
        return None
    found = (_powers(prime, order, reduced) for reduced in range(1, order))
    return next(Field(prime, powers) for powers in found if len(powers) == order - 1)


def _powers(prime: int, order: int, reduced: int) -> tuple[int, ...]:
    """List the powers of x until one comes again, if `reduced` is what x^n comes to."""
    sums = Field(prime, ())
    powers, element = [1], 1
    while len(powers) < order:
        top, rest = divmod(element * prime, order)
        element = rest
        for _ in range(top):
            element = sums.add(element, reduced)
        if element in {0, 1}:
            break
        powers.append(element)
    return tuple(powers)
