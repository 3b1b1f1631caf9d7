#!/usr/bin/env bash
# Guess (2026-11-28): ffmpeg keeps how long each picture of a GIF is shown, the last one too.
# Version: ffmpeg 5.1.9 of Debian 12 (packages ffmpeg, gifsicle, webp).
# Behaviour: the last picture, which a replay shows for seconds so that its result can be read, gets
#   another delay: in a GIF and an APNG that of the picture before it, in an animated WebP a mean.
#   The other pictures keep theirs. gif2webp keeps all.
# Seen: delays of .8 .1 .8 .1 3.0 s; the last is .10 s in the GIF, 450 ms in the WebP of ffmpeg, and
#   3000 ms in that of gif2webp.
# Source: observed; a frame's length is the distance to the next frame, and the last one has none.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
ffmpeg -version | head -1

for i in 1 2 3 4 5; do
  ffmpeg -v error -f lavfi -i "color=c=white:s=64x64,drawbox=x=$((i * 10)):y=9:w=9:h=9:color=black:t=fill" -frames:v 1 "$i.gif"
done
gifsicle -d80 1.gif -d10 2.gif -d80 3.gif -d10 4.gif -d300 5.gif >in.gif
ffmpeg -v error -i in.gif out.gif
ffmpeg -v error -i in.gif ffmpeg.webp
gif2webp -quiet in.gif -o gif2webp.webp

last() { tail -n 1 | grep -oE '[0-9.]+s?$'; }
before=$(gifsicle -I in.gif | grep -o 'delay .*' | last)
gif=$(gifsicle -I out.gif | grep -o 'delay .*' | last)
webp=$(webpinfo ffmpeg.webp | grep Duration | last)
kept=$(webpinfo gif2webp.webp | grep Duration | last)
echo "the last picture: $before in the GIF; by ffmpeg $gif as a GIF, $webp ms as WebP; by gif2webp $kept ms"
[ "$before" = 3.00s ] && [ "$gif" != 3.00s ] && [ "$webp" -lt 1000 ] && [ "$kept" = 3000 ]
