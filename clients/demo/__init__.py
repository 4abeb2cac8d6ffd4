"""A show for whoever sees the platform for the first time: a game in every city, a tournament."""

from clients.demo.show import Plan, perform

__all__ = ["Plan", "perform"]
