"""Harena from Python: bots, whole matches, and environments for PettingZoo.

    harena.bot.play      answers for one seat of a match that `harena` runs
    harena.Match         runs a match in which Python answers for some seats, or for all
    harena.aec.env       the same as an environment for PettingZoo (which has to be installed)
"""

from .match import ME, HarenaError, Match, Question

__all__ = ["ME", "HarenaError", "Match", "Question"]
