### German. The words of a board game: Partie (match), Zug (turn), Aktion (move), Sitz (seat),
### Figur (piece), Feld (cell), Marke (token), Stellung (position), Paket (pack). Nobody is
### addressed where it can be avoided; titles of packs stand as they are, in no case of grammar.
###
### Every word the window shows that does not come from a game.
###
### One message a line; its name is that of a function in `editor/src/text`. What stands in `{ $… }`
### is filled in. How to bring the window into another language: docs/handbook/translating.md.

## The table, its bars, dialogs and decisions

# The title of the window.
title = Harena
# A piece whose face is hidden.
hidden_card = Verdeckte Karte
# No piece and no seat.
nobody = niemand
# Menu and toolbar.
new_match = Neue Partie
# Menu entry.
open_record = Aufzeichnung öffnen
# Menu entry.
save_record = Aufzeichnung sichern
# Toolbar.
undo = Rückgängig
# Toolbar.
redo = Wiederholen
# Toolbar.
reference = Übersicht
# Toolbar.
forecast = Vorschau
# Toolbar: a search is asked what it would play.
advice = Rat
# Heading of what it answers.
what_would_you_play = Was würdest du spielen?
# It has not answered yet.
thinks_about_it = Ein starker Bot denkt darüber nach
# How often it played the position on.
played_on = { $n ->
    [one] Einmal weitergespielt, soweit dein Platz es wissen kann; Chancen, wie er sie sieht
   *[other] { $n }-mal weitergespielt, soweit dein Platz es wissen kann; Chancen, wie er sie sieht
}
# Button: the answer is put away.
no_advice = Den Rat weglegen
# An option with its chance, for screen readers.
option_with_chance = { $option }: { $chance }
# Toolbar: everything may be seen and undone.
test_mode = Testmodus
# Explains the switch.
test_mode_hint = Verdecktes allen zeigen und auch zurücknehmen, was schon aufgedeckt wurde
# Heading.
keys = Tasten
# Toolbar.
help = Hilfe
# Field.
look_up = Nachschlagen
# Heading.
how_to_play = So wird gespielt
# Heading.
terms = Begriffe
# Label of the scale slider.
scale = Größe
# Label of the slider over all moves.
time_line = Zeitleiste
# Heading.
inspector = Näheres
# Heading.
problems_heading = Probleme
# Shown while no game could be loaded.
no_game = Kein Spiel ließ sich laden
# Explains what to do then.
no_game_hint = Die Probleme unten beheben; die Partie beginnt, sobald alles lädt
# Button that drops what was chosen so far.
cancel = Abbrechen
# Button that takes an order, a choice of several or a spread.
confirm = Bestätigen
# Button.
close = Schließen
# Button of the dialog.
start = Beginnen
# Button.
save = Sichern
# Button.
open = Öffnen
# Button: run the same match from its first decision.
again = Noch einmal
# Button: gives up.
concede = Aufgeben
# Button: really gives up.
concedes_now = Wirklich aufgeben
# Button that takes back the wish to give up.
play_on = Weiterspielen
# Asked before a seat gives up.
concede_surely = Was dann geschieht, sagen die Regeln; das ist keine gewöhnliche Aktion
# What a seat that gave up did.
concedes = gibt auf
# The match is over.
over = Die Partie ist zu Ende
# A bot thinks.
bot_thinks = Ein Bot entscheidet
# What happened is being watched.
watching = Was gerade geschah
# Who looks on.
you = du
# A bot plays a seat.
bot = Bot
# A person plays a seat.
person = Mensch
# Menu.
menu = Menü
# Unfolds what is told in brief.
unfold = Mehr
# Folds it again.
fold = Weniger
# Menu: the colors of the window.
theme = Farben
# Preference: the language of the window.
language = Sprache
# What is in that language and what is not.
language_about = Pakete behalten ihre eigenen Worte
# A choice of it.
language_system = Wie das System
# Menu entries: by night or by day.
theme_system = Wie das System
theme_dark = Dunkel
theme_light = Hell
# Heading of what happened.
story = Verlauf
# Menu entry.
show_story = Verlauf zeigen
# A forecast in which nobody would strike.
no_blows = Nichts würde zuschlagen
# A strike without effect.
without_effect = verhindert
# Only one option is left.
forced = Es gibt nur eine Möglichkeit
# Button: the only option of a seat is taken for it from now on.
pass_for_me = Immer für mich tun
# Where the answer stays secret until all have answered.
secret = Niemand sieht die Antwort, bevor alle geantwortet haben
# Playback.
play = Abspielen
# Playback.
pause = Anhalten
# Playback.
step_back = Schritt zurück
# Playback.
step = Schritt vor
# Playback.
skip = Überspringen
# Playback.
replay = Noch einmal zeigen
# Label of the speed slider.
speed = Tempo
# Above the refusal.
why_not = Geht jetzt nicht
# No rule gives a reason.
no_reason = Das gehört nicht zu den Möglichkeiten dieser Entscheidung
# Stands for an argument that is not chosen yet.
open_gap = …
# Rotating the ghost.
rotate_left = Gegen den Uhrzeigersinn drehen
# Rotating the ghost.
rotate_right = Im Uhrzeigersinn drehen
# Dialog field.
game = Spiel
# Dialog field.
seats = Sitze
# Dialog field.
seed = Startzahl
# A person plays the seat.
human = Mensch
# The match itself decides the faction.
faction_later = In der Partie gewählt
# Who sees the table.
see_as = Sicht von
# The seat that decides.
who_decides = Wer entscheidet
# Everything is seen.
everything = Alles
# Field for a path.
path = Datei
# Heading of what the option under the mouse would do.
preview = Was das bewirken würde
# Heading of what the rules say about the position.
overlay = Stellung
# Nothing that can be seen would change.
outlook_quiet = Auf dem Brett ändert sich nichts
# Some answers were guessed.
outlook_open = Offene Fragen sind nach Vorgabe beantwortet
# It stops where nobody can know.
outlook_uncertain = Was folgt, hängt vom Zufall oder von Verdecktem ab
# A file is not in the pack any more.
no_source = Diese Datei ist nicht im Paket
# The board as a whole, for screen readers.
board = Brett
# An undo that is held back.
undo_reveals = Dabei wurde etwas aufgedeckt oder gewürfelt; zurücknehmen lässt es sich nur im Testmodus
# Going on from the past that is refused.
going_on_reveals = Danach wurde etwas aufgedeckt oder gewürfelt; anders weiterspielen lässt sich nur im Testmodus
# An undo of nothing.
nothing_to_undo = Es gibt nichts zurückzunehmen
# Time line.
lines = Zweig der Partie
# Time line.
to_the_end = Zum Ende
# Time line.
go_on_from_here = Von hier weiter
# Time line.
go_on_hint = Was von hier an gespielt wird, ist ein eigener Zweig; der andere bleibt
# Time line.
go_on_here = Bots weiterspielen lassen
# Time line.
stop_bot = Bot anhalten
# Who decides.
bot_rests = Hier entscheidet ein Bot; er ruht, bis es weitergeht
# A match was played when the window was closed.
last_match_kept = Die verlassene Partie liegt unter last_match: Menü, Aufzeichnung öffnen
# A reload that did not.
kept_last_good = Die letzte gute Fassung läuft weiter
# The table is covered.
covered = Der Tisch ist verdeckt, damit niemand fremde Karten sieht
# Takes the cover away.
go_on = Weiter
# Menu entry.
covers = Tisch zwischen den Sitzen verdecken
# Button: a first match in which one is led.
first_match = Eine erste Partie
# A game has no such match.
no_first_match = dieses Spiel führt durch keine erste Partie
# Button: goes on without being led.
go_on_alone = Allein weiterspielen
# What to do next, for who is led.
now_do = Jetzt: { $option }
# What to do next, for who is led and tried something else.
first_do = Du wirst geführt; als Nächstes kommt: { $option }
# How many moves of a lesson were made.
sum_of_moves = { $done } von { $all }
# Menu entry.
guides = Neue Fragen erklären
# What that is.
guides_about = Bis jede verstanden ist
# A question is new no more.
understood = Verstanden
# Whether options are tried out.
previews = Möglichkeiten unter der Maus ausprobieren
# Menu entry.
plays_back = Geschehenes vorspielen
# How an order is changed.
order_hint = Ziehen oder die Pfeile nehmen; das Erste liegt oben
# How amounts are changed.
spread_hint = Mit + und −, oder Punkte von Reihe zu Reihe ziehen
# Hint while pieces are taken that lie on the table.
picker_hint = Ein Klick nimmt eine Figur, − gibt sie zurück
# How several are chosen.
several_hint = Hier ankreuzen oder auf dem Tisch anklicken
# Cells may be chosen in any order.
loose_hint = Die Felder auf dem Brett anklicken, in beliebiger Reihenfolge
# Tokens that are in no slot yet.
beside = Noch zu setzen
# Nothing chosen of several.
none = keine
# No display.
no_display = kein Bildschirm, auf dem ein Fenster aufgehen könnte; im Terminal spielt man mit `harena play SPIEL`
# What is so, on a card.
yes = ja
# Between a whole number and its parts.
decimal_mark = ,
# A time.
so_many_seconds = { $seconds } s
# How many times as fast.
as_fast = { $speed }×
# A key as it is written on it.
key_enter = Eingabe
# A key as it is written on it.
key_escape = Esc
# Keys as they are written on them.
key_undo = Strg Z
# Help of the keyboard: keys, and what they do.
keys_walk = Tab, Umschalt+Tab
keys_walk_about = zum nächsten oder vorigen Bedienteil; auf dem Brett zum nächsten wählbaren Feld
keys_cells = Pfeile
keys_cells_about = von Feld zu Feld; B führt von anderswo zum Brett
keys_choose = Eingabe, Leertaste
keys_choose_about = wählen, was unter der Marke liegt
keys_number = 1 bis 9
keys_number_about = eine Möglichkeit der Entscheidung nehmen
keys_rotate = Q, E, R, Umschalt+R, Rad
keys_rotate_about = die Figur drehen, die gesetzt wird
keys_drop = Esc
keys_drop_about = verwerfen, was bisher gewählt ist
keys_undo = Strg+Z, Strg+Y
keys_undo_about = rückgängig und wiederholen
keys_step = Strg+Links, Strg+Rechts
keys_step_about = Schritt für Schritt durch das Vorgespielte
keys_playback = Strg+Leertaste
keys_playback_about = abspielen oder anhalten
keys_new = Strg+N
keys_new_about = neue Partie
keys_confirm = Strg+Eingabe
keys_confirm_about = bestätigen, was zusammengestellt ist
keys_moment = Leertaste
keys_moment_about = den Augenblick nehmen, während eine Uhr läuft
keys_concede = Strg+G
keys_concede_about = aufgeben, wo die Regeln es erlauben; es wird nachgefragt
keys_help = F1
keys_help_about = diese Hilfe
keys_forecast = F
keys_forecast_about = Vorschau zeigen oder verbergen
keys_advice = H
keys_advice_about = einen starken Bot fragen, was er spielen würde
keys_workshop = Strg+E
keys_workshop_about = ein Paket in der Werkstatt ändern
keys_scale = Strg+Plus, Strg+Minus
keys_scale_about = größer oder kleiner
# `Knight of Dragon Empire`.
piece_of = { $piece } von { $owner }
# `Dragon Empire (Seat 1)`, where two seats play the same.
seat = { $faction } ({ $name })
# A seat without a name, counted from 1.
nth_seat = Sitz { $n }
# In which seat somebody sat.
sat_in = { $n ->
    [1] erster Sitz
    [2] zweiter Sitz
    [3] dritter Sitz
    [4] vierter Sitz
   *[other] { $n }. Sitz
}
# Where the front of a piece points, by its number, where directions have no names.
facing_number = Blick { $facing }
# The same by the name of the direction.
facing_direction = Blick { $direction }
# Label of an empty cell.
empty_cell = Feld { $name } leer
# Label of a cell with a piece.
occupied_cell = Feld { $name } { $piece } { $facing }
# What a piece on a cell would strike now, for screen readers.
threatens = bedroht { $pieces }
# Label of a cell with a piece in a game in which pieces are never rotated.
held_cell = Feld { $name } { $piece }
# Marks a label as one that can be chosen.
legal = { $label }, wählbar
# The match can no longer be kept on disk.
not_kept = Diese Partie wird nicht auf der Platte gesichert: { $error }
# Who plays a seat, as a button.
who_plays = { $seat }: { $who }, ändern
# Above the choice of who plays a seat.
from_now_on = { $seat }, von jetzt an
# Who must decide.
decides = { $seat } entscheidet
# Whose turn it is.
turn_of_match = Zug { $turn }, { $seat }
# The same in games that count rounds.
turn_of_round = Runde { $round }, Zug { $turn }, { $seat }
# A status that ends. LOWER writes a title of a pack in small letters.
no_longer = nicht mehr { $status }
# A title of a pack as it stands in the middle of a sentence.
in_a_sentence = { $title }
# How many of something there are.
so_many = { $n } { $title }
# How much there is at most, after a number.
of_so_many = von { $max } { $title }
# Who is about to give up.
gives_up = Gibt { $seat } auf?
# How many options a verb has.
verb_count = { $verb } … ({ $n })
# How many moves were made of all that are known.
moves = Aktion { $n } von { $of }
# The name of a line.
line = Zweig { $number }
# A line and how long it is.
line_with = Zweig { $line } mit { $n ->
    [one] 1 Aktion
   *[other] { $n } Aktionen
}
# A line that branches off another one.
line_from = { $line }, aus Zweig { $of } nach Aktion { $after }
# What the first choice in the past has led to.
first_new_line = Weiter geht es als Zweig { $number }; was vorher gespielt wurde, bleibt, zu wählen an der Zeitleiste
# What a further one has led to.
next_new_line = Weiter geht es als Zweig { $number }; was vorher gespielt wurde, bleibt
# Which instant is played back.
instant = Schritt { $n } von { $of }
# A zone and how much is in it.
zone = { $title } { $n }
# Label of a card.
card_in = Karte { $title } in { $zone }
# The printed value of a stat.
printed = gedruckt
# Set by an effect of the rules.
by_effect = durch einen Effekt
# The reload took this long.
being_loaded = { $title } wird geladen
reloaded_in = Neu geladen in { $millis } ms
# What a save changes, in matches that are played again.
matches_unchanged = { $n ->
    [one] 1 Partie unverändert
   *[other] { $n } Partien unverändert
}
match_differs = Partie { $number } weicht bei Wahl { $at } ab
match_fails = Partie { $number } versagt
# What a save changes in how often a side wins, in percent.
saved_stronger = { $side }: stärker um { $by } % ± { $margin } ({ $pairs } Paare)
saved_weaker = { $side }: schwächer um { $by } % ± { $margin } ({ $pairs } Paare)
saved_alike = { $side }: kein Unterschied zu sehen ({ $pairs } Paare)
# Title of the source window.
source_of = { $pack }/{ $path }
# A number and its range in the dialog.
range = { $min } bis { $max }
# A record was written.
saved = Gesichert: { $path }
# A seat is out of the match.
is_out = ausgeschieden
# When a piece acts in combat.
acts_at = Handelt bei
# Definitions without a faction.
no_faction = Für alle
# Label of the choice of a faction.
nth_faction = Fraktion { $n }
# Label of the choice of a player.
nth_player = Spieler { $n }
# What a measurement of frames says.
frame_times = { $n } Bilder, Median { $median } ms, 99. Perzentil { $slow } ms
# The window is to be passed on.
pass_to = Weitergeben an { $seat }

## Answers that are put together

# A choice of several, told by its size.
several = { $n } gewählt
# A place in a list, from 1.
nth = Nr. { $n }
# How many are chosen of a number that may vary.
so_many_from_to = { $n }, von { $min } bis { $max }
# How many rows are not spread whole yet.
rows_open = { $n ->
    [one] 1 Reihe ist nicht ganz verteilt
   *[other] { $n } Reihen sind nicht ganz verteilt
}
# Button that does something at this moment.
now_alone = Jetzt (Leertaste)
# The same with what it does.
now_verb = { $verb } (Leertaste)
# Button that moves a thing up in an order.
up = Auf
# Button that moves a thing down in an order.
down = Ab
# How much is spread of how much there is.
who_joins = Wer mitmacht
join_in = { $n } von { $all }, die könnten
joins = hilft
stays_out = bleibt draußen
sum_of = { $sum } von { $total }
# A thing with its place in an order.
in_place = { $place }. { $what }
# Label of a button.
move_up = { $what } nach oben
# Label of a button.
move_down = { $what } nach unten
# A row of amounts and how much is to be spread in it.
row_of = { $name }: { $total }
# Label of a token that can be dragged.
token_of = Marke von { $slot }
# Label of a button.
one_more = Eins mehr bei { $slot }
# Label of a button.
one_less = Eins weniger bei { $slot }
# How far apart two figures stand.
apart_by = Abstand { $n }

## Home, setting up a match, its end, and how the window behaves

# A pack in a record that is none.
no_archive = es ist kein Archiv
# A pack in a record that is another than is said.
another_pack = es ist ein anderes, als die Aufzeichnung sagt
# What is wrong with a pack that comes along in a record.
broken_inside = das Paket `{ $pack }` darin bleibt ungenutzt: { $why }
# A pack in a record calls itself nearly as one that is at hand.
looks_like = es sieht aus wie `{ $other }`, ist aber ein anderes
# A pack in a record that is at hand in another version.
another_is_at_hand = mit ihr kommt ein anderes `{ $pack }` als das vorhandene; harena replay öffnet sie mit ihrem eigenen
# Button: one person against bots.
play_a_bot = Gegen einen Bot spielen
# Button: people in all seats.
at_one_table = An einem Tisch
# Button: bots in all seats.
watch_bots = Bots zusehen
# Button.
match_settings = Partie einrichten
# Button: how the window looks and behaves.
preferences = Einstellungen
# Who plays the first seat.
you_play = Du
# Label of the choice of a bot.
opponent = Bot
# Heading.
last_match = Deine letzte Partie
# Button.
continue_match = Fortsetzen
# Heading.
make = Selbst machen
# What can be made: title and what it is.
make_faction = Eine Fraktion
make_faction_about = Neue Figuren für ein Spiel
# What can be made: title and what it is.
make_game = Ein Spiel
make_game_about = Eigenes Brett, eigene Regeln
# What can be made: title and what it is.
make_content = Eine Erweiterung
make_content_about = Karten, die keiner Seite gehören
# What can be made: title and what it is.
make_variant = Eine Variante
make_variant_about = Ein Spiel ein wenig anders
# What can be made: title and what it is.
make_scenario = Szenarien
make_scenario_about = Stellungen und was daraus werden muss
# Field of the name of a pack that is made.
pack_name = Name, in kleinen Buchstaben, Ziffern und Unterstrichen
# Button.
make_it = Anlegen
# Heading.
on_this_machine = Installiert
# Heading.
lately = Zuletzt
# Nothing was played yet.
nothing_lately = Gespielte Partien stehen hier
# No match was left unfinished.
nothing_left = Eine verlassene Partie geht hier weiter
# There are no packs.
no_packs = Noch gibt es kein Spiel: eines anlegen oder ein Paket einspielen
# Button of the last screen.
back = Zurück
# Button.
home = Startseite
# Packs cannot be made without a place to keep them.
no_place = Es gibt keinen Ordner für Pakete
# Shows all packs.
all_packs = Alle Pakete
# Shows fewer packs.
fewer_packs = Weniger Pakete
# Title of the page on which a match is set up.
set_up = Partie einrichten
# Field.
find_setting = Einstellung suchen
# Heading.
changed = Geändert
# Heading of settings of no other group.
rules = Regeln
# Switch.
only_changed = Nur Abweichungen
# How the page is read.
point_at_setting = Auf eine Einstellung zeigen, um zu lesen, was sie sein kann; eine Nummer öffnet ihre Regel
# A preset that changes nothing.
nothing_changed = nichts geändert
# Button: takes back all changes.
back_to_rules = Zurück zu den Regeln
# Button beside a setting.
as_the_rules_stand = Wie in den Regeln
# Nothing was found.
no_such_setting = Keine Einstellung heißt so
# All settings fit together.
all_fits = Alle Einstellungen passen zusammen
# Button: another seed.
draw_seed = Losen
# Heading of packs that join where somebody wants them to.
guests = Gäste
# Explains the heading.
guests_hint = Pakete wie Selbstgemachtes, die nur mitspielen, wo man es will; die Maus über einem ruhen lassen
# A guest cannot leave.
guest_plays = Dieser Gast nimmt an der laufenden Partie teil
# Button.
keep_preset = Als Vorlage behalten
# Field of a name.
preset_name = Name der Vorlage
# Button.
keep = Behalten
# What a preset somebody kept is.
own_preset = Eigene Vorlage
# Heading of lines that scripts printed.
printed_by_scripts = Ausgaben der Skripte
# Button: forgets what was printed.
clear = Leeren
# State of a switch.
on = an
# State of a switch.
off = aus
# A setting with its value.
set_to = { $title } { $value }
# How many settings differ.
n_changes = { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
}
# A preset that was changed further.
preset_with = { $preset }, mit { $changes }
# What a setting was.
was_before = war { $before }
# What a setting was, and which preset has changed it.
was_before_preset = war { $before }, kommt mit { $preset }
# A value that the rules name.
as_written = { $value } (wie geschrieben)
# Button beside a setting, for screen readers.
take_back = { $title } wie in den Regeln
# Title of the window of preferences.
preferences_title = Einstellungen
# Heading of preferences.
looks = Aussehen
# Heading of preferences.
watching_title = Zusehen
# Heading of preferences.
playing = Spielen
# What the scale does.
scale_about = Alles wächst auch mit dem Fenster
# Preference: no motion.
calm = Ruhig
# What that means.
calm_about = Einblenden, statt umherzufliegen
# What the speed is of.
speed_about = Wie schnell vorgespielt wird
# Preference: how long bots wait.
bot_pace = Bots warten
# What that is good for.
bot_pace_about = Vor jeder ihrer Aktionen, damit man sie sieht
# Preference: passing by itself.
passes = Von selbst passen
# What that means.
passes_about = Wo es nur eine Möglichkeit und nichts zu wählen gibt
# Title of the rules page.
rulebook = Regeln und Begriffe
# Heading.
numbered_rules = Die Regeln nach Nummern
# What is read out of a rule number.
rule_link = Regel { $rule }
# Between points.
between_points = zu
# Button at the end of a match.
open_time_line = In der Zeitleiste öffnen
# Button at the end of a match.
change_sides = Seiten tauschen
# Heading.
where_it_turned = Wo es kippte
# Words that lead on to what fills a gap: the name of an action does not end in one. Games speak
# English too.
joining_words = zu auf an mit von aus in für durch über unter to on onto at with from into of for by over
# A seat drew these into its hand: `Drew: Knight, Move`.
drew = Gezogen
# The same of another seat than who acts.
drew_of = { $seat } zieht
# What can be done stands on the tiles of the hand.
on_your_tiles = Auf den Plättchen der Hand wählen
# The field at home in which one looks for something by its name.
find_anything = Etwas finden
# The key that leads to it.
key_find = Strg K; Escape leert das Feld
# Nothing is called so.
nothing_found = Hier heißt nichts „{ $wanted }“
# Heading.
games_and_packs = Spiele und Pakete
# Who won against whom, and the points.
with_score = { $line }, { $score }
# Between two points of a score.
between_numbers = {" zu "}
# There are no turning points.
never_turned = Kein einzelner Zug hat entschieden
# The chance of a side to win, before and after.
chance_went = Die Aussicht von { $seat } auf den Sieg ging von { $before } auf { $after } %
# Two sentences that are told together.
both_told = { $first }. { $second }
# A turning point: something else was worth a little more.
little_mistake = Ein Fehler, der wenig kostete
# The same, much more.
great_mistake = Ein Fehler, der viel kostete
# What another option was worth more.
would_be_worth = { $option } war { $n ->
    [one] { $n } Punkt
   *[other] { $n } Punkte
} von 100 mehr wert
# Matches are played on from each turn in the background.
looks_back = Bots spielen von jedem Zug aus weiter, um zu sehen, wo es sich entschied: { $done } %
# Button beside that.
stop_looking_back = Anhalten
# Button: keeps that turn as a position to play from.
make_puzzle = Aus Zug { $turn } ein Rätsel machen
# The name of such a scenario.
puzzle_name = { $game }, ein Rätsel aus Zug { $turn }
# Where it was written.
puzzle_made = Das Rätsel liegt in { $file }
# Why there is none.
no_puzzle = Aus diesem Moment wird kein Rätsel: { $why }
# Heading.
points = Punkte
# Heading.
played = Gespielt
# The board as it was left.
last_position = Die letzte Stellung
# Pieces that fell.
lost = Verloren
# What a click on the chart does.
click_a_point = Klicken, um diesen Augenblick anzusehen
# Under the axis of turns.
turn_axis = Zug
# A value at a turn, for screen readers.
value_at = { $value } in Zug { $turn }
# How hard a piece struck.
struck_for = { $piece } traf für { $damage }
# What a piece did.
damage_dealt = { $damage } Schaden
# The same where others fell by it.
damage_and_felled = { $damage } Schaden, { $felled } gefällt
# How long a piece stood on the board.
stood_for = { $turns ->
    [one] stand { $turns } Zug lang
   *[other] stand { $turns } Züge lang
}
# Heading over what a number of all seats went by; `what` is the name of the number.
how_it_went = Was aus { $what } wurde
# Row: what it was at the start.
at_the_start = Am Anfang
# Row: what was lost or won in no way that has a name.
otherwise = Auf andere Weise
# Row: what is left in the end.
is_left = Übrig
# The piece of a seat that did most.
best_of = Stärkste Figur von { $seat }
# Button: lets a bot make one move.
step_bot = Eine Aktion
# Button: bots act at once until a person is asked.
hurry_bot = Schneller
# Button: ends the playback.
skip_it = Zum Jetzt springen
# What can be chosen is shown on the board.
on_the_board = Auf dem Brett wählen
# How many players a game takes.
n_players = { $n ->
    [one] 1 Spieler
   *[other] { $n } Spieler
}
# How many players a game takes at least and at most.
players_from_to = { $min }–{ $max } Spieler
# How many games there are.
n_games = { $n ->
    [one] 1 Spiel
   *[other] { $n } Spiele
}
# How many packs there are.
n_packs = { $n ->
    [one] 1 Paket
   *[other] { $n } Pakete
}
# How much is wrong.
problems = { $n ->
    [one] 1 Problem
   *[other] { $n } Probleme
}
# How many pieces a pack brings.
pieces = { $n ->
    [one] 1 Figur
   *[other] { $n } Figuren
}
# How long a match was.
moves_made = { $n ->
    [one] 1 Aktion
   *[other] { $n } Aktionen
}
# Two sides of a match; a third one comes after both.
against_another = { $side } gegen { $other }
# A match without a winner.
nobody_won = { $sides }, niemand gewann
# A match won by all.
won_together = { $winners }: gemeinsam gewonnen
# A match with winners and others.
won_over = { $winners } gewann gegen { $others }
# How long ago something was.
just_now = gerade eben
minutes_ago = { $n ->
    [one] vor einer Minute
   *[other] vor { $n } Minuten
}
hours_ago = { $n ->
    [one] vor einer Stunde
   *[other] vor { $n } Stunden
}
days_ago = { $n ->
    [one] gestern
   *[other] vor { $n } Tagen
}
# The names of bots, and how they play.
bot_careless = sorgloser Bot
bot_careless_about = nimmt irgendeine Möglichkeit
bot_hasty = hastiger Bot
bot_hasty_about = nimmt, was auf den ersten Blick am besten aussieht
bot_thoughtful = bedachter Bot
bot_thoughtful_about = spielt jede Stellung hundertmal weiter
bot_strong = starker Bot
bot_strong_about = spielt jede Stellung tausendmal weiter und lässt sich Zeit
bot_other = Bot { $word }
bot_other_about = spielt Stellungen weiter
bot_outside_about = ein eigenes Programm
bot_persona_about = spielt mit eigenen Vorlieben
# Packs that came along in a record.
packs_came_along = Mitgekommen, solange dieses Fenster offen ist: { $packs }
# `turn 22`.
turn_number = Zug { $turn }
# A pack was made.
made = { $name } liegt in { $folder }; was dort gesichert wird, ist sofort zu sehen
# A folder is there already.
is_there_already = { $folder } gibt es schon
# What is read out of a cover.
cover = { $title }: { $summary }
# Button: forgets the settings kept under a name.
forget_preset = „{ $title }“ vergessen
# A side that joins as a guest, in the choice of sides.
guest = { $title } (Gast)

## The inspector and the reference

# How high a cell lies.
level = Höhe { $level }
# Where the front of a piece points.
faces_to = blickt nach { $direction }
# How scenarios write a cell, in test mode.
in_scenarios = { $name } in Szenarien
# Whose pieces an aura reaches.
whom_all = alle
whom_own = eigene
whom_friends = Freunde
whom_partners = Partner
whom_enemies = Gegner
whom_nobody = Herrenloses
# An aura that goes out through sides.
to_sides = { $gift } durch { $n ->
    [one] 1 Seite
   *[other] { $n } Seiten
} für { $whom }
# Kind and number of copies.
n_copies = { $kind }, { $n }-mal
# How many attacks.
attacks = { $n ->
    [one] 1 Angriff
   *[other] { $n } Angriffe
}
# On so many sides.
n_sides = { $n } Seiten
# On every side.
all_sides = alle Seiten
# An aura that reaches some cells around.
up_to = { $gift } bis Abstand { $n } für { $whom }
# An aura that reaches the whole board.
everywhere = { $gift } überall für { $whom }
# An aura that reaches only its own piece.
itself = { $gift } für sich selbst
# Caused by a marker.
by_mark = Marker { $mark }
# Caused by another piece.
by_piece = von { $piece }
# What a pack changed in a sheet of another one.
reprinted = { $told }, durch { $by }
# Where something is written.
written_at = Steht in { $source }
# Where copies are: on the board.
on_board = auf dem Brett
# Where copies are: in a zone.
in_zone = in { $title }
# How many copies nobody here has seen.
unseen = { $n } ungesehen
# What else lies at a place.
also_here = Auch hier: { $names }

## The story

# The zone of a seat.
zone_of = { $title } von { $seat }
# A strike that hit.
hit_for = { $attacker } trifft { $target } für { $damage }
# A strike that was cancelled.
hit_cancelled = Treffer von { $attacker } auf { $target } verhindert
# A piece came to a cell.
stands_on = { $piece } steht auf { $cell }
# The same with the side its front points to.
stands_facing = { $piece } steht auf { $cell }, Blick { $side }
# Title over what went to a zone.
to_zone = Nach { $zone }
# How many hits a resolution had.
n_hits = { $n ->
    [one] 1 Treffer
   *[other] { $n } Treffer
}
# How many fell, where nothing was struck.
n_falls = { $n ->
    [one] 1 fällt
   *[other] { $n } fallen
}
# The same with how many fell.
hits_and_falls = { $hits }, { $n ->
    [one] 1 fällt
   *[other] { $n } fallen
}
# The same with what it cost each seat.
blows_and_cost = { $blows }: { $cost }
# Heading over pieces whose edge numbers are other than printed.
changed_numbers = Geänderte Zahlen
# What was done before the first move, folded.
table_is_set = Der Tisch ist gedeckt
# What a piece does while an attack goes on, behind its name.
attacks_now = greift an
# The same of who joins an attack that another one leads.
helps_now = hilft
# The same of who is attacked.
is_target = Ziel
# Heading over the blows of a battle while it is played back.
blow_by_blow = Schlag um Schlag
# What chance gave without dice, folded.
chance_decides = { $n ->
    [one] Der Zufall entscheidet
   *[other] Der Zufall entscheidet { $n }-mal
}
# Wounds taken.
wounded = { $piece } nimmt { $n ->
    [one] 1 Wunde
   *[other] { $n } Wunden
}
# A marker was put.
gets = { $piece } erhält { $mark }
# Several markers were put.
gets_several = { $piece } erhält { $n } { $mark }
# A status began.
is_now = { $piece }: { $status }
# A status ended.
is_no_longer = { $piece }: nicht mehr { $status }
# Things of the same name in a list.
so_many_of = { $n } × { $name }
# A line that happened several times in a row.
n_times = { $line } ({ $n }-mal)
# Button: the folded story is shown.
unfold_story = Zeigen, was geschah
# Button: the story is folded again.
fold_story = Ausblenden, was geschah
# Button: the table as it was when somebody acted; 0 where turns are not counted.
look_at_turn = { $turn ->
    [0] { $seat }: diesen Augenblick ansehen
   *[other] { $seat }, Zug { $turn }: diesen Augenblick ansehen
}
# A piece fell.
falls = { $piece } fällt
# A piece went to a zone.
sent = { $piece } geht nach { $zone }
# A marker was taken off.
unmarked = { $piece } verliert { $mark }
# A die.
rolled = Der Zufall ergibt { $result } von { $sides }
# A die of those that the looks name.
die_shows = Ein Würfel zeigt { $result }
# A list was shuffled.
shuffled = { $zone } wird gemischt
# A turn began for a seat.
turn_of = Zug von { $seat }
# A seat is out.
out = { $seat } scheidet aus
# A hit that no piece dealt.
is_hit = { $target } wird für { $damage } getroffen

## What would happen, and how it ended

# Lines that are left out.
more = und { $n } weitere
# Heading of the sum of all parts of a score.
total = Summe
# Somebody with as many points as the winners did not win.
tie_broken = Gleichstand: die Regeln des Spiels entscheiden ihn
# Nobody won.
nobody_wins = Niemand gewinnt allein
# The winner.
one_wins = { $seat } gewinnt
# Several winners.
share_first_place = { $seats } teilen sich den ersten Platz
# Two of a list; a third one comes after both.
both = { $one } und { $other }
# Dice that were thrown.
dice_show = Würfel { $results }
# The same where what they come to counts.
dice_sum = Würfel { $results }: zusammen { $sum }
# How likely something is, in a word.
hardly = kaum
unlikely = unwahrscheinlich
even = ausgeglichen
likely = wahrscheinlich
nearly_sure = fast sicher
# A place in the ranking, from 1.
ranked = { $place }.
# Points of a seat.
score = { $seat }: { $points }
# A piece leaves the board.
leaves = { $piece } verlässt das Brett
# A piece comes to a cell.
goes = { $piece } geht nach { $cell }
# A piece is rotated.
rotates = { $piece }: { $facing }
# A number that is low.
low = { $what }: nur noch { $value }
# A line that begins a phase.
in_phase = { $phase }: { $line }
# Heading over chances that are drawn.
odds = Was die Würfel können
# How likely something is.
percent = { $n } %
# A sentence with how likely it is.
percent_of = { $sentence }, { $n } %
# Heading over what signs on the table mean.
legend = Zeichen
# The step of something that is carried out now, read aloud.
step_now = jetzt { $step }
# Heading over the options of a table.
choice = Wahl

## Das Labor

# Title of the page of series.
lab = Labor
# Nothing was played yet.
lab_empty = Wie spielt es sich?
# What is done about that.
lab_empty_about = Bots spielen ein Spiel viele Male gegeneinander; hier steht, was dabei herauskommt
# A series is being set up.
lab_begins = Die ersten Partien laufen
# Button: begins a series.
play_matches = { $n } Partien spielen
# Choice: how many matches are played.
matches = Partien
# Choice: a setting whose values are compared.
compare_values = Werte vergleichen von
# No setting.
compare_nothing = nichts
# How fast a series is played.
playing_at = läuft, { $rate } Partien je Sekunde
# A series rests.
paused_now = angehalten
# Button: no more matches are played.
stop_series = Beenden
# Button: writes what was played as a table.
save_table = Tabelle sichern
# A key as it is written on it.
key_space = Leertaste
# A match is played again, to be looked at.
played_again = Diese Partie wird noch einmal gespielt
# What a series says.
verdict_unknown = Zu wenige Partien für ein Urteil
verdict_fails = { $n ->
    [one] In 1 Partie versagen die Regeln
   *[other] In { $n } Partien versagen die Regeln
}
verdict_given_up = { $share } der Partien enden nicht
verdict_wins_more = { $side } gewinnt zu oft
verdict_wins_less = { $side } gewinnt zu selten
verdict_first_more = Wer beginnt, gewinnt öfter
verdict_first_less = Wer beginnt, gewinnt seltener
verdict_even = Nichts sticht heraus
# What the sentence above rests on.
share_of_matches = { $rate } von { $n } Partien, zwischen { $low } und { $high }
# How many matches a sentence rests on.
matches_played = { $n ->
    [one] 1 Partie
   *[other] { $n } Partien
}
# The same with the bots that played.
played_by = { $matches }; { $bot } auf jedem Platz
# Heading: shares match by match.
who_leads = Wer gewinnt, Partie um Partie
# Heading: shares value by value of a setting.
by_value = Wer gewinnt, Wert um Wert
# What a click on a value does.
click_a_value = ein Klick auf einen Wert zeigt dessen Partien
# The line of what would be fair.
fair_share = ein gerechter Anteil
# Heading.
who_beats_whom = Wer schlägt wen
# What the fields hold.
won_by_row = Prozent der Zeile, Intervall von 95 %
# Heading of a game without factions.
who_wins = Wer gewinnt
# What bars show.
interval_of_95 = in Prozent, Intervall von 95 %
# Heading of the column of all matches of a side.
whole_row = alle
# Button: the pieces of a faction.
pieces_of = Figuren von { $side }
# A field, for screen readers.
beats = { $side } gegen { $other }: { $rate }, zwischen { $low } und { $high }
# A share with its interval.
share_with = { $what }: { $rate }, zwischen { $low } und { $high }
# Heading.
what_a_piece_goes_with = Womit eine Figur einhergeht
# What its bars show.
points_of_rate = Punkte der Siegquote derer, die sie einsetzten
# There are too few matches for that.
too_few_uses = Zu wenige Partien, um Figuren zu unterscheiden
# Heading.
how_long = Wie lange es dauert
# After a number: half of the matches are shorter.
decisions_in_the_middle = Entscheidungen, die Hälfte braucht weniger
# Where nearly all lie.
nine_in_ten = 9 von 10 zwischen { $low } und { $high }
# Who decided first.
who_begins = wer beginnt
# Matches without a winner.
draws = unentschieden
# Matches that did not end.
given_up = abgebrochen
# Heading.
worth_a_look = Einen Blick wert
# A match by its number.
match_number = Partie { $n }
# What a click on a match does.
look_at_it = Noch einmal spielen und hier öffnen
# What makes a match worth a look.
look_failed = Die Regeln versagten nach { $n } Entscheidungen
look_given_up = Abgebrochen nach { $n } Entscheidungen
look_shortest = Vorbei nach { $n } Entscheidungen
look_longest = { $n } Entscheidungen lang
look_widest = Gewonnen mit { $n } Vorsprung
look_closest = { $n ->
    [0] Bei gleichen Punkten gewonnen
   *[other] Gewonnen mit nur { $n } Vorsprung
}
look_turned = Die Führung wechselte { $n }-mal
look_draw = Unentschieden, { $n } Entscheidungen

## Die Werkstatt

workshop = Werkstatt
open_in_workshop = In der Werkstatt öffnen
change_it = In der Werkstatt ändern
sheets = Blätter
files = Dateien
play_it = Spielen
take_back_change = Zurücknehmen
save_now = Jetzt speichern
all_is_saved = Gespeichert
key_save = Strg S
copy_to_own_packs = In eigene Pakete kopieren
copy_to_own_packs_about = Die Kopie tritt an die Stelle dieses Pakets und lässt sich ändern; ohne ihren Ordner gilt wieder dieses
copied = Nach { $folder } kopiert
no_pack_to_change = { $pack } lässt sich erst öffnen, wenn seine pack.toml heil ist
built_in_only_shown = gehört zu Harena und wird nur gezeigt
is_no_text = Diese Datei enthält keinen Text
is_a_link = Diese Datei ist ein Verweis auf einen anderen Ort
changed_on_disk = Ein anderes Programm hat diese Datei inzwischen geändert
take_theirs = Nehmen, was auf der Platte liegt
keep_mine = Meines darüber schreiben
not_written = Nicht gespeichert ({ $error })
tab_form = Formular
tab_source = Text
tab_board = Brett
line_waits = Zeile { $line } wartet
side_named = Seite { $side }
no_face_yet = Sie erscheint, sobald das Paket lädt
mend_text_first = Der Text muss heil sein, bevor ein Formular ihn ändern kann
no_form = Dafür hat das Spiel kein Formular
no_sheet_chosen = Ein Blatt wählen
in_code = im Text, Zeile { $line }
only_in_text = im Text
not_changed_by_form = Das Formular findet dafür keine sichere Stelle: bitte im Text ändern
was_value = war { $value }
add = Hinzufügen
add_to = Zu { $list } hinzufügen
own_word = ein anderes Wort
take_out = { $word } aus { $list } entfernen
beside_text_board = Auf dem Brett
last_good = letzte gute Fassung
no_match_of_it = keine Partie davon läuft
none_on_the_board = jetzt liegt keines dort
became = { $what }: aus { $before } wurde { $now }
use_word = { $word } nehmen
new_sheet = Neues Blatt
new_sheet_about = Wie das gewählte, nur mit dem, was es sagen muss
copy_sheet = Blatt kopieren
only_this_sheet = Nur dieses Blatt zeigen
whole_file = Die ganze Datei zeigen
lines_folded = { $n ->
    [one] 1 Zeile eingeklappt
   *[other] { $n } Zeilen eingeklappt
}
tool_at_side = { $tool }: { $n }
copies_of = { $n } von { $all }
copies_in_all = { $n } von { $all } Figuren des Pakets
tests_run = Tests laufen
tests_passed = { $n } bestanden
tests_failed = { $n } gescheitert
tests_about = Die Szenarien im Ordner spec dieses Pakets, gespielt nach jedem Speichern, das lädt
test_failed = Test gescheitert: { $name }
expected_found = erwartet { $expected }, gefunden { $found }
another_position = Andere Stellung
another_position_about = Die Partie, oder wo ein Szenario dieses Pakets endet
no_other_position = Kein Szenario dieses Pakets lässt es auf einem Brett stehen
after_scenario = nach dem Szenario „{ $name }“
nothing_compared = Noch keine Partie wurde dadurch anders: nichts zu vergleichen
share_before = Vorher
share_now = Jetzt
length_of_match = Länge
length_in_decisions = { $n ->
    [one] 1 Entscheidung
   *[other] { $n } Entscheidungen
}
length_about = Die Hälfte aller Partien brauchte nicht mehr; vor dem Speichern { $before }
verdict_stronger = stärker
verdict_weaker = schwächer
verdict_open = noch offen
pairs_and_p = { $pairs } Paare, p { $p }
below_a_thousandth = < 0,001
no_difference = kein Unterschied
against_last_save = Siege von { $side } neben denen vor dem Speichern, mit zufälligen Spielern
sheet_added = { $title } kam hinzu
