"""A bot for Harena: prefers the options it is offered most often to those it never met.

Try it:  harena play monolith_arena --bots "program:python3 hurried.py",random
"""

import json
import random
import sys


def begin(message):
    """The first line tells the game, the seat (from 1), and the words for all numbers."""
    return {"verbs": message["names"]["verbs"], "met": {}, "dice": random.Random(message["seed"])}


def choose(match, message):
    """Answers the number of an option; `options` holds the first ones as people read them."""
    words = [option.split()[0] for option in message["options"]]
    for word in words:
        match["met"][word] = match["met"].get(word, 0) + 1
    if not words:
        return message["default"]
    most = max(match["met"][word] for word in words)
    best = [at for at, word in enumerate(words) if match["met"][word] == most]
    return match["dice"].choice(best)


def main():
    """One line of JSON a message; the input ends with the match."""
    match = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":
            match = begin(message)
        elif message["type"] == "choose":
            print(json.dumps({"option": choose(match, message)}), flush=True)


if __name__ == "__main__":
    main()
