#!/usr/bin/env bash
# Guess (2026-11-28): a page from a data: address, as tests like to open, can show a page of this machine
#   in a frame: a page from a file and one from the machine can.
# Version: Chromium 156.0.8078.108 of Debian 12 (package chromium).
# Behaviour: the frame stays empty, and its server is never asked. Nothing is said where a test looks:
#   neither in the page nor by the exit code.
# Seen: asked 0 times from data:, once from file:, once from http://127.0.0.1.
# Source: observed; "Local Network Access": a page that is not a secure context can't reach loopback.
set -euo pipefail
dir=$(mktemp -d)
end() {
  kill $(jobs -p) 2>/dev/null || true
  wait
  rm -rf "$dir"
}
trap end EXIT
cd "$dir"
frame="<iframe src='http://127.0.0.1:19481/inner'></iframe>"
echo "$frame" >page.html
cat >server.mjs <<'JS'
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

let asked = 0;
createServer((request, response) => {
	if (request.url === '/inner') asked++;
	response.setHeader('Content-Type', 'text/html');
	response.end({ '/inner': 'inner', '/page': readFileSync('page.html') }[request.url] ?? String(asked));
}).listen(19481, '127.0.0.1');
JS
node server.mjs &
until curl -sf http://127.0.0.1:19481/asked >/dev/null; do sleep 0.1; done
chromium --version 2>/dev/null
seen=
for page in "data:text/html,$frame" "file://$dir/page.html" http://127.0.0.1:19481/page; do
  before=$(curl -s http://127.0.0.1:19481/asked)
  chromium --headless --no-sandbox --disable-gpu --disable-background-networking --user-data-dir="$dir/profile" \
    --virtual-time-budget=3000 --dump-dom "$page" >/dev/null 2>&1
  seen+="$(($(curl -s http://127.0.0.1:19481/asked) - before)) "
done
echo "asked from data:, file: and http: $seen"
[ "$seen" = "0 1 1 " ]
