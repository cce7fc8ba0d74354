#!/usr/bin/env bash
# Plays a match by a queue over a network that delays and drops packets.
#
# usage: tests/lossy-network.sh [GAMES [DELAY_MS LOSS_PERCENT]]
#
# Two network namespaces have a link of two TUN devices, which a forwarder joins: it delays each
# packet by DELAY_MS (50) in each direction and drops LOSS_PERCENT (1) of them, by a seed. The queue
# is in one namespace, with a token and TLS; a worker that plays two units at a time is in the
# other. The match of GAMES (200) is played without the queue, then by the queue without delay and
# loss, then with both: once beside the server, and once beside the worker, so that all traffic of
# the match crosses the link, too. The records have to be those of the match without the queue.
#
# Needs Linux with /dev/net/tun, nats-server, iproute2, openssl and python3; and root, or a system
# that lets users create namespaces. It leaves nothing.
set -euo pipefail
script=$(realpath "$0")
cd "$(dirname "$script")/.."
games=${1:-200} delay=${2:-50} loss=${3:-1}

if [ -z "${LOSSY_NETWORK_IS_INSIDE:-}" ]; then
  for program in nats-server ip openssl python3 unshare nsenter; do
    command -v "$program" >/dev/null || {
      echo "error: \`$program\` is missing: sudo apt-get install nats-server iproute2 openssl" \
        "python3 util-linux" >&2
      exit 2
    }
  done
  if ! [ -w /dev/net/tun ]; then
    echo 'error: /dev/net/tun cannot be written: load the module `tun`, or run as root' >&2
    exit 2
  fi
  cargo build --quiet --package workshop
  user=()
  [ "$(id -u)" = 0 ] || user=(--map-root-user)
  LOSSY_NETWORK_IS_INSIDE=yes exec unshare --net "${user[@]}" \
    "$script" "$games" "$delay" "$loss"
fi

workshop=$(realpath "${CARGO_TARGET_DIR:-target}")/debug/workshop
folder=$(mktemp -d)
clean_up() {
  # Some may have ended.
  kill $(jobs -p) 2>/dev/null || true
  wait
  rm -rf "$folder"
}
trap clean_up EXIT
cd "$folder"

fail() {
  echo "error: $*" >&2
  exit 1
}

# Waits for at most ten seconds until a command succeeds.
wait_until() {
  for _ in $(seq 100); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.1
  done
  fail "not in ten seconds: $*"
}

# Forwards packets between the devices `near` and `far`. At SIGTERM it writes the numbers of packets
# and of drops.
cat >forward.py <<'END'
import collections, fcntl, os, random, select, signal, struct, sys, time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
delay, loss = float(sys.argv[1]) / 1000, float(sys.argv[2]) / 100


def device(name):
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name, IFF_TUN | IFF_NO_PI))
    return file


def end(*_):
    print(packets, drops)
    sys.exit()


packets = drops = 0
chance = random.Random(1)
ends = [device(b"near"), device(b"far")]
waiting = collections.deque()
signal.signal(signal.SIGTERM, end)
while True:
    wait = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    for file in select.select(ends, [], [], wait)[0]:
        packet = os.read(file, 65536)
        packets += 1
        if chance.random() < loss:
            drops += 1
        else:
            other = ends[1 - ends.index(file)]
            waiting.append((time.monotonic() + delay, other, packet))
    while waiting and waiting[0][0] <= time.monotonic():
        _, file, packet = waiting.popleft()
        os.write(file, packet)
END

# Creates the link with a delay and a loss, between this namespace and the far one.
start_link() {
  python3 forward.py "$1" "$2" >counts &
  forwarder=$!
  wait_until ip link show far
  ip link set dev far netns "$far_process"
  ip link set dev near addrgenmode none
  ip address add 10.99.0.1 peer 10.99.0.2 dev near
  ip link set dev near up
  "${far[@]}" ip link set dev far addrgenmode none
  "${far[@]}" ip address add 10.99.0.2 peer 10.99.0.1 dev far
  "${far[@]}" ip link set dev far up
}
is_apart() { [ "$(readlink "/proc/$far_process/ns/net")" != "$(readlink /proc/$$/ns/net)" ]; }

# Plays the match with a delay and a loss, by the words before its command that place it in a
# namespace, and prints its seconds, packets and drops.
play() {
  local name=$1 begin packets drops worker queue
  start_link "$2" "$3"
  "$workshop" --data queue queue --listen 10.99.0.1 --token-file token --tls-cert cert.pem \
    --tls-key key.pem 2>queue.txt &
  queue=$!
  wait_until "$workshop" workers "${queue_options[@]}"
  "${far[@]}" "$workshop" --data worker work "${queue_options[@]}" --jobs 2 2>worker.txt &
  worker=$!
  begin=$(date +%s%N)
  "${@:4}" "$workshop" --data match "${match[@]}" "${queue_options[@]}" --record queued.jsonl \
    >match.txt 2>notes.txt || fail "the match failed: $(tail -n 1 notes.txt)"
  begin=$((($(date +%s%N) - begin) / 10000000))
  cmp alone.jsonl queued.jsonl || fail "the records differ from those without the queue"
  kill "$worker" "$queue" "$forwarder"
  wait "$worker" "$queue" "$forwarder" || true
  read -r packets drops <counts
  printf '%-40s %4d.%02d s %8d packets %6d dropped\n' "$name" $((begin / 100)) $((begin % 100)) \
    "$packets" "$drops"
  rm -rf queue match worker queued.jsonl
}

# An authority, and the certificate of the server.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem \
  2>openssl.txt
openssl req -newkey rsa:2048 -nodes -subj /CN=queue -keyout key.pem -out request.pem 2>openssl.txt
echo 'subjectAltName = IP:10.99.0.1' >names
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
  -extfile names -out cert.pem 2>openssl.txt
openssl rand -hex 16 >token

queue_options=(--queue "tls://$(cat token)@10.99.0.1" --queue-ca ca.pem)
match=(match breakthrough --p1 uct:60 --p2 uct:40 --games "$games" --seed 7)
"$workshop" --data alone "${match[@]}" --jobs 2 --record alone.jsonl >match.txt 2>notes.txt ||
  fail "the match without the queue failed: $(tail -n 1 notes.txt)"

ip link set lo up
unshare --net sleep infinity &
far_process=$!
far=(nsenter --net="/proc/$far_process/ns/net")
wait_until is_apart

play 'neither delay nor loss' 0 0
play "$delay ms, $loss %, match beside the server" "$delay" "$loss"
play "$delay ms, $loss %, match beside the worker" "$delay" "$loss" "${far[@]}"
