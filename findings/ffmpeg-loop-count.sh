#!/usr/bin/env bash
# Guess (2026-11-28): ffmpeg keeps how often an animation plays: a GIF for ever stays so as a WebP, and
#   a GIF that plays once stays so as a GIF.
# Version: ffmpeg 5.1.9 of Debian 12 (packages ffmpeg, gifsicle, webp).
# Behaviour: the count of the input is never looked at, and the two writers have opposite defaults: a
#   GIF always loops for ever, a WebP always plays once. Both ask for their own option -loop, whose
#   numbers differ: -1 is once in a GIF, 1 is once in a WebP, 0 is for ever in both.
# Seen: once becomes for ever as a GIF; for ever becomes once as a WebP. gif2webp keeps both.
# Source: observed; options -loop of the muxers gif and webp in ffmpeg-formats(1).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
ffmpeg -version | head -1
for i in 1 2 3; do
  ffmpeg -v error -f lavfi -i "color=c=white:s=64x64,drawbox=x=$((i * 10)):y=9:w=9:h=9:color=black:t=fill" -frames:v 1 "$i.gif"
done
gifsicle -d50 --no-loopcount 1.gif 2.gif 3.gif >once.gif
gifsicle -d50 --loopcount=forever 1.gif 2.gif 3.gif >ever.gif
for name in once ever; do
  ffmpeg -v error -i "$name.gif" "$name.out.gif"
  ffmpeg -v error -i "$name.gif" "$name.webp"
  gif2webp -quiet "$name.gif" -o "$name.kept.webp"
done
gif() { gifsicle -I "$1" | grep -o 'loop.*' || echo "once"; }
webp() { webpinfo "$1" | grep -o 'Loop count.*' | tr -d ' '; }
for name in once ever; do
  echo "$name: $(gif $name.gif); ffmpeg: $(gif $name.out.gif) as a GIF, $(webp $name.webp) as a WebP; gif2webp: $(webp $name.kept.webp)"
done | tee seen
diff seen - <<'TXT'
once: once; ffmpeg: loop forever as a GIF, Loopcount:1 as a WebP; gif2webp: Loopcount:1
ever: loop forever; ffmpeg: loop forever as a GIF, Loopcount:1 as a WebP; gif2webp: Loopcount:0
TXT
