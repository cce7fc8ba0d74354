#!/usr/bin/env bash
# Runs the browser tests with other fonts, at a device pixel ratio of 1 and of 2.
#
#   crates/tools/boardroom/tests/fonts.sh [FONTS...]
#
# Each argument is a list of Debian packages, joined by +. A run uses only the fonts of these
# packages. apt-get downloads the packages, and they are unpacked into a temporary folder; nothing is
# installed.
set -euo pipefail
cd "$(dirname "$0")/.."

# As root, apt-get must download as root: its sandbox user cannot write into the folder.
apt=(apt-get download -qq)
[ "$(id -u)" -ne 0 ] || apt+=(-o APT::Sandbox::User=root)

[ $# -gt 0 ] || set -- fonts-dejavu-core fonts-liberation+fonts-dejavu-core fonts-noto-core

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

cargo test --quiet -p boardroom --test browser --no-run

failed=0
for fonts in "$@"; do
  root=$temporary/$fonts
  mkdir -p "$root/packages" "$root/cache"
  (cd "$root/packages" && "${apt[@]}" ${fonts//+/ })
  for package in "$root"/packages/*.deb; do dpkg-deb -x "$package" "$root"; done
  [ -d "$root/usr/share/fonts" ] || { echo "no fonts in $fonts" >&2; exit 2; }
  cat >"$root/fonts.conf" <<XML
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>$root/usr/share/fonts</dir>
  <cachedir>$root/cache</cachedir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
XML
  for ratio in 1 2; do
    echo "== $fonts at a device pixel ratio of $ratio"
    FONTCONFIG_FILE=$root/fonts.conf DEVICE_PIXEL_RATIO=$ratio \
      cargo test --quiet -p boardroom --test browser || failed=1
  done
done
exit "$failed"
