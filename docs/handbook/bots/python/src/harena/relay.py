"""Carries lines between `harena`, which starts this for a seat, and the Python that drives the match.

    python relay.py SOCKET
"""

import socket
import sys
import threading


def answers(there):
    """Hands on what is answered, until the other side closes."""
    while True:
        heard = there.recv(1 << 16)
        if not heard:
            return
        sys.stdout.buffer.write(heard)
        sys.stdout.buffer.flush()


def main():
    """Ends with the match, which is when the input ends."""
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(sys.argv[1])
        threading.Thread(target=answers, args=(there,), daemon=True).start()
        for line in sys.stdin.buffer:
            there.sendall(line)


if __name__ == "__main__":
    main()
