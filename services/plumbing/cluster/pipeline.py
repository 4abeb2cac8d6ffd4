"""Many commands in one go, and scripts, on the nodes of a cluster."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from redis import exceptions as errors
from redis.client import Pipeline
from redis.cluster import ClusterNode
from redis.commands.core import Script

from services.plumbing.cluster.sending import Sender, UnsentError

Command = tuple[tuple[object, ...], dict[str, object]]

UNDONE: Final = (errors.AskError, errors.TryAgainError, errors.NoScriptError, UnsentError)
"""What a node says about a command that it has not done, and another one will; a slot that has
moved is a kind of the first."""


class ClusterScript(Script):
    """A script that a node without it is given together with what it is to do."""

    def __call__(self, keys: Any = (), args: Any = (), client: Any = None) -> Any:  # noqa: ANN401
        """Run it, or add it to a pipeline."""
        if client is not None:
            return super().__call__(keys, args, client)
        run: Any = self.registered_client
        try:
            return run.evalsha(self.sha, len(keys), *keys, *args)
        except errors.NoScriptError:
            return run.eval(self.script, len(keys), *keys, *args)


class ClusterPipeline(Pipeline):
    """Commands for several nodes, each of which gets its own in one go."""

    def __init__(self, sender: Sender, *, atomic: bool) -> None:
        nowhere: Any = None  # the pools are the nodes'
        super().__init__(nowhere, {}, atomic, None)
        self._sender = sender
        self._atomic = atomic

    def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002
        """Send the commands, and give their answers in the same order."""
        commands: list[Command] = list(self.command_stack)
        try:
            if not commands:
                return []
            answers = self._together(commands) if self._atomic else self._apart(commands)
        finally:
            self.reset()
        failures = [each for each in answers if isinstance(each, errors.ResponseError)]
        if raise_on_error and failures:
            raise failures[0]
        return answers

    def _together(self, commands: Sequence[Command]) -> list[Any]:
        """Do all in one transaction; one that is led elsewhere was not done."""
        slots = {self._sender.nodes.slot(command) for command, _ in commands}
        if len(slots) > 1:
            raise errors.RedisClusterException("the keys of a transaction have to be of one slot")

        def send(node: ClusterNode, ask: bool) -> list[Any]:  # noqa: FBT001
            if ask:  # a transaction cannot ask for keys that are on their way
                raise errors.TryAgainError
            return self._send(node, commands)

        return self._sender.follow(slots.pop(), send)

    def _apart(self, commands: Sequence[Command]) -> list[Any]:
        """Send each node its commands; what it has not done is done one by one."""
        answers: list[Any] = [None] * len(commands)
        for node, places in self._by_node(commands):
            for place, answer in zip(places, self._tried(node, commands, places), strict=True):
                answers[place] = answer
        for place, (command, options) in enumerate(commands):
            if isinstance(answers[place], UNDONE):
                answers[place] = self._alone(command, options)
        return answers

    def _by_node(self, commands: Sequence[Command]) -> list[tuple[ClusterNode, list[int]]]:
        nodes: dict[str, tuple[ClusterNode, list[int]]] = {}
        for place, (command, _) in enumerate(commands):
            node = self._sender.nodes.owner(self._sender.nodes.slot(command))
            nodes.setdefault(node.name, (node, []))[1].append(place)
        return list(nodes.values())

    def _tried(
        self, node: ClusterNode, commands: Sequence[Command], places: Sequence[int]
    ) -> list[Any]:
        try:
            return self._send(node, [commands[place] for place in places])
        except UnsentError as error:
            return [error] * len(places)

    def _send(self, node: ClusterNode, commands: Sequence[Command]) -> list[Any]:
        pipe = self._sender.nodes.client(node).pipeline(transaction=self._atomic)
        pipe.command_stack, pipe.scripts = list(commands), set(self.scripts)
        pipe.connection = self._sender.taken(node)
        with self._sender.looking(node):
            return pipe.execute(raise_on_error=False)

    def _alone(self, command: Sequence[object], options: Mapping[str, object]) -> object:
        try:
            return self._sender.run(command, options)
        except errors.NoScriptError:
            script = next(each.script for each in self.scripts if each.sha == command[1])
            return self._sender.run(("EVAL", script, *command[2:]), options)
