#!/usr/bin/env bash
# Sends requests that schemathesis generates from the OpenAPI description to a board room.
#
# usage: tests/http.sh [SECONDS]
#
# SECONDS is the time for all requests (default 60). The script installs schemathesis into a virtual
# environment in the build output, and needs Python 3 with venv.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly version=4.32.5
checks=not_a_server_error,status_code_conformance
checks+=,content_type_conformance,response_schema_conformance
environment=${CARGO_TARGET_DIR:-$PWD/target}/schemathesis-$version
if [ ! -x "$environment/bin/schemathesis" ]; then
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet "schemathesis==$version"
fi

cargo build --quiet -p boardroom
folder=$(mktemp -d)
server=
clean_up() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap clean_up EXIT
files=(tests/data/transcripts/*.jsonl.gz)
"${CARGO_TARGET_DIR:-target}/debug/boardroom" serve --port 0 --data "$folder" "${files[@]}" \
  >"$folder/url.txt" 2>"$folder/errors.txt" &
server=$!
until [ -s "$folder/url.txt" ]; do
  kill -0 "$server" || { cat "$folder/errors.txt"; exit 1; }
  sleep 0.1
done
url=$(head -n 1 "$folder/url.txt")

# Streams of events do not end by themselves, and a picture is seconds of work without optimisation.
"$environment/bin/schemathesis" run "$url/api/openapi.json" --url "$url/api" \
  --exclude-path-regex '/(events|picture)$|^/analysis' --max-time "${1:-60}" \
  --checks "$checks"
kill -0 "$server"
if [ -s "$folder/errors.txt" ]; then
  cat "$folder/errors.txt"
  exit 1
fi
