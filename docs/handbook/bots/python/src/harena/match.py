"""Matches that Python drives.

`harena play` runs the match and starts a relay for each seat that Python answers for; relays call
back on a socket in a folder of their own that nobody else may enter. So Python is asked in the
words of the bot protocol, sees what that seat sees, and can do nothing a bot could not do.
"""

import json
import os
import pathlib
import selectors
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass

#: A seat that Python answers for, in the list of bots.
ME = "me"
RELAY = pathlib.Path(__file__).with_name("relay.py")


class HarenaError(Exception):
    """What `harena` said when it could not play, or not play on."""


@dataclass(frozen=True)
class Question:
    """What a seat is asked. `seat` counts from 1; the rest is told by the page of bots."""

    seat: int
    prompt: str
    count: int
    options: list
    groups: list
    default: int
    view: dict
    action: int

    @classmethod
    def of(cls, seat, message):
        """Of a message of the protocol; what later protocols add is left out."""
        names = ("prompt", "count", "options", "groups", "default", "view", "action")
        return cls(seat, *(message[name] for name in names))


class Match:
    """One match, from its first question to its result.

    `question` is what is asked now, or None once the match is over; then `result` is what
    `harena play --json` says. `begun` holds the greeting of every seat that was asked.

        with Match("monolith_arena", bots=[ME, "greedy"], seed=1) as match:
            while match.question:
                match.answer(match.question.default)
        print(match.result["result"]["winners"])
    """

    def __init__(self, game, *, bots=None, seed=None, seats=None, factions=(), settings=None,
                 preset=None, packs=(), max_decisions=10_000, program=None):
        """`bots` has a word for every seat; without it Python answers for all of them."""
        self.question, self.result, self.begun = None, None, {}
        self._heard, self._lines, self._seats = b"", {}, {}
        self._folder = tempfile.mkdtemp(prefix="harena-")
        self._selector = selectors.DefaultSelector()
        self._process = self._errors = self._listener = None
        try:
            self._listen()
            flags = _flags(seed=seed, seats=seats, preset=preset, max_decisions=max_decisions)
            for key, value in (settings or {}).items():
                flags += ["--set", f"{key}={_setting(value)}"]
            for folder in [packs] if isinstance(packs, (str, os.PathLike)) else packs:
                flags += ["--packs", os.fspath(folder)]
            if factions:
                flags += ["--factions", ",".join(factions)]
            words = [self._command() if bot == ME else bot for bot in bots or [ME]]
            flags += ["--bots", ",".join(words)]
            program = program or os.environ.get("HARENA") or "harena"
            self._start([program, "--quiet", "--json", "play", os.fspath(game), *flags])
            self._go_on()
        except BaseException:
            self.close()
            raise

    def answer(self, number):
        """Takes the option with this number, and waits for the next question or the end."""
        if self.question is None:
            raise ValueError("nothing is asked: the match is over")
        number = int(number)
        if not 0 <= number < self.question.count:
            raise ValueError(f"option {number} is none of the {self.question.count}")
        seat, self.question = self.question.seat, None
        try:
            self._seats[seat].sendall(b'{"option":%d}\n' % number)
        except OSError:
            pass  # What went wrong over there is told by its end.
        self._go_on()

    def close(self):
        """Ends the match if it is not over, and leaves nothing behind."""
        self.question = None
        if self._process and self._process.poll() is None:
            self._process.kill()
        if self._process:
            self._process.wait()
            self._process.stdout.close()
        for one in [*self._lines, self._listener, self._errors]:
            if one is not None:
                one.close()
        self._lines, self._seats, self._listener, self._errors = {}, {}, None, None
        self._selector.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_process", None) and self._process.poll() is None:
            self.close()

    def _listen(self):
        if not hasattr(socket, "AF_UNIX"):
            raise HarenaError("driving a match needs Unix sockets; bots of one seat do without")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self._path())
        self._listener.listen()
        self._selector.register(self._listener, selectors.EVENT_READ)

    def _path(self):
        return os.path.join(self._folder, "seats")

    def _command(self):
        words = [sys.executable, "-I", "-S", str(RELAY), self._path()]
        command = "program:exec " + " ".join(map(shlex.quote, words))
        if "," in command:
            raise HarenaError(f"no comma may be in the paths of `{command}`")
        return command

    def _start(self, command):
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors)
        except OSError as error:
            raise HarenaError(f"cannot start `{command[0]}`: {error}") from error
        self._selector.register(self._process.stdout, selectors.EVENT_READ)

    def _go_on(self):
        """Hears what comes until somebody is asked or the match is over."""
        while self.question is None and self.result is None:
            for key, _ in self._selector.select():
                if key.fileobj is self._listener:
                    self._welcome()
                elif key.fileobj is self._process.stdout:
                    self._hear_the_end()
                else:
                    self._hear(key.fileobj)

    def _welcome(self):
        seat, _ = self._listener.accept()
        self._lines[seat] = b""
        self._selector.register(seat, selectors.EVENT_READ)

    def _hear(self, connection):
        if connection not in self._lines:
            return  # It was closed a moment ago.
        heard = connection.recv(1 << 20)
        if not heard:
            self._selector.unregister(connection)
            del self._lines[connection]
            connection.close()
            return
        *lines, rest = (self._lines[connection] + heard).split(b"\n")
        self._lines[connection] = rest
        for line in lines:
            self._take(connection, json.loads(line))

    def _take(self, connection, message):
        if message["type"] == "begin":
            self.begun[message["seat"]] = message
            self._seats[message["seat"]] = connection
        elif message["type"] == "choose":
            seat = next(seat for seat, one in self._seats.items() if one is connection)
            self.question = Question.of(seat, message)

    def _hear_the_end(self):
        heard = os.read(self._process.stdout.fileno(), 1 << 20)
        self._heard += heard
        if heard:
            return
        code = self._process.wait()
        self._errors.seek(0)
        complaint = self._errors.read().decode(errors="replace").strip()
        try:
            told = json.loads(self._heard)
        except ValueError:
            told = {}
        if code not in (0, 1) or "ended" not in told:
            self.close()
            raise HarenaError(_complaint(told) or complaint or f"harena ended with {code}")
        self.close()
        self.result = told


def _flags(**named):
    flags = []
    for name, value in named.items():
        if value is not None:
            flags += [f"--{name.replace('_', '-')}", str(value)]
    return flags


def _setting(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _complaint(told):
    error = told.get("error") or {}
    return error.get("message") if isinstance(error, dict) else str(error)
