"""A bot that `harena` starts: one line of JSON a message, see the page of bots in the handbook."""

import json
import sys


def play(choose, begin=None):
    """Answers every question of one seat, until the match is over.

    `begin(greeting)` is called once and may return what the bot wants to remember;
    `choose(question, memory)` returns the number of an option. Both are given messages as they come.
    """
    memory = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":
            memory = begin(message) if begin else message
        elif message["type"] == "choose":
            print(json.dumps({"option": int(choose(message, memory))}), flush=True)
