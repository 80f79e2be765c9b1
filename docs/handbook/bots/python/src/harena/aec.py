"""Any game of Harena as an environment of PettingZoo, one agent after the other (AEC).

    from harena import aec
    env = aec.env("connect_four", packs="tests/games")

Agents are `seat_1`, `seat_2` and so on. An action is one of `width` places. While there are no more
options than that, place and option have the same number; of more options, `width` are offered, spread evenly
over all of them. What a place means changes from question to question: `infos` holds the options
as people read them, the groups they come from, and what the seat sees.
"""

import random

import gymnasium
import numpy
from pettingzoo import AECEnv

from .match import ME, Match

#: Numbers that every observation begins with: seat, round, turn, active seat, actions so far.
HEAD = 5
#: Numbers a piece has in an observation; see `piece_row`.
ROW = 24
#: Numbers are not larger than this in either direction.
LARGEST = 1 << 53
NO_SHEET = 65535
NOBODY = 255
PLACES = {"Gone": 0, "Board": 1, "Zone": 2, "Away": 3}


def env(game, **how):
    """The environment; `how` is as for `Environment` and, beyond that, for `harena.Match`."""
    return Environment(game, **how)


def option_of(action, count, width):
    """The number of the option that a place stands for, if so many are offered."""
    return action if count <= width else action * count // width


def piece_row(piece):
    """A piece in 24 numbers: sheet, owner, controller, kind and number of its place, facing, spent, statuses, and 16 counters.

    -1 stands for a sheet one does not see, and for no owner.
    """
    place = piece["place"]
    kind, number = next(iter(place.items())) if isinstance(place, dict) else (place, 0)
    known = [
        -1 if piece["prototype"] == NO_SHEET else piece["prototype"],
        -1 if piece["owner"] == NOBODY else piece["owner"],
        -1 if piece["controller"] == NOBODY else piece["controller"],
        PLACES.get(kind, 0),
        number,
        piece["facing"],
        piece["spent"],
        piece["statuses"],
    ]
    return known + piece["counters"]


class Environment(AECEnv):
    """A match after the other, each begun by `reset`.

    `bots` may seat bots of Harena: `bots=[ME, "greedy"]` leaves one agent. An observation is a
    vector of whole numbers: five of `HEAD`, the variables of the match and of its seats, and a row
    for each of the first `pieces` pieces (`piece_row`); what is not there is 0. It leaves out the
    order of cards in zones and what lies on cells: `observe(question)` with `space` replaces it.
    A side that wins gets 1 for each of its seats, all others -1; a draw is worth 0 to everybody.
    An agent that is not asked observes what it saw when it was asked last.
    """

    def __init__(self, game, *, width=500, pieces=128, observe=None, space=None, render_mode=None, **how):
        super().__init__()
        self.metadata = {"name": f"harena_{game}_v0", "render_modes": ["ansi"],
                         "is_parallelizable": False}
        self.render_mode = render_mode
        self._game, self._how, self._width, self._pieces = game, how, width, pieces
        self._own_observe = observe
        self._seeds = random.Random()
        self._match = self._begin(0)
        first = self._match.question
        if first is None:
            raise ValueError(f"nobody is asked anything in {game}")
        n_seats = self._match.begun[first.seat]["seats"]
        self._n_vars = len(first.view["vars"])
        self._match.close()
        bots = how.get("bots") or [ME]
        bots = bots * n_seats if len(bots) == 1 else bots
        self.possible_agents = [f"seat_{at}" for at, bot in enumerate(bots, 1) if bot == ME]
        self.agents = []
        self._spaces(space)

    def _spaces(self, space):
        size = HEAD + self._n_vars + ROW * self._pieces
        plain = gymnasium.spaces.Box(-LARGEST, LARGEST, (size,), numpy.int64)
        mask = gymnasium.spaces.Box(0, 1, (self._width,), numpy.int8)
        each = {"observation": space or plain, "action_mask": mask}
        self.observation_spaces = {it: gymnasium.spaces.Dict(each) for it in self.possible_agents}
        self.action_spaces = {it: gymnasium.spaces.Discrete(self._width) for it in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def _begin(self, seed):
        return Match(self._game, seed=seed, **self._how)

    def reset(self, seed=None, options=None):
        """Begins a match; without a seed, one that follows from the seed before."""
        self._match.close()
        if seed is not None:
            self._seeds = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._seen, self._teams = {}, []
        self.agent_selection = self.agents[0]
        self._match = self._begin(self._seeds.getrandbits(62))
        self._look()

    def step(self, action):
        """Takes the option that this place stands for."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        count = self._match.question.count
        if not 0 <= int(action) < min(count, self._width):
            raise ValueError(f"place {action} stands for none of {count} options")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._match.answer(option_of(int(action), count, self._width))
        self._look()
        self._accumulate_rewards()

    def _look(self):
        """Turns to the agent that is asked now, or ends the match for all of them."""
        question = self._match.question
        if question is None:
            return self._end(self._match.result)
        agent = f"seat_{question.seat}"
        self._teams = question.view["teams"]
        self.agent_selection = agent
        self._seen[agent] = self._observed(question)
        self.infos[agent] = {"prompt": question.prompt, "count": question.count,
                             "options": question.options, "groups": question.groups,
                             "default": question.default, "view": question.view}

    def _end(self, told):
        winners = told["result"]["winners"] if told["ended"] else []
        sides = {self._teams[seat - 1] for seat in winners}
        for agent in self.agents:
            self.terminations[agent] = told["ended"]
            self.truncations[agent] = not told["ended"]
            self.infos[agent] = {"result": told["result"] if told["ended"] else None}
            if len(sides) == 1:
                self.rewards[agent] = 1 if int(agent[5:]) in winners else -1
            if agent in self._seen:
                self._seen[agent]["action_mask"] = numpy.zeros(self._width, numpy.int8)

    def _observed(self, question):
        mask = numpy.zeros(self._width, numpy.int8)
        mask[: min(question.count, self._width)] = 1
        seen = self._own_observe(question) if self._own_observe else self._numbers(question)
        return {"observation": seen, "action_mask": mask}

    def _numbers(self, question):
        view = question.view
        numbers = numpy.zeros(HEAD + self._n_vars + ROW * self._pieces, numpy.int64)
        numbers[:HEAD] = [question.seat, view["round"], view["turn"], view["active"], question.action]
        numbers[HEAD : HEAD + self._n_vars] = view["vars"]
        rows = [number for piece in view["pieces"][: self._pieces] for number in piece_row(piece)]
        begin = HEAD + self._n_vars
        numbers[begin : begin + len(rows)] = rows
        return numbers

    def observe(self, agent):
        """What an agent saw when it was asked last; nothing before it was asked at all."""
        if agent in self._seen:
            return self._seen[agent]
        zeros = self.observation_spaces[agent]["observation"]
        return {"observation": numpy.zeros(zeros.shape, zeros.dtype),
                "action_mask": numpy.zeros(self._width, numpy.int8)}

    def render(self):
        """The question and its options, as people read them."""
        question = self._match.question
        if question is None:
            return "the match is over"
        return "\n".join([f"seat {question.seat}: {question.prompt}", *question.options])

    def close(self):
        """Ends the match that runs."""
        self._match.close()
