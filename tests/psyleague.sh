#!/usr/bin/env bash
# Runs a league of psyleague (PyPI) with three bots through `cg referee`.
#
# usage: tests/psyleague.sh [GAMES]
#
# The bots are the Breakthrough bot with 200, 1000 and 5000 nodes per move. In the final table the
# bot with more nodes should be higher. The script needs python3 and internet access, so no test
# runs it. It writes all its files into a new temporary folder, prints the name of the folder, and
# does not remove it.
set -euo pipefail
games=${1:-60}

cd "$(dirname "$0")/.."
cargo build --quiet --profile tools --package workshop
cargo build --quiet --release --package breakthrough
target=${CARGO_TARGET_DIR:-$PWD/target}

folder=$(mktemp -d)
echo "psyleague runs in $folder"
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet psyleague==0.4.1
export PATH="$folder/venv/bin:$PATH"

psyleague config
# The configuration is psyleague's default, except for the setup of a bot and the command of a game.
sed -i '/^cmd_bot_setup/d; /^cmd_play_game/d' psyleague.cfg
cat >>psyleague.cfg <<END
cmd_bot_setup = 'cp %SRC% %DIR%/%NAME%'
cmd_play_game = '$target/tools/workshop referee breakthrough --psyleague --pairs -p1 "%DIR%/%P1% --seed {seed}" -p2 "%DIR%/%P2% --seed {seed}"'
END

for nodes in 200 1000 5000; do
  printf '#!/bin/sh\nexec %s --nodes %s "$@"\n' "$target/release/breakthrough" "$nodes" \
    >"nodes$nodes"
  chmod +x "nodes$nodes"
  psyleague bot add "nodes$nodes"
done
psyleague run --silent --games "$games"
echo
psyleague show
echo
psyleague info nodes1000
