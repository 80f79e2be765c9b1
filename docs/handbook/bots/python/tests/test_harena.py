"""Needs `harena` (named by HARENA, or on the path); what needs PettingZoo is left out without it.

    python3 -m unittest discover --start-directory docs/handbook/bots/python/tests --verbose
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

HOME = pathlib.Path(__file__).resolve().parents[1]
GAMES = HOME.parents[3] / "tests" / "games"
sys.path.insert(0, str(HOME / "src"))

from harena import ME, HarenaError, Match  # noqa: E402

try:
    import pettingzoo.test

    from harena import aec
except ImportError:
    pettingzoo = None

HARENA = os.environ.get("HARENA") or shutil.which("harena")
needs_harena = unittest.skipUnless(HARENA, "harena is not on the path and HARENA does not name it")
needs_pettingzoo = unittest.skipUnless(pettingzoo, "PettingZoo is not installed")


def match(game, **how):
    return Match(game, packs=GAMES, program=HARENA, **how)


def first_column(question):
    """Seat 1 drops into column a, seat 2 into b."""
    column = "ab"[question.seat - 1]
    return next(at for at, text in enumerate(question.options) if text.startswith(f"drop {column}"))


@needs_harena
class Matches(unittest.TestCase):
    def test_four_in_a_column_win(self):
        asked = []
        with match("connect_four", seed=1) as one:
            while one.question:
                asked.append(one.question.seat)
                one.answer(first_column(one.question))
        self.assertEqual(asked, [1, 2, 1, 2, 1, 2, 1])
        self.assertEqual((one.result["decisions"], one.result["result"]["winners"]), (7, [1]))

    def test_the_same_answers_make_the_same_match(self):
        def digest():
            with match("connect_four", seed=3, bots=[ME, "random"]) as one:
                while one.question:
                    self.assertEqual(one.question.seat, 1)
                    one.answer(one.question.count - 1)
            return one.result["digest"]

        self.assertEqual(digest(), digest())

    def test_a_hidden_card_stays_hidden(self):
        with match("kuhn_poker", seed=2) as one:
            first = one.question
            faces = [piece["prototype"] for piece in first.view["pieces"]]
            self.assertIn(65535, faces)
            seen = [piece for piece in first.view["pieces"] if piece["prototype"] != 65535]
            self.assertEqual({piece["owner"] for piece in seen}, {first.seat - 1})
            one.answer(0)
            self.assertNotEqual(one.question.seat, first.seat)
            self.assertNotEqual(one.question.view["pieces"], first.view["pieces"])

    def test_settings_and_seats_are_handed_over(self):
        how = {"seats": 3, "settings": {"banner_hp": 7, "monoliths": True}, "seed": 1}
        with match("monolith_arena", factions=["abyss", "forest", "realm"], **how) as one:
            begun = one.begun[one.question.seat]
        self.assertEqual((begun["seats"], begun["settings"]["banner_hp"]), (3, 7))
        self.assertIs(begun["settings"]["monoliths"], True)

    def test_a_match_that_is_given_up_has_no_result(self):
        with match("connect_four", seed=1, max_decisions=3) as one:
            while one.question:
                one.answer(0)
        self.assertEqual((one.result["ended"], one.result["decisions"]), (False, 3))

    def test_what_harena_refuses_is_told(self):
        with self.assertRaisesRegex(HarenaError, "connect_four"):
            match("connect_fuor")
        with self.assertRaisesRegex(HarenaError, "cannot start"):
            Match("connect_four", program="/nowhere/harena")

    def test_only_options_are_taken(self):
        with match("connect_four", seed=1) as one:
            for wrong in (-1, 7):
                with self.assertRaisesRegex(ValueError, "none of the 7"):
                    one.answer(wrong)
            one.answer(6)
            self.assertEqual(one.question.seat, 2)

    def test_a_match_that_is_left_leaves_nothing_behind(self):
        one = match("connect_four", seed=1)
        process, folder = one._process, one._folder
        self.assertIsNone(process.poll())
        one.close()
        self.assertIsNotNone(process.poll())
        self.assertFalse(os.path.exists(folder))
        with self.assertRaises(ValueError):
            one.answer(0)


LAST = "from harena import bot\nbot.play(lambda question, greeting: question['count'] - greeting['seat'])\n"


@needs_harena
class Bots(unittest.TestCase):
    def test_a_bot_plays_as_the_same_answers_would(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "last.py"
            path.write_text(LAST)
            words = [f"PYTHONPATH={HOME / 'src'}", sys.executable, str(path)]
            bots = f"program:env {' '.join(map(shlex.quote, words))},random"
            flags = ["--packs", str(GAMES), "--seed", "3", "--json", "--bots", bots]
            command = [HARENA, "--quiet", "play", "connect_four", *flags]
            told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        with match("connect_four", seed=3, bots=[ME, "random"]) as one:
            while one.question:
                one.answer(one.question.count - 1)
        self.assertEqual(told["digest"], one.result["digest"])


def environment(game, **how):
    return aec.env(game, packs=GAMES, program=HARENA, **how)


@needs_harena
@needs_pettingzoo
class Environments(unittest.TestCase):
    def test_they_pass_the_test_of_pettingzoo(self):
        for game, how in [
            ("connect_four", {}),
            ("kuhn_poker", {}),
            ("crazy_eights", {"seats": 4}),
            ("monolith_arena", {"factions": ["abyss", "realm"], "width": 40}),
            ("monolith_arena", {"factions": ["abyss", "realm"], "bots": ["greedy", ME]}),
        ]:
            with self.subTest(game=game, **how), warnings.catch_warnings():
                # It advises against what its own games for several do: spaces with a mask.
                warnings.simplefilter("ignore")
                env = environment(game, **how)
                pettingzoo.test.api_test(env, num_cycles=120)
                env.close()

    def test_a_seed_makes_the_same_matches(self):
        pettingzoo.test.seed_test(lambda: environment("crazy_eights"), num_cycles=60)
        env = environment("kuhn_poker")

        def cards():
            env.reset()
            return env.last()[0]["observation"].tolist()

        env.reset(seed=5)
        later = [cards() for _ in range(6)]
        env.reset(seed=5)
        self.assertEqual(later, [cards() for _ in range(6)])
        self.assertGreater(len(set(map(str, later))), 1)
        env.close()

    def test_who_wins_is_rewarded(self):
        env = environment("connect_four")
        env.reset(seed=1)
        self.assertEqual(env.possible_agents, ["seat_1", "seat_2"])
        for agent in env.agent_iter():
            _, reward, over, _, info = env.last()
            if over:
                self.assertEqual(reward, {"seat_1": 1, "seat_2": -1}[agent])
                self.assertEqual(info["result"]["winners"], [1])
                env.step(None)
                continue
            column = {"seat_1": "drop a", "seat_2": "drop b"}[agent]
            env.step(next(at for at, text in enumerate(info["options"]) if text.startswith(column)))
        self.assertEqual(env.agents, [])
        env.close()

    def test_a_match_given_up_is_truncated(self):
        env = environment("connect_four", max_decisions=3)
        env.reset(seed=1)
        for _ in range(3):
            env.step(0)
        self.assertEqual((env.truncations, env.terminations), (
            {"seat_1": True, "seat_2": True}, {"seat_1": False, "seat_2": False}))
        self.assertEqual(env.rewards, {"seat_1": 0, "seat_2": 0})
        env.close()

    def test_places_without_an_option_are_refused(self):
        env = environment("connect_four")
        env.reset(seed=1)
        mask = env.last()[0]["action_mask"]
        self.assertEqual((mask[:7].tolist(), int(mask.sum())), ([1] * 7, 7))
        with self.assertRaisesRegex(ValueError, "place 7"):
            env.step(7)
        env.close()

    def test_many_options_are_spread(self):
        self.assertEqual([aec.option_of(at, 3, 10) for at in range(3)], [0, 1, 2])
        spread = [aec.option_of(at, 1_238, 500) for at in range(500)]
        self.assertEqual((spread[0], len(set(spread)), sorted(spread)), (0, 500, spread))
        self.assertGreater(spread[-1], 1_230)
        self.assertLess(spread[-1], 1_238)

    def test_an_observation_tells_the_board(self):
        env = environment("connect_four", pieces=2)
        env.reset(seed=1)
        env.step(0)
        seen = env.last()[0]["observation"]
        row = seen[-2 * aec.ROW :][: aec.ROW].tolist()
        self.assertEqual((seen[0], seen[4]), (2, 1))
        cell = env.infos["seat_2"]["view"]["pieces"][0]["place"]["Board"]
        self.assertEqual(row[:5], [0, 0, 0, 1, cell])
        self.assertFalse(seen[-aec.ROW :].any())
        env.close()


if __name__ == "__main__":
    unittest.main()
