#!/usr/bin/env bash
# Guess (2026-11-28): ImageMagick shows each picture of a GIF as long in an animated WebP; at worst
#   the last one gets another time.
# Version: ImageMagick 6.9.11-60 of Debian 12 (packages imagemagick, gifsicle, webp).
# Behaviour: every picture gets the time of the one behind it, and the last one some other: in a replay
#   the board before a move flashes by, and the move stands.
# Seen: .5 .1 1.5 .2 3.0 s become 100, 1500, 200, 3000 ms and one more; gif2webp keeps all.
# Source: observed.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for i in 1 2 3 4 5; do
  /usr/bin/convert -size 64x64 xc:white -fill black -draw "rectangle $((i * 9)),9 $((i * 9 + 8)),17" "$i.gif"
done
gifsicle --loopcount=forever -d50 1.gif -d10 2.gif -d150 3.gif -d20 4.gif -d300 5.gif >in.gif
/usr/bin/convert -version | head -1
/usr/bin/convert in.gif out.webp
gif2webp -quiet in.gif -o kept.webp
times() { webpinfo "$1" | sed -n 's/.*Duration: //p' | tr '\n' ' '; }
out=$(times out.webp)
kept=$(times kept.webp)
echo "ImageMagick: $out; gif2webp: $kept"
[ "$kept" = "500 100 1500 200 3000 " ] && case "$out" in "100 1500 200 3000 "*) ;; *) exit 1 ;; esac
