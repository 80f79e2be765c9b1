### Every word the window shows that does not come from a game.
###
### One message a line; its name is that of a function in `editor/src/text`. What stands in `{ $… }`
### is filled in. How to bring the window into another language: docs/handbook/translating.md.

## The table, its bars, dialogs and decisions

# The title of the window.
title = Harena
# A piece whose face is hidden.
hidden_card = Hidden card
# No piece and no seat.
nobody = nobody
# Menu and toolbar.
new_match = New match
# Menu entry.
open_record = Open record
# Menu entry.
save_record = Save record
# Toolbar.
undo = Undo
# Toolbar.
redo = Redo
# Toolbar.
reference = Reference
# Toolbar.
forecast = Forecast
# Toolbar: a search is asked what it would play.
advice = Advice
# Heading of what it answers.
what_would_you_play = What would you play?
# It has not answered yet.
thinks_about_it = A strong bot thinks about it
# How often it played the position on.
played_on = { $n ->
    [one] Played on once, as far as your seat can know; chances as it sees them
   *[other] Played on { $n } times, as far as your seat can know; chances as it sees them
}
# Button: the answer is put away.
no_advice = Put the advice away
# An option with its chance, for screen readers.
option_with_chance = { $option }: { $chance }
# Toolbar: everything may be seen and undone.
test_mode = Test mode
# Explains the switch.
test_mode_hint = Show hidden cards to everybody and allow undo past what was revealed
# Heading.
keys = Keys
# Toolbar.
help = Help
# Field.
look_up = Look up
# Heading.
how_to_play = How to play
# Heading.
terms = Terms
# Label of the scale slider.
scale = Scale
# Label of the slider over all moves.
time_line = Time line
# Heading.
inspector = Inspector
# Heading.
problems_heading = Problems
# Shown while no game could be loaded.
no_game = No game could be loaded
# Explains what to do then.
no_game_hint = Mend the problems listed below; the match starts as soon as it loads
# Button that drops what was chosen so far.
cancel = Cancel
# Button that takes an order, a choice of several or a spread.
confirm = Confirm
# Button.
close = Close
# Button of the dialog.
start = Start
# Button.
save = Save
# Button.
open = Open
# Button: run the same match from its first decision.
again = Play again
# Button: gives up.
concede = Concede
# Button: really gives up.
concedes_now = Give up
# Button that takes back the wish to give up.
play_on = Play on
# Asked before a seat gives up.
concede_surely = The rules say what then happens; this is no ordinary move
# What a seat that gave up did.
concedes = concedes
# The match is over.
over = The match is over
# A bot thinks.
bot_thinks = A bot decides
# What happened is being watched.
watching = What just happened
# Who looks on.
you = you
# A bot plays a seat.
bot = bot
# A person plays a seat.
person = person
# Menu.
menu = Menu
# Unfolds what is told in brief.
unfold = More
# Folds it again.
fold = Less
# Menu: the colors of the window.
theme = Colors
# Preference: the language of the window.
language = Language
# What is in that language and what is not.
language_about = Packs keep their own words
# A choice of it.
language_system = As the system
# Menu entries: by night or by day.
theme_system = As the system
theme_dark = Dark
theme_light = Light
# Heading of what happened.
story = Story
# Menu entry.
show_story = Show the story
# A forecast in which nobody would strike.
no_blows = No tile would strike
# A strike without effect.
without_effect = cancelled
# Only one option is left.
forced = There is only one option
# Button: the only option of a seat is taken for it from now on.
pass_for_me = Always do it for me
# Where the answer stays secret until all have answered.
secret = Nobody sees your answer before all have answered
# Playback.
play = Play
# Playback.
pause = Pause
# Playback.
step_back = Step back
# Playback.
step = Step
# Playback.
skip = Skip
# Playback.
replay = Play back
# Label of the speed slider.
speed = Speed
# Above the refusal.
why_not = Not possible now
# No rule gives a reason.
no_reason = It is not among the options of this decision
# Stands for an argument that is not chosen yet.
open_gap = …
# Rotating the ghost.
rotate_left = Rotate counterclockwise
# Rotating the ghost.
rotate_right = Rotate clockwise
# Dialog field.
game = Game
# Dialog field.
seats = Seats
# Dialog field.
seed = Seed
# A person plays the seat.
human = Person
# The match itself decides the faction.
faction_later = Chosen in the match
# Who sees the table.
see_as = See as
# The seat that decides.
who_decides = Who decides
# Everything is seen.
everything = Everything
# Field for a path.
path = File
# Heading of what the option under the mouse would do.
preview = What this would do
# Heading of what the rules say about the position.
overlay = Position
# Nothing that can be seen would change.
outlook_quiet = Nothing changes on the board
# Some answers were guessed.
outlook_open = Open choices are answered by their default
# It stops where nobody can know.
outlook_uncertain = What follows depends on chance or on something hidden
# A file is not in the pack any more.
no_source = This file is not in the pack
# The board as a whole, for screen readers.
board = Board
# An undo that is held back.
undo_reveals = This move showed something hidden or rolled chance; switch on test mode to take it back
# Going on from the past that is refused.
going_on_reveals = What came after this moment showed something hidden or rolled chance; switch on test mode to go on otherwise
# An undo of nothing.
nothing_to_undo = There is nothing to take back
# Time line.
lines = Line of play
# Time line.
to_the_end = To the end
# Time line.
go_on_from_here = Go on from here
# Time line.
go_on_hint = What is played from here on is a line of its own; the other one stays
# Time line.
go_on_here = Let bots go on
# Time line.
stop_bot = Stop the bot
# Who decides.
bot_rests = A bot decides here; it rests until you go on
# A match was played when the window was closed.
last_match_kept = The match you left is kept as last_match: Menu, Open record
# A reload that did not.
kept_last_good = The last good version keeps running
# The table is covered.
covered = The table is covered, so that nobody sees the cards of another
# Takes the cover away.
go_on = Go on
# Menu entry.
covers = Cover the table between seats
# Button: a first match in which one is led.
first_match = A first match
# A game has no such match.
no_first_match = this game leads through no first match
# Button: goes on without being led.
go_on_alone = Go on alone
# What to do next, for who is led.
now_do = Now: { $option }
# What to do next, for who is led and tried something else.
first_do = You are being led; next comes: { $option }
# How many moves of a lesson were made.
sum_of_moves = { $done } of { $all }
# Menu entry.
guides = Explain new questions
# What that is.
guides_about = Until each is understood
# A question is new no more.
understood = Got it
# Whether options are tried out.
previews = Try out the option under the mouse
# Menu entry.
plays_back = Play back what happened
# How an order is changed.
order_hint = Drag, or use the arrows; the first one is on top
# How amounts are changed.
spread_hint = Use + and −, or drag dots from row to row
# Hint while pieces are taken that lie on the table.
picker_hint = Click a piece to take it; − gives it back
# How several are chosen.
several_hint = Check them here, or click them on the table
# Cells may be chosen in any order.
loose_hint = Click the cells on the board, in any order
# Tokens that are in no slot yet.
beside = Still to place
# Nothing chosen of several.
none = none
# No display.
no_display = there is no display to open a window on; play in the terminal with `harena play GAME`
# What is so, on a card.
yes = yes
# Between a whole number and its parts.
decimal_mark = .
# A time.
so_many_seconds = { $seconds } s
# How many times as fast.
as_fast = { $speed }×
# A key as it is written on it.
key_enter = Enter
# A key as it is written on it.
key_escape = Esc
# Keys as they are written on them.
key_undo = Ctrl Z
# Help of the keyboard: keys, and what they do.
keys_walk = Tab, Shift+Tab
keys_walk_about = go to the next or previous control; on the board, cell that can be chosen
keys_cells = Arrows
keys_cells_about = from cell to cell; B goes to the board from elsewhere
keys_choose = Enter, Space
keys_choose_about = choose what is under the cursor
keys_number = 1 to 9
keys_number_about = take an option of the decision panel
keys_rotate = Q, E, R, Shift+R, wheel
keys_rotate_about = rotate the piece to be placed
keys_drop = Escape
keys_drop_about = drop what was chosen so far
keys_undo = Ctrl+Z, Ctrl+Y
keys_undo_about = undo and redo
keys_step = Ctrl+Left, Ctrl+Right
keys_step_about = step through the playback
keys_playback = Ctrl+Space
keys_playback_about = start or pause the playback
keys_new = Ctrl+N
keys_new_about = new match
keys_confirm = Ctrl+Enter
keys_confirm_about = confirm what was put together
keys_moment = Space
keys_moment_about = take the moment while a clock runs
keys_concede = Ctrl+G
keys_concede_about = give up, where the rules allow it; you are asked again
keys_help = F1
keys_help_about = this help
keys_forecast = F
keys_forecast_about = show or hide the forecast
keys_advice = H
keys_advice_about = ask a strong bot what it would play
keys_workshop = Ctrl+E
keys_workshop_about = change a pack in the workshop
keys_scale = Ctrl+Plus, Ctrl+Minus
keys_scale_about = larger or smaller
# `Knight of Dragon Empire`.
piece_of = { $piece } of { $owner }
# `Dragon Empire (Seat 1)`, where two seats play the same.
seat = { $faction } ({ $name })
# A seat without a name, counted from 1.
nth_seat = Seat { $n }
# In which seat somebody sat.
sat_in = { $n ->
    [1] first seat
    [2] second seat
    [3] third seat
    [4] fourth seat
   *[other] seat { $n }
}
# Where the front of a piece points, by its number, where directions have no names.
facing_number = facing { $facing }
# The same by the name of the direction.
facing_direction = facing { $direction }
# Label of an empty cell.
empty_cell = cell { $name } empty
# Label of a cell with a piece.
occupied_cell = cell { $name } { $piece } { $facing }
# What a piece on a cell would strike now, for screen readers.
threatens = threatens { $pieces }
# Label of a cell with a piece in a game in which pieces are never rotated.
held_cell = cell { $name } { $piece }
# Marks a label as one that can be chosen.
legal = { $label }, legal
# The match can no longer be kept on disk.
not_kept = This match is not being kept on disk: { $error }
# Who plays a seat, as a button.
who_plays = { $seat }: { $who }, change
# Above the choice of who plays a seat.
from_now_on = { $seat }, from now on
# Who must decide.
decides = { $seat } decides
# Whose turn it is.
turn_of_match = Turn { $turn }, { $seat }
# The same in games that count rounds.
turn_of_round = Round { $round }, turn { $turn }, { $seat }
# A status that ends. LOWER writes a title of a pack in small letters.
no_longer = no longer { LOWER($status) }
# A title of a pack as it stands in the middle of a sentence.
in_a_sentence = { LOWER($title) }
# How many of something there are.
so_many = { $n } { LOWER($title) }
# How much there is at most, after a number.
of_so_many = of { $max } { LOWER($title) }
# Who is about to give up.
gives_up = { $seat } gives up?
# How many options a verb has.
verb_count = { $verb } … ({ $n })
# How many moves were made of all that are known.
moves = Move { $n } of { $of }
# The name of a line.
line = Line { $number }
# A line and how long it is.
line_with = Line { $line } with { $n ->
    [one] 1 move
   *[other] { $n } moves
}
# A line that branches off another one.
line_from = { $line }, from line { $of } after move { $after }
# What the first choice in the past has led to.
first_new_line = This goes on as line { $number }; what was played before stays, choose between them at the time line
# What a further one has led to.
next_new_line = This goes on as line { $number }; what was played before stays
# Which instant is played back.
instant = Step { $n } of { $of }
# A zone and how much is in it.
zone = { $title } { $n }
# Label of a card.
card_in = card { $title } in { $zone }
# The printed value of a stat.
printed = printed
# Set by an effect of the rules.
by_effect = by an effect
# The reload took this long.
being_loaded = Loading { $title }
reloaded_in = Reloaded in { $millis } ms
# What a save changes, in matches that are played again.
matches_unchanged = { $n ->
    [one] 1 match unchanged
   *[other] { $n } matches unchanged
}
match_differs = match { $number } differs at choice { $at }
match_fails = match { $number } fails
# What a save changes in how often a side wins, in percent.
saved_stronger = { $side }: stronger by { $by } % ± { $margin } ({ $pairs } pairs)
saved_weaker = { $side }: weaker by { $by } % ± { $margin } ({ $pairs } pairs)
saved_alike = { $side }: no difference seen ({ $pairs } pairs)
# Title of the source window.
source_of = { $pack }/{ $path }
# A number and its range in the dialog.
range = { $min } to { $max }
# A record was written.
saved = Saved { $path }
# A seat is out of the match.
is_out = out
# When a piece acts in combat.
acts_at = Acts at
# Definitions without a faction.
no_faction = Everybody's
# Label of the choice of a faction.
nth_faction = Faction { $n }
# Label of the choice of a player.
nth_player = Player { $n }
# What a measurement of frames says.
frame_times = { $n } frames, median { $median } ms, 99th percentile { $slow } ms
# The window is to be passed on.
pass_to = Pass to { $seat }

## Answers that are put together

# A choice of several, told by its size.
several = { $n } chosen
# A place in a list, from 1.
nth = no. { $n }
# How many are chosen of a number that may vary.
so_many_from_to = { $n }, from { $min } to { $max }
# How many rows are not spread whole yet.
rows_open = { $n ->
    [one] 1 row is not spread whole
   *[other] { $n } rows are not spread whole
}
# Button that does something at this moment.
now_alone = Now (Space)
# The same with what it does.
now_verb = { $verb } (Space)
# Button that moves a thing up in an order.
up = Up
# Button that moves a thing down in an order.
down = Down
# Heading: which pieces do something together.
who_joins = Who joins
# Beside it: so many of so many.
join_in = { $n } of { $all } that could
# Beside one of them.
joins = helps
# Beside one that does not.
stays_out = stays out
# How much is spread of how much there is.
sum_of = { $sum } of { $total }
# A thing with its place in an order.
in_place = { $place }. { $what }
# Label of a button.
move_up = Move { $what } up
# Label of a button.
move_down = Move { $what } down
# A row of amounts and how much is to be spread in it.
row_of = { $name }: { $total }
# Label of a token that can be dragged.
token_of = Token of { $slot }
# Label of a button.
one_more = One more in { $slot }
# Label of a button.
one_less = One less in { $slot }
# How far apart two figures stand.
apart_by = { $n } apart

## Home, setting up a match, its end, and how the window behaves

# A pack in a record that is none.
no_archive = it is no archive
# A pack in a record that is another than is said.
another_pack = it is another than the record names
# What is wrong with a pack that comes along in a record.
broken_inside = the pack `{ $pack }` in it is not used: { $why }
# A pack in a record calls itself nearly as one that is at hand.
looks_like = it looks like `{ $other }`, which is another pack
# A pack in a record that is at hand in another version.
another_is_at_hand = it comes with another `{ $pack }` than yours; harena replay opens it with its own
# Button: one person against bots.
play_a_bot = Play against a bot
# Button: people in all seats.
at_one_table = At one table
# Button: bots in all seats.
watch_bots = Watch bots
# Button.
match_settings = Settings
# Button: how the window looks and behaves.
preferences = Preferences
# Who plays the first seat.
you_play = You
# Label of the choice of a bot.
opponent = Bot
# Heading.
last_match = Your last match
# Button.
continue_match = Continue
# Heading.
make = Make
# What can be made: title and what it is.
make_faction = A faction
make_faction_about = New pieces for a game you have
# What can be made: title and what it is.
make_game = A game
make_game_about = Your own board and rules
# What can be made: title and what it is.
make_content = A box of more
make_content_about = Sheets that no side owns
# What can be made: title and what it is.
make_variant = A variant
make_variant_about = A difference from a game
# What can be made: title and what it is.
make_scenario = Scenarios
make_scenario_about = Positions with what must come of them
# Field of the name of a pack that is made.
pack_name = Name, in small letters, digits and underscores
# Button.
make_it = Make it
# Heading.
on_this_machine = On this machine
# Heading.
lately = Lately
# Nothing was played yet.
nothing_lately = Matches you play are kept here
# No match was left unfinished.
nothing_left = A match you leave goes on here
# There are no packs.
no_packs = There is no game yet: make one, or install a pack
# Button of the last screen.
back = Back
# Button.
home = Home
# Packs cannot be made without a place to keep them.
no_place = There is no folder to keep packs in
# Shows all packs.
all_packs = All packs
# Shows fewer packs.
fewer_packs = Fewer packs
# Title of the page on which a match is set up.
set_up = Settings of a match
# Field.
find_setting = Find a setting
# Heading.
changed = Changed
# Heading of settings of no other group.
rules = Rules
# Switch.
only_changed = Only what differs
# How the page is read.
point_at_setting = Point at a setting to read what it can be; a number opens its rule
# A preset that changes nothing.
nothing_changed = nothing changed
# Button: takes back all changes.
back_to_rules = Back to the rules
# Button beside a setting.
as_the_rules_stand = As the rules stand
# Nothing was found.
no_such_setting = No setting is called so
# All settings fit together.
all_fits = All settings fit together
# Button: another seed.
draw_seed = Draw
# Heading of packs that join where somebody wants them to.
guests = Guests
# Explains the heading.
guests_hint = Packs such as homebrew that join this game only where you want them; hold the mouse over one
# A guest cannot leave.
guest_plays = This guest takes part in the match in play
# Button.
keep_preset = Keep as a preset
# Field of a name.
preset_name = Name of the preset
# Button.
keep = Keep
# What a preset somebody kept is.
own_preset = Kept by you
# Heading of lines that scripts printed.
printed_by_scripts = Printed by scripts
# Button: forgets what was printed.
clear = Clear
# State of a switch.
on = on
# State of a switch.
off = off
# A setting with its value.
set_to = { $title } { $value }
# How many settings differ.
n_changes = { $n ->
    [one] 1 change
   *[other] { $n } changes
}
# A preset that was changed further.
preset_with = { $preset }, with { $changes }
# What a setting was.
was_before = was { $before }
# What a setting was, and which preset has changed it.
was_before_preset = was { $before }, comes with { $preset }
# A value that the rules name.
as_written = { $value } (as written)
# Button beside a setting, for screen readers.
take_back = { $title } as the rules stand
# Title of the window of preferences.
preferences_title = Preferences
# Heading of preferences.
looks = Looks
# Heading of preferences.
watching_title = Watching
# Heading of preferences.
playing = Playing
# What the scale does.
scale_about = Everything also grows with the window
# Preference: no motion.
calm = Calm
# What that means.
calm_about = Things fade in place of flying about
# What the speed is of.
speed_about = Of what is played back
# Preference: how long bots wait.
bot_pace = Bots wait
# What that is good for.
bot_pace_about = Before each of their moves, so that one sees it
# Preference: passing by itself.
passes = Pass by itself
# What that means.
passes_about = Where you have but one option and nothing is to be chosen
# Title of the rules page.
rulebook = Rules and words
# Heading.
numbered_rules = The rules by number
# What is read out of a rule number.
rule_link = Rule { $rule }
# Between points.
between_points = to
# Button at the end of a match.
open_time_line = Open in the time line
# Button at the end of a match.
change_sides = Change sides
# Heading.
where_it_turned = Where it turned
# Words that lead on to what fills a gap: the name of an action does not end in one.
joining_words = to on onto at with from into in of for by over under
# A seat drew these into its hand: `Drew: Knight, Move`.
drew = Drew
# The same of another seat than who acts.
drew_of = { $seat } drew
# What can be done stands on the tiles of the hand.
on_your_tiles = Choose on the tiles of your hand
# The field at home in which one looks for something by its name.
find_anything = Find anything
# The key that leads to it.
key_find = Ctrl K; Escape empties it
# Nothing is called so.
nothing_found = Nothing here is called “{ $wanted }”
# Heading.
games_and_packs = Games and packs
# Who won against whom, and the points.
with_score = { $line }, { $score }
# Between two points of a score.
between_numbers = {" to "}
# There are no turning points.
never_turned = No single turn decided it
# The chance of a side to win, before and after.
chance_went = The chance of { $seat } to win went from { $before } to { $after } %
# Two sentences that are told together.
both_told = { $first }. { $second }
# A turning point: something else was worth a little more.
little_mistake = A mistake that cost little
# The same, much more.
great_mistake = A mistake that cost much
# What another option was worth more.
would_be_worth = { $option } was worth { $n ->
    [one] { $n } point
   *[other] { $n } points
} more in 100
# Matches are played on from each turn in the background.
looks_back = Bots play it on from each turn to see where it turned: { $done } %
# Button beside that.
stop_looking_back = Stop
# Button: keeps that turn as a position to play from.
make_puzzle = Make a puzzle of turn { $turn }
# The name of such a scenario.
puzzle_name = { $game }, a puzzle of turn { $turn }
# Where it was written.
puzzle_made = The puzzle lies in { $file }
# Why there is none.
no_puzzle = This moment makes no puzzle: { $why }
# Heading.
points = Points
# Heading.
played = Played
# The board as it was left.
last_position = The last position
# Pieces that fell.
lost = Lost
# What a click on the chart does.
click_a_point = Click to look at that moment
# Under the axis of turns.
turn_axis = turn
# A value at a turn, for screen readers.
value_at = { $value } in turn { $turn }
# How hard a piece struck.
struck_for = { $piece } struck for { $damage }
# What a piece did.
damage_dealt = { $damage } damage dealt
# The same where others fell by it.
damage_and_felled = { $damage } damage dealt, { $felled } felled
# How long a piece stood on the board.
stood_for = { $turns ->
    [one] stood for { $turns } turn
   *[other] stood for { $turns } turns
}
# Heading over what a number of all seats went by; `what` is the name of the number.
how_it_went = How the { $what } went
# Row: what it was at the start.
at_the_start = At the start
# Row: what was lost or won in no way that has a name.
otherwise = Otherwise
# Row: what is left in the end.
is_left = Left
# The piece of a seat that did most.
best_of = The best of { $seat }
# Button: lets a bot make one move.
step_bot = One move
# Button: bots act at once until a person is asked.
hurry_bot = Hurry
# Button: ends the playback.
skip_it = Skip to now
# What can be chosen is shown on the board.
on_the_board = Choose on the board
# How many players a game takes.
n_players = { $n ->
    [one] 1 player
   *[other] { $n } players
}
# How many players a game takes at least and at most.
players_from_to = { $min }–{ $max } players
# How many games there are.
n_games = { $n ->
    [one] 1 game
   *[other] { $n } games
}
# How many packs there are.
n_packs = { $n ->
    [one] 1 pack
   *[other] { $n } packs
}
# How much is wrong.
problems = { $n ->
    [one] 1 problem
   *[other] { $n } problems
}
# How many pieces a pack brings.
pieces = { $n ->
    [one] 1 piece
   *[other] { $n } pieces
}
# How long a match was.
moves_made = { $n ->
    [one] 1 move
   *[other] { $n } moves
}
# Two sides of a match; a third one comes after both.
against_another = { $side } against { $other }
# A match without a winner.
nobody_won = { $sides }, nobody won
# A match won by all.
won_together = { $winners } won together
# A match with winners and others.
won_over = { $winners } won against { $others }
# How long ago something was.
just_now = just now
minutes_ago = { $n ->
    [one] a minute ago
   *[other] { $n } minutes ago
}
hours_ago = { $n ->
    [one] an hour ago
   *[other] { $n } hours ago
}
days_ago = { $n ->
    [one] yesterday
   *[other] { $n } days ago
}
# The names of bots, and how they play.
bot_careless = careless bot
bot_careless_about = takes any option
bot_hasty = hasty bot
bot_hasty_about = takes what looks best at once
bot_thoughtful = thoughtful bot
bot_thoughtful_about = plays every position on a hundred times
bot_strong = strong bot
bot_strong_about = plays every position on a thousand times, and takes its time
bot_other = bot { $word }
bot_other_about = plays positions on
bot_outside_about = a program of its own
bot_persona_about = plays with likes of its own
# Packs that came along in a record.
packs_came_along = { $packs } came along, for as long as this window is open
# `turn 22`.
turn_number = turn { $turn }
# A pack was made.
made = { $name } lies in { $folder }; what you save there is seen at once
# A folder is there already.
is_there_already = { $folder } is there already
# What is read out of a cover.
cover = { $title }: { $summary }
# Button: forgets the settings kept under a name.
forget_preset = Forget “{ $title }”
# A side that joins as a guest, in the choice of sides.
guest = { $title } (guest)

## The inspector and the reference

# How high a cell lies.
level = level { $level }
# Where the front of a piece points.
faces_to = faces { $direction }
# How scenarios write a cell, in test mode.
in_scenarios = { $name } in scenarios
# Whose pieces an aura reaches.
whom_all = all
whom_own = own
whom_friends = friends
whom_partners = partners
whom_enemies = enemies
whom_nobody = what nobody owns
# An aura that goes out through sides.
to_sides = { $gift } through { $n ->
    [one] 1 side
   *[other] { $n } sides
} to { $whom }
# Kind and number of copies.
n_copies = { $kind }, { $n } copies
# How many attacks.
attacks = { $n ->
    [one] 1 attack
   *[other] { $n } attacks
}
# On so many sides.
n_sides = { $n } sides
# On every side.
all_sides = all sides
# An aura that reaches some cells around.
up_to = { $gift } up to distance { $n } to { $whom }
# An aura that reaches the whole board.
everywhere = { $gift } everywhere to { $whom }
# An aura that reaches only its own piece.
itself = { $gift } to itself
# Caused by a marker.
by_mark = marker { $mark }
# Caused by another piece.
by_piece = from { $piece }
# What a pack changed in a sheet of another one.
reprinted = { $told }, by { $by }
# Where something is written.
written_at = Written in { $source }
# Where copies are: on the board.
on_board = on the board
# Where copies are: in a zone.
in_zone = in { $title }
# How many copies nobody here has seen.
unseen = { $n } unseen
# What else lies at a place.
also_here = Also here: { $names }

## The story

# The zone of a seat.
zone_of = { $title } of { $seat }
# A strike that hit.
hit_for = { $attacker } hits { $target } for { $damage }
# A strike that was cancelled.
hit_cancelled = The hit of { $attacker } on { $target } is cancelled
# A piece came to a cell.
stands_on = { $piece } stands on { $cell }
# The same with the side its front points to.
stands_facing = { $piece } stands on { $cell }, facing { $side }
# Title over what went to a zone.
to_zone = To { $zone }
# How many hits a resolution had.
n_hits = { $n ->
    [one] 1 hit
   *[other] { $n } hits
}
# How many fell, where nothing was struck.
n_falls = { $n ->
    [one] 1 falls
   *[other] { $n } fall
}
# The same with how many fell.
hits_and_falls = { $hits }, { $n ->
    [one] 1 falls
   *[other] { $n } fall
}
# The same with what it cost each seat.
blows_and_cost = { $blows }: { $cost }
# Heading over pieces whose edge numbers are other than printed.
changed_numbers = Changed numbers
# What was done before the first move, folded.
table_is_set = The table is set
# What a piece does while an attack goes on, behind its name.
attacks_now = attacks
# The same of who joins an attack that another one leads.
helps_now = helps
# The same of who is attacked.
is_target = target
# Heading over the blows of a battle while it is played back.
blow_by_blow = Blow by blow
# What chance gave without dice, folded.
chance_decides = { $n ->
    [one] Chance decides
   *[other] Chance decides { $n } times
}
# Wounds taken.
wounded = { $piece } takes { $n ->
    [one] 1 wound
   *[other] { $n } wounds
}
# A marker was put.
gets = { $piece } gets { $mark }
# Several markers were put.
gets_several = { $piece } gets { $n } { $mark }
# A status began.
is_now = { $piece } is { LOWER($status) }
# A status ended.
is_no_longer = { $piece } is no longer { LOWER($status) }
# Things of the same name in a list.
so_many_of = { $n } × { $name }
# A line that happened several times in a row.
n_times = { $line } ({ $n } times)
# Button: the folded story is shown.
unfold_story = Show what happened
# Button: the story is folded again.
fold_story = Hide what happened
# Button: the table as it was when somebody acted; 0 where turns are not counted.
look_at_turn = { $turn ->
    [0] { $seat }: look at that moment
   *[other] { $seat }, turn { $turn }: look at that moment
}
# A piece fell.
falls = { $piece } falls
# A piece went to a zone.
sent = { $piece } goes to { $zone }
# A marker was taken off.
unmarked = { $piece } loses { $mark }
# A die.
rolled = Chance gives { $result } of { $sides }
# A die of those that the looks name.
die_shows = A die shows { $result }
# A list was shuffled.
shuffled = { $zone } is shuffled
# A turn began for a seat.
turn_of = Turn of { $seat }
# A seat is out.
out = { $seat } is out
# A hit that no piece dealt.
is_hit = { $target } is hit for { $damage }

## What would happen, and how it ended

# Lines that are left out.
more = and { $n } more
# Heading of the sum of all parts of a score.
total = Total
# Somebody with as many points as the winners did not win.
tie_broken = Equal points: the rules of the game break the tie
# Nobody won.
nobody_wins = Nobody wins alone
# The winner.
one_wins = { $seat } wins
# Several winners.
share_first_place = { $seats } share first place
# Two of a list; a third one comes after both.
both = { $one } and { $other }
# Dice that were thrown.
dice_show = Dice { $results }
# The same where what they come to counts.
dice_sum = Dice { $results }: { $sum } in all
# How likely something is, in a word.
hardly = hardly
unlikely = unlikely
even = even
likely = likely
nearly_sure = nearly sure
# A place in the ranking, from 1.
ranked = { $place }.
# Points of a seat.
score = { $seat }: { $points }
# A piece leaves the board.
leaves = { $piece } leaves the board
# A piece comes to a cell.
goes = { $piece } goes to { $cell }
# A piece is rotated.
rotates = { $piece }: { $facing }
# A number that is low.
low = { $what }: only { $value } left
# A line that begins a phase.
in_phase = { $phase }: { $line }
# Heading over chances that are drawn.
odds = What the dice can do
# How likely something is.
percent = { $n } %
# A sentence with how likely it is.
percent_of = { $sentence }, { $n } %
# Heading over what signs on the table mean.
legend = Signs
# The step of something that is carried out now, read aloud.
step_now = now { $step }
# Heading over the options of a table.
choice = Choice

## The lab

# Title of the page of series.
lab = Lab
# Nothing was played yet.
lab_empty = How does it play?
# What is done about that.
lab_empty_about = Bots play a game against each other, many times; here is what comes of it
# A series is being set up.
lab_begins = The first matches are being played
# Button: begins a series.
play_matches = Play { $n } matches
# Choice: how many matches are played.
matches = Matches
# Choice: a setting whose values are compared.
compare_values = Compare values of
# No setting.
compare_nothing = nothing
# How fast a series is played.
playing_at = playing, { $rate } matches a second
# A series rests.
paused_now = paused
# Button: no more matches are played.
stop_series = Stop
# Button: writes what was played as a table.
save_table = Save the table
# A key as it is written on it.
key_space = Space
# A match is played again, to be looked at.
played_again = That match is being played again
# What a series says.
verdict_unknown = Too few matches to tell
verdict_fails = { $n ->
    [one] The rules fail in 1 match
   *[other] The rules fail in { $n } matches
}
verdict_given_up = { $share } of the matches do not end
verdict_wins_more = { $side } wins more than its share
verdict_wins_less = { $side } wins less than its share
verdict_first_more = Who begins wins more often
verdict_first_less = Who begins wins less often
verdict_even = Nothing stands out
# What the sentence above rests on.
share_of_matches = { $rate } of { $n } matches, between { $low } and { $high }
# How many matches a sentence rests on.
matches_played = { $n ->
    [one] 1 match
   *[other] { $n } matches
}
# The same with the bots that played.
played_by = { $matches }; { $bot } in every seat
# Heading: shares match by match.
who_leads = Who wins, match by match
# Heading: shares value by value of a setting.
by_value = Who wins, value by value
# What a click on a value does.
click_a_value = click a value to look at its matches
# The line of what would be fair.
fair_share = a fair share
# Heading.
who_beats_whom = Who beats whom
# What the fields hold.
won_by_row = per cent won by the row, 95 % interval
# Heading of a game without factions.
who_wins = Who wins
# What bars show.
interval_of_95 = in per cent, 95 % interval
# Heading of the column of all matches of a side.
whole_row = all
# Button: the pieces of a faction.
pieces_of = Pieces of { $side }
# A field, for screen readers.
beats = { $side } against { $other }: { $rate }, between { $low } and { $high }
# A share with its interval.
share_with = { $what }: { $rate }, between { $low } and { $high }
# Heading.
what_a_piece_goes_with = What a piece goes with
# What its bars show.
points_of_rate = points of win rate of sides that used it
# There are too few matches for that.
too_few_uses = Too few matches to tell pieces apart
# Heading.
how_long = How long it takes
# After a number: half of the matches are shorter.
decisions_in_the_middle = decisions, half take less
# Where nearly all lie.
nine_in_ten = 9 in 10 between { $low } and { $high }
# Who decided first.
who_begins = who begins
# Matches without a winner.
draws = draws
# Matches that did not end.
given_up = given up
# Heading.
worth_a_look = Worth a look
# A match by its number.
match_number = match { $n }
# What a click on a match does.
look_at_it = Play it again and open it here
# What makes a match worth a look.
look_failed = The rules failed after { $n } decisions
look_given_up = Given up after { $n } decisions
look_shortest = Over in { $n } decisions
look_longest = { $n } decisions long
look_widest = Won by { $n }
look_closest = { $n ->
    [0] Won at equal points
   *[other] Won by only { $n }
}
look_turned = The lead changed { $n } times
look_draw = A draw, { $n } decisions

## The workshop

# The screen on which packs are changed.
workshop = Workshop
# Button of a pack.
open_in_workshop = Open in the workshop
# Button beside what a sheet says.
change_it = Change it in the workshop
# Heading: the definitions of a pack.
sheets = Sheets
# Heading: the files of a pack.
files = Files
# Button: to the match.
play_it = Play it
# Button: the last change is undone.
take_back_change = Take back
# Button: what was changed is written now.
save_now = Save now
# The same, when there is nothing to be written.
all_is_saved = Saved
# The keys of saving.
key_save = Ctrl S
# Button of a pack that came along.
copy_to_own_packs = Copy it to your packs
# What that does.
copy_to_own_packs_about = The copy takes the place of this pack and can be changed; remove its folder to have this one back
# It was done.
copied = Copied to { $folder }
# A pack whose pack.toml cannot be read.
no_pack_to_change = { $pack } cannot be opened until its pack.toml is mended
# Why a pack cannot be changed.
built_in_only_shown = came along with Harena and is only shown
# Why a file cannot be changed.
is_no_text = This file holds no text
# Why a file cannot be changed.
is_a_link = This file is a link to another place
# Another program wrote the same file.
changed_on_disk = Another program has changed this file meanwhile
# Button: what the other program wrote.
take_theirs = Take what is on disk
# Button: what was written here.
keep_mine = Write mine over it
# The disk refused.
not_written = Not saved ({ $error })
# Tab.
tab_form = Form
# Tab.
tab_source = Text
# Tab.
tab_board = Board
# Beside the name of a file: where something is wrong.
line_waits = line { $line } waits
# A side of a piece.
side_named = Side { $side }
# In place of a face.
no_face_yet = It is drawn once its pack loads
# In place of a form.
mend_text_first = The text has to be mended before a form can change it
# In place of a form.
no_form = The game declares no form for this
# In place of a form.
no_sheet_chosen = Choose a sheet
# A field that is changed in the text.
in_code = in the text, line { $line }
# The same, in short.
only_in_text = in the text
# A change by the form that would have harmed the text.
not_changed_by_form = The form finds no safe place for this: change it in the text
# Beside a number that was changed.
was_value = was { $value }
# Button of a list.
add = Add
# The same for screen readers.
add_to = Add to { $list }
# In an empty field.
own_word = another word
# A word of a list, for screen readers.
take_out = Take { $word } out of { $list }
# Heading.
beside_text_board = On the board
# Beside it, while something is wrong.
last_good = last good version
# Beside it.
no_match_of_it = no match of this game runs
# Beside it.
none_on_the_board = none lies there now
# What was changed.
became = { $what }: { $before } became { $now }
# Button: the word that is meant.
use_word = Use { $word }
# Button: another definition like the chosen one.
new_sheet = New sheet
# What that does.
new_sheet_about = Like the chosen one, with nothing but what it must say
# Button: the same definition once more.
copy_sheet = Copy this sheet
# Button: the other lines of the file are folded away.
only_this_sheet = Show only this sheet
# Button: they are unfolded.
whole_file = Show the whole file
# In place of lines; a click unfolds them.
lines_folded = { $n ->
    [one] 1 line folded
   *[other] { $n } lines folded
}
# What stands at the chosen side, for screen readers: `Armor: 1`.
tool_at_side = { $tool }: { $n }
copies_of = { $n } of { $all }
copies_in_all = { $n } of { $all } pieces of the pack
# The scenarios of the pack are played.
tests_run = tests run
# How many of them hold.
tests_passed = { $n ->
    [one] 1 passed
   *[other] { $n } passed
}
# And how many do not.
tests_failed = { $n ->
    [one] 1 failed
   *[other] { $n } failed
}
# What these numbers are.
tests_about = The scenarios in the folder spec of this pack, played after every save that loads
# One that does not hold.
test_failed = Test failed: { $name }
# Why it does not.
expected_found = expected { $expected }, found { $found }
# Button: another board on which the chosen sheet stands.
another_position = Another position
# Where they come from.
another_position_about = The match, or where a scenario of this pack ends
# The same where there is none.
no_other_position = No scenario of this pack leaves it on a board
# Which board it is.
after_scenario = after the scenario "{ $name }"
# In place of a chart.
nothing_compared = No match was changed by it yet: nothing to compare
# Share of victories under the pack as it was.
share_before = Before
# And as it is.
share_now = Now
# How long matches are.
length_of_match = Length
length_in_decisions = { $n ->
    [one] 1 decision
   *[other] { $n } decisions
}
# What that number is.
length_about = Half of all matches took no more; before the save { $before }
# What the pairs of matches say, in the bar.
verdict_stronger = stronger
verdict_weaker = weaker
verdict_open = undecided
# How sure that is.
pairs_and_p = { $pairs } pairs, p { $p }
below_a_thousandth = < 0.001
# A line in the chart.
no_difference = no difference
# What the chart shows.
against_last_save = victories of { $side } beside those before the save, by random players
# What was done.
sheet_added = { $title } was added
