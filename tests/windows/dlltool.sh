#!/usr/bin/env bash
# Runs the dlltool of mingw-w64 with the arguments of a Windows program, and writes its exit code to
# the file that the first argument names: Wine tells no program when one of Linux ends.
set -euo pipefail
words=()
for word in "$@"; do
  word=${word//\\//}
  words+=("${word#[Zz]:}")
done
code=0
x86_64-w64-mingw32-dlltool "${words[@]:1}" || code=$?
echo "$code" >"${words[0]}.part"
mv "${words[0]}.part" "${words[0]}"
