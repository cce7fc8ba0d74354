# Commands of the workshop, on Linux and under Wine: a part of tests/systems.sh.
#
# Each system has a folder of its own with the same inputs, in which the commands run. What is bound
# by nodes is the same on both, byte for byte: output, pages, records, networks.

# Folder of the commands in that of the system.
place=.

# Runs a command by the programs of a release.
on_linux() { (cd "$folder/linux/$place" && "$target/tools/cargo-cg" cg "$@"); }
on_windows() {
  (cd "$folder/windows/$place" && CARGO_HOME=Z:${CARGO_HOME:-$HOME/.cargo} \
    CARGO_TARGET_DIR=Z:$folder/target wine "$target/$windows/tools/cargo-cg.exe" cg "$@")
}

# Prints what a command has printed without dates and times, with `/` in paths.
plain() { sed -E '/ answers |: mean /d; s/[0-9-]{10}T[0-9:]{8}Z/DATE/g; s|\\|/|g' "$1"; }

# Runs a command on both systems, and compares the exit codes and what it prints.
compare() {
  local code=0 windows_code=0
  begin "cg $* on both systems"
  on_linux "$@" >"$folder/linux.txt" 2>"$folder/notes.txt" || code=$?
  [ "$code" != 2 ] || fail "cg $*: $(tail -n 1 "$folder/notes.txt")"
  on_windows "$@" >"$folder/windows.txt" 2>"$folder/notes.txt" || windows_code=$?
  [ "$code" = "$windows_code" ] ||
    fail "cg $*: exit code $windows_code in place of $code: $(tail -n 1 "$folder/notes.txt")"
  diff <(plain "$folder/linux.txt") <(plain "$folder/windows.txt") ||
    fail "cg $*: the systems differ"
  tail -n 3 "$folder/windows.txt" | cut -c -100
}

# Compares numbers of a page up to nine decimals: the last digits of `exp` are those of the system's
# C library.
similar() {
  local digits='s/([0-9]\.[0-9]{9})[0-9]*/\1/g'
  cmp <(sed -E "$digits" "$folder/linux/$1") <(sed -E "$digits" "$folder/windows/$1") ||
    fail "$1: the systems differ"
  echo "$1 is the same up to nine decimals"
}

# Compares files or folders that a command has written on both systems.
same() {
  local path
  for path in "$@"; do
    diff -r "$folder/linux/$place/$path" "$folder/windows/$place/$path" >/dev/null ||
      fail "$path: the systems differ"
    echo "$path is the same"
  done
}

# Runs a command that is bound by time under Wine, and checks what it prints.
windows_prints() {
  local expected=$1 code=0
  shift
  begin "cg $*"
  on_windows "$@" >"$folder/windows.txt" 2>"$folder/notes.txt" || code=$?
  [ "$code" != 2 ] || fail "cg $*: $(tail -n 1 "$folder/notes.txt")"
  tail -n 3 "$folder/windows.txt" | cut -c -100
  grep -qE "$expected" "$folder/windows.txt" "$folder/notes.txt" ||
    fail "cg $*: it does not print $expected: $(tail -n 1 "$folder/notes.txt")"
}

prepare_folders() {
  local system
  for system in linux windows; do
    mkdir "$folder/$system"
    cp tests/data/transcripts/{breakthrough,stratego}.jsonl.gz "$folder/$system"
    cp crates/tools/codingame/tests/data/breakthrough.json "$folder/$system/results.json"
    cp crates/tools/workshop/tests/data/suite.jsonl "$folder/$system"
  done
  # Players have the same names on both systems.
  cp "$target/release/breakthrough" "$folder/linux/bot.exe"
  cp "$target/$windows/release/breakthrough.exe" "$folder/windows/bot.exe"
  cp "$folder/faulty.exe" "$folder/windows"
  export CG_DATA=data
}

measurements() {
  compare games
  compare perft breakthrough 4
  compare verify breakthrough.jsonl.gz
  compare sample breakthrough --moves 'c2c3;e7e6'
  compare equilibrium lamistra --nodes 2000
  compare calibration stratego --games 2 --nodes 50 --picture calibration.svg
  compare careless stratego stratego.jsonl.gz --nodes 20
  compare book breakthrough --openings 3 --plies 4 --nodes 200 -o book.txt
  compare book breakthrough --from breakthrough.jsonl.gz --nodes 50
  same calibration.svg book.txt data/openings/breakthrough.jsonl
  compare suite breakthrough suite.jsonl --player greedy --player uct:5
  compare suite breakthrough suite.jsonl --nodes 500 --margin 2000 \
    --player 'cmd:./bot.exe --opening {opening} --seed {seed} --nodes {nodes}'
}

training() {
  compare selfplay breakthrough --shards 2 --games 20 --nodes 50
  compare train breakthrough --epochs 2 --hidden 8
  compare duel breakthrough --p1 data/train/breakthrough/network.txt --p2 material --nodes 50 --games 4
  compare tune breakthrough fit --games 20 --nodes 50
  compare tune breakthrough climb --pairs 4 --nodes 20 --picture climb.svg
  compare tune lamistra search --pairs 4 --nodes 20
  same data/selfplay data/train climb.svg
  windows_prints '^1  nothing ' learn breakthrough --hours 0.002 --nodes 20 --games 10 --hidden 8
}

stored_matches() {
  compare import results.json --names -o imported.jsonl.gz
  compare match breakthrough --p1 random --p2 greedy --games 20 --seed 1 --name first \
    --record games.jsonl.gz
  compare match breakthrough --p2 greedy --games 4 --seed 1 --nodes 200 --margin 2000 \
    --p1 'cmd:./bot.exe --opening {opening} --seed {seed} --nodes {nodes}' --sandbox off
  compare export -o bot.jsonl
  compare sprt breakthrough --base random --test greedy --elo1 200 --games 60 --seed 1
  compare tournament breakthrough random greedy uct:10 --games 4 --seed 1
  compare history --name first
  compare export --match 4 -o sprt.jsonl.gz
  compare delete 4
  compare history
  same imported.jsonl.gz games.jsonl.gz bot.jsonl sprt.jsonl.gz
  compare replay games.jsonl.gz --game 1 -o replay.html
  compare review breakthrough.jsonl.gz --game 1 --nodes 500 --html review.html --suite turns.jsonl
  same replay.html turns.jsonl
  similar review.html
  windows_prints 'written to match.html' report --match 2 -o match.html
  begin 'a store of Windows on Linux'
  diff <(on_linux history --store ../windows/data/arena.db) <(on_windows history) ||
    fail 'the store is read differently'
}

units_and_settings() {
  begin 'cg match --units and cg work on both systems'
  local pairs='match breakthrough --p1 random --p2 greedy --games 4 --seed 1 --units'
  # shellcheck disable=SC2086 # the words of an option list
  on_linux $pairs | on_linux work >"$folder/linux.txt"
  # shellcheck disable=SC2086
  on_windows $pairs | on_windows work >"$folder/windows.txt"
  local times='s/"(total|longest|cpu|time_us)":[0-9]+//g'
  diff <(sed -E "$times" "$folder/linux.txt") <(sed -E "$times" "$folder/windows.txt") ||
    fail 'the results of the units differ'
  echo "$(wc -l <"$folder/windows.txt") game pairs are the same"
  compare referee breakthrough -p1 './bot.exe --nodes 200 --seed 1' -p2 greedy -d seed=1 \
    -l referee.json --margin 2000
  same referee.json
  printf 'game = "jungle"\nstore = "mine.db"\n[match]\ngames = 2\n' |
    tee "$folder/linux/cg.toml" >"$folder/windows/cg.toml"
  compare perft 2
  compare match --p1 random --p2 greedy --seed 1
  rm "$folder/linux/cg.toml" "$folder/windows/cg.toml"
  [ -s "$folder/windows/mine.db" ] || fail 'the store of cg.toml is not used'
  mkdir "$folder/windows/bots"
  cp "$folder/windows/bot.exe" "$folder/windows/bots/one.exe"
  cp "$folder/windows/bot.exe" "$folder/windows/bots/two.exe"
  windows_prints '^ 1\. ' league breakthrough bots --games 2 --with random --margin 2000
}
