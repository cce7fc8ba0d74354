#!/usr/bin/env bash
# Runs the commands of the README on a fresh machine and measures their time.
#
# usage: tests/fresh-machine.sh [SUITE]
#
# Creates a minimal Debian root (SUITE: bookworm by default, or trixie) by debootstrap, with git, a
# C compiler and Rust by rustup. There it clones this repository, downloads its crates, and runs
# `cargo cg --help`, `cargo cg bundle breakthrough` and `cargo cg test`. If rustup cannot be
# downloaded, it copies the rustup of this machine and its newest toolchain.
#
# Needs root and debootstrap. The Debian root is a new folder in ${TMPDIR:-/tmp}. It grows to about
# 10 GB and is removed when the script ends; KEEP=1 keeps it.
set -euo pipefail
suite=${1:-bookworm}
mirror=http://deb.debian.org/debian
repository=$(cd "$(dirname "$0")/.." && pwd)

if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
  echo "error: this needs root and debootstrap: sudo apt-get install debootstrap" >&2
  exit 2
fi

root=$(mktemp -d)
clean_up() {
  for place in dev proc; do
    if mountpoint -q "$root/$place"; then umount -R -l "$root/$place"; fi
  done
  if [ -z "${KEEP:-}" ]; then rm -rf --one-file-system "$root"; else echo "left in $root" >&2; fi
}
trap clean_up EXIT

debootstrap --variant=minbase --include=ca-certificates,curl,gcc,git,libc6-dev \
  "$suite" "$root" "$mirror" >"$root.log" 2>&1 || { cat "$root.log" >&2; exit 2; }
rm -f "$root.log"
inside() {
  chroot "$root" env -i HOME=/srv/user RUSTUP_INIT_SKIP_PATH_CHECK=yes \
    RUSTUP_INIT_SKIP_SUDO_CHECK=yes LANG=C.UTF-8 TERM=dumb \
    PATH=/srv/user/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -o pipefail -c "cd /srv/user && $1"
}

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
mkdir -p "$root/srv/user"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
# Certificates of a proxy that intercepts TLS.
if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
  cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
  inside update-ca-certificates >/dev/null 2>&1
fi

if ! inside 'curl -sSf https://static.rust-lang.org/rustup/rustup-init.sh |
  sh -s -- -y --profile minimal' >&2; then
  echo "note: rustup cannot be downloaded: copying this machine's" >&2
  toolchain=$(rustup toolchain list | sed -n 's/ *(.*default.*//p' | head -1)
  mkdir -p "$root/srv/user/.cargo/bin" "$root/srv/user/.rustup/toolchains"
  cp -a "$(dirname "$(command -v rustup)")/." "$root/srv/user/.cargo/bin/"
  cp -a "$(rustup run "$toolchain" rustc --print sysroot)" \
    "$root/srv/user/.rustup/toolchains/$toolchain"
  inside "rustup default $toolchain" >&2
fi

git clone --quiet --no-hardlinks "$repository" "$root/srv/user/project"

# Prints the seconds since a time in milliseconds.
since() {
  local passed=$(($(date +%s%3N) - $1))
  printf '%d.%d s' $((passed / 1000)) $((passed % 1000 / 100))
}

# Runs a command in the clone and prints its time to the first line and its total time.
timed() {
  local name=$1 command=$2 started first
  started=$(date +%s%3N)
  { inside "cd project && $command" 2>&1 || echo "$?" >"$root/status"; } | {
    IFS= read -r line && first=$(since "$started") && printf '%s\n' "$line" && cat
    echo "== $name: first line after ${first:-nothing}, end after $(since "$started")"
  }
  if [ -e "$root/status" ]; then echo "== failed with exit code $(cat "$root/status")"; exit 1; fi
}

echo "== $suite, $(nproc) cores, $(inside 'rustc --version')"
timed 'download of all crates' 'cargo fetch'
timed 'cargo cg --help' 'cargo cg --help'
timed 'cargo cg bundle breakthrough' 'cargo cg bundle breakthrough'
timed 'cargo cg test' 'cargo cg test'
timed 'cargo cg test, a second time after a change to one game' \
  'echo "// A change." >> crates/games/jungle/src/engine.rs && cargo cg test'
