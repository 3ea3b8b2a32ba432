#!/usr/bin/env bash
# The real window under Xvfb, with real keys and a real mouse: run.sh ATTEND WHERE ROOT. Pictures are compared by their
# pixels. Every wait ends when what it waits for is there, and fails only after many seconds.
set -uo pipefail
attend=$(realpath "$1") where=$(realpath "$2") root=$(realpath "$3")
[ -x "$where" ] || { echo "run.sh: $2 is not there"; exit 1; }
for tool in Xvfb xdotool import cksum; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool here"; exit 77; }
done

work=$(mktemp -d)
program= server=
finish() {
    exec 3>&- 2>/dev/null
    [ -n "$program" ] && kill "$program" 2>/dev/null
    [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    [ "${failed:-1}" -eq 0 ] && rm -rf "$work" || echo "left for you: $work"
}
trap finish EXIT
failed=0 checks=0
tries=$(seq 1000) # to wait for what never comes: a busy machine takes many times as long as a quiet one

# ---- the machine ----

mkdir "$work/screen"
exec 3>"$work/display"
Xvfb -displayfd 3 -screen 0 2560x1440x24 -fbdir "$work/screen" -nocursor -nolisten tcp -noreset >"$work/xvfb.log" 2>&1 3>&3 &
server=$!
for _ in $tries; do [ -s "$work/display" ] && break; sleep 0.05; done
[ -s "$work/display" ] || { echo "skipped: Xvfb does not start"; exit 77; }
export DISPLAY=:$(tr -d '\n' <"$work/display")
exec 3>&-

export LANG=C LANGUAGE= ATTEND_DATA=$root XDG_RUNTIME_DIR=$work XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data
[ -f "$root/tests/cli/lsan.supp" ] && export LSAN_OPTIONS="suppressions=$root/tests/cli/lsan.supp:print_suppressions=0"
mkdir "$work/exports"
find_window() { # of the program; in $window
    for _ in $tries; do
        window=$(xdotool search --onlyvisible --pid $program 2>/dev/null | tail -1)
        [ -n "$window" ] && return
        kill -0 $program 2>/dev/null || { echo "attend ended at once:"; cat "$work/stderr"; failed=1; exit 1; }
        sleep 0.05
    done
    echo "no window came up"
    failed=1
    exit 1
}
begin() { # arguments of attend
    "$attend" "$@" --width 1440 --height 900 --exports "$work/exports" 2>"$work/stderr" &
    program=$!
    find_window
    xdotool windowmove --sync "$window" 0 0 windowfocus --sync "$window" mousemove 2550 1430
}
begin 5

# ---- hands and eyes ----

# The server keeps its screen in a file: its sum says which picture it is, in a few milliseconds.
shot() { cksum <"$work/screen/Xvfb_screen0"; }
keep() { import -silent -window "$window" "$work/not-$checks.png"; } # what is there instead
waits() { # neither the program nor the server has anything to do; on a busy machine they may long for a processor
    local pid state
    for pid in $program $server; do
        read -r _ _ state _ <"/proc/$pid/stat" && [ "$state" = S ] || return 1
    done
}
still() { # name: the picture when it does not change any more; its sum in $sum
    local last= same=0 i
    for i in $tries; do
        sum=$(shot)
        [ "$sum" = "$last" ] && waits && same=$((same + 1)) || same=0
        [ "$same" -eq 2 ] && return
        last=$sum
        sleep 0.06
    done
    keep
    fail "the picture does not come to rest: $1 ($work/not-$checks.png)"
}
becomes() { # sum, words: soon the picture is that one
    local i
    checks=$((checks + 1))
    for i in $tries; do
        sum=$(shot)
        [ "$sum" = "$1" ] && return
        sleep 0.06
    done
    keep
    fail "$2 ($work/not-$checks.png)"
}
changes() { # sum, words: soon the picture is another one, and then at rest; its sum in $sum
    local i
    checks=$((checks + 1))
    for i in $tries; do
        sum=$(shot)
        [ "$sum" != "$1" ] && { still "$2"; [ "$sum" != "$1" ] && return; }
        sleep 0.06
    done
    fail "$2"
}
moves() { # sum, words: soon the picture is another one, and may go on changing; its sum in $sum
    local i
    checks=$((checks + 1))
    for i in $tries; do
        sum=$(shot)
        [ "$sum" != "$1" ] && return
        sleep 0.06
    done
    fail "$2"
}
key() { xdotool key --delay "${delay:-30}" "$@"; }
times() { xdotool key --delay "${delay:-30}" --repeat "$2" --repeat-delay "${delay:-30}" "$1"; }
fail() { # a few tell enough
    echo "failed: $1"
    failed=$((failed + 1))
    [ "$failed" -lt 4 ] || exit 1
}
alive() { kill -0 $program 2>/dev/null || { echo "failed: attend ended: $1"; cat "$work/stderr"; failed=1; exit 1; }; }
check() { # words, then a command
    checks=$((checks + 1))
    local words=$1
    shift
    "$@" || fail "$words"
}
away() { xdotool mousemove 2550 1430; }
marks() { "$where" "$root" 1440 900 "$@" >"$work/marks"; }
place() { awk -v k="$1" -v a="$2" '$1 == k && $2 == a {p = $4 " " $5} END {print p}' "$work/marks"; }
click() { # kind, a: of the last marks
    local at
    at=$(place "$1" "$2")
    [ -n "$at" ] || { fail "no $1 $2 on the picture"; return; }
    xdotool mousemove $at sleep 0.03 click 1
}
tabs_to() { # kind, a: how many Tabs from nothing; within an overlay from its first
    awk -v k="$1" -v a="$2" '$1 == "close" && $6 == 0 {n = 0} $6 == 1 {n++; if ($1 == k && $2 == a) at = n} END {print at}' "$work/marks"
}

# ---- what a person does ----

still opened
opened=$sum
key Home
changes "$opened" "Home goes to the start"
start=$sum
marks "cat chase mouse" 0 0 0
moments=$(awk '$1 == "moments" {print $2}' "$work/marks")
key Right
changes "$start" "Right goes on"
first=$sum
key Right
changes "$first" "Right goes on again"
key Left
becomes "$first" "Left undoes Right"
key End
changes "$first" "End goes to the end"
end=$sum
key Home
becomes "$start" "Home is the start again"
delay=60 times Right "$moments"
becomes "$end" "Right, once a moment, ends at the end"
key Right
becomes "$end" "Right at the end stays there"
delay=60 times Left "$moments"
becomes "$start" "Left, once a moment, gives the very first picture"
key Down
changes "$start" "Down goes to the first step"
down=$sum
key Down
changes "$down" "Down goes to the second step"
key Up
becomes "$down" "Up goes back"
key Home
becomes "$start" "Home from a step"

key space
moves "$start" "Space plays"
moves "$sum" "Space plays on"
key space
changes "$sum" "Space pauses on a moment"
key End Left Left Left
still near
key space
becomes "$end" "playing stops at the end"

# Idle: no processor time at all while nothing happens.
ticks() { awk '{print $14 + $15}' "/proc/$program/stat"; }
still idle
before=$(ticks)
sleep 2
after=$(ticks)
check "an idle window draws nothing ($before to $after ticks)" test $((after - before)) -le 1

# Keys that turn something on and off.
for pair in "l Language" "t Theme" "c Captions"; do
    set -- $pair
    key "$1"
    changes "$end" "$2 changes the picture"
    key "$1"
    becomes "$end" "$2 twice is nothing"
done
key b
changes "$end" "B blanks the screen"
key b
becomes "$end" "B again lights it"
key question
changes "$end" "? opens the keys"
help=$sum
key Escape
becomes "$end" "Esc closes them"
key F1
becomes "$help" "F1 opens them too"
key Escape
becomes "$end" "Esc closes them again"
key plus
changes "$end" "+ makes it larger"
key 0
becomes "$end" "0 makes it as it was"
key p
changes "$end" "P presents"
presented=$sum
key p
moves "$presented" "P again presents no more"
# No window manager here: the size that SDL went back to has to be said to the server.
xdotool windowsize "$window" 1400 880 sleep 0.1 windowsize "$window" 1440 900 sleep 0.1
xdotool windowmove "$window" 0 0 windowfocus "$window"
away
becomes "$end" "P again puts the panels back"
alive "after the keys"

# Cards.
key n
changes "$end" "N shows the next card"
key shift+n
becomes "$opened" "Shift+N goes back to the first card as it was opened"
key End
becomes "$end" "End on the first card"

marks "cat chase mouse" -1 0 0
# The mouse: over a number, on the timeline, on a suggestion, into the field.
xdotool mousemove $(place heat 1)
changes "$end" "a cell of the alignment says what it is"
away
becomes "$end" "and is quiet again"
click play 0
away
moves "$end" "the play button plays from the start"
click play 0
away
still paused
click moment 4
away
changes "$end" "the timeline is pressed"
key End
becomes "$end" "End after the timeline"
click suggestion 0
away
changes "$end" "a suggestion is translated"
suggested=$sum
click field 0
key ctrl+a
xdotool type --delay 15 "cat chase mouse"
away
key Escape
changes "$suggested" "a sentence that was typed is translated at once"
end=$sum # the card says that it is done now: another sentence was tried
key Home
changes "$end" "its first moment"
start=$sum
key End
becomes "$end" "End after another sentence"
click field 0
key ctrl+a
xdotool type --delay 15 "l dog chase b zyzzyva"
away
still unknown
check "an unknown word is marked, and letters are no commands in the field" test "$sum" != "$end"
alive "after an unknown word"
key ctrl+a BackSpace
still empty
alive "with an empty field"
xdotool type --delay 15 "cat chase mouse"
key Escape
becomes "$end" "the sentence is back"
key Home
becomes "$start" "Left and right of it all: the very first picture again"

# The focus: Tab comes round, Enter presses what has the focus.
marks "cat chase mouse" 0 0 0
around=$(awk '$6 == 1 {n++} END {print n + 0}' "$work/marks")
key Tab
changes "$start" "Tab shows a focus"
focus=$sum
key Tab
changes "$focus" "Tab moves it"
key shift+Tab
becomes "$focus" "Shift+Tab moves it back"
delay=12 times Tab "$around"
becomes "$focus" "$around Tabs go round"
delay=12 times shift+Tab "$around"
becomes "$focus" "$around Shift+Tabs go round the other way"
key Escape
becomes "$start" "Esc drops the focus"
delay=12 times Tab "$(tabs_to help 0)"
key Return
changes "$start" "Enter presses"
pressed=$sum
key Escape
still closed
key Escape
key question
becomes "$pressed" "Enter on the question mark is ?"
key Escape
becomes "$start" "closed"

# Files: with Tab and Enter, then each with the mouse; none is ever written over.
key ctrl+e
changes "$start" "Ctrl+E opens the chooser"
marks "cat chase mouse" 0 0 2
delay=12 times Tab "$(tabs_to format 1)"
key Return
svg=$work/exports/attend-cat-chase-mouse-start.svg
for _ in $tries; do [ -s "$svg" ] && break; sleep 0.05; done
check "Enter writes the stage as SVG" test -s "$svg"
echo mine >"$svg"
for format in 0 1 2 3 4 5 6 7; do
    before=$(shot)
    key ctrl+e
    changes "$before" "Ctrl+E opens the chooser for format $format"
    click format $format
    changes "$sum" "format $format closes it"
done
for file in attend-cat-chase-mouse-start.png attend-cat-chase-mouse-start-2.svg attend-cat-chase-mouse-start.pdf \
    attend-cat-chase-mouse.png attend-cat-chase-mouse.svg attend-cat-chase-mouse.pdf attend-cat-chase-mouse.csv attend-cat-chase-mouse.json; do
    for _ in $tries; do [ -s "$work/exports/$file" ] && break; sleep 0.05; done
    check "a click writes $file" test -s "$work/exports/$file"
done
check "an old file is left alone" test "$(cat "$svg")" = mine
check "nothing else is left behind" test "$(ls -A "$work/exports" | wc -l)" -eq 9
away
alive "after the exports"

# Sizes. The same size again is the same picture.
key End
for size in "1024 640" "640 400" "2560 1440"; do
    xdotool windowsize --sync "$window" $size
    still "size-${size% *}"
    eval "$(xdotool getwindowgeometry --shell "$window")"
    check "the window takes $size" test "$WIDTH $HEIGHT" = "$size"
    corner=$((${size% *} - 3))
    check "the picture reaches the corner at $size" test "$(import -silent -window "$window" -crop 1x1+$corner+3 -depth 8 txt:- | grep -c 000000)" -eq 0
    alive "at $size"
done
xdotool windowsize --sync "$window" 1440 900
for _ in $(seq 40); do # the message of the last export goes by itself
    [ "$(shot)" = "$end" ] && break
    sleep 0.25
done
becomes "$end" "1440x900 again is the picture that was"

# A drag leaves the focus on its bar, and the bar goes with its step: Up moves, and changes nothing.
key Home
delay=60 times Right 16
still before-drag
before=$sum
marks "cat chase mouse" 16 0 0
xdotool mousemove $(place weight 0) sleep 0.05 mousedown 1 sleep 0.05 mousemove_relative -- 0 -30 sleep 0.05 mouseup 1
away
changes "$before" "a bar is dragged"
key End
still dragged
dragged=$sum
key Up
changes "$dragged" "Up goes to the step before"
key End
becomes "$dragged" "Up changes no weight of a step that is left"

quits() {
    key ctrl+q
    for _ in $tries; do kill -0 $program 2>/dev/null || break; sleep 0.05; done
    if kill -0 $program 2>/dev/null; then
        fail "Ctrl+Q does not quit"
        return
    fi
    wait $program
    code=$?
    program=
    check "Ctrl+Q quits with 0, not $code: $(cat "$work/stderr")" test "$code" -eq 0
    check "nothing was said on standard error: $(cat "$work/stderr")" test ! -s "$work/stderr"
}
quits

# With closed standard streams, what Ctrl+L prints does not get into the connection to the display.
"$attend" 5 --width 1024 --height 640 <&- >&- 2>&- &
program=$!
find_window
xdotool windowfocus --sync "$window"
still streams
key ctrl+l
quits

# A model file alone, and where it was left.
cp "$root/lessons/05-cat-chase-mouse/model.safetensors" "$work/mine.safetensors"
begin "$work/mine.safetensors"
still bare
bare=$sum
for view in 2 3 4 5; do
    key $view
    changes "$bare" "a model alone has the view $view"
done
key 1 End
changes "$bare" "it steps to its end"
left=$sum
quits
begin
still again
becomes "$left" "the next run opens it where it was left"
quits

# Weights of another program: a tab for each attention of the trace.
begin "$root/tests/fuzz/seeds/weights/attentions.json" --array cross
still weights
weights=$sum
key 2
changes "$weights" "2 opens the second attention"
encoder=$sum
key ctrl+Tab
changes "$encoder" "Ctrl+Tab goes to the next"
key ctrl+Tab
becomes "$weights" "and around"
delay=60 key Tab Tab Tab Tab Return
changes "$weights" "a map alone"
alone=$sum
key Next
changes "$alone" "Page Down chooses the first word"
first=$sum
key Next
changes "$first" "and the next"
second=$sum
key Escape
changes "$second" "Esc gives all rows back"
alive "weights alone"
quits

# Two files side by side.
begin "$root/tests/fuzz/seeds/weights/attentions.json" "$root/tests/fuzz/seeds/weights/attentions.npz" --array encoder
still beside
key Escape 1
changes "$sum" "1 opens the cross-attention of both"
beside=$sum
sleep 8 # what the trace lacks is said for so long
still beside
beside=$sum
key F1
changes "$beside" "F1 opens the page of keys over them"
key Escape
becomes "$beside" "and Escape closes it"
key plus
changes "$beside" "plus makes them larger"
key 0
becomes "$beside" "and 0 as large as they were"
delay=60 key Tab Return
changes "$beside" "a head of both alone"
alone=$sum
key Escape
changes "$alone" "Escape shows all heads again"
alive "two files"
quits

# The first start speaks the language of the system; the next the one that was kept.
export XDG_STATE_HOME=$work/first
LANG=zh_CN.UTF-8 begin 5
still chinese
chinese=$sum
check "the first start is not English where the system is not" test "$chinese" != "$opened"
key l
changes "$chinese" "L is English"
key l
becomes "$chinese" "and Chinese again"
quits
begin 5
becomes "$chinese" "the language is kept"
quits
echo "$checks checks"
exit $((failed > 0))
