#!/usr/bin/env bash
# Guess (2026-11-28): a bot that archives channels with discord-html-transcripts keeps the alternative
#   text of a board's picture; at least, a fresh installation writes a transcript.
# Version: discord-html-transcripts 3.3.0 with discord.js 14.28.1, its peer, on Node.js 20.
# Behaviour: a fresh installation can't be loaded: it requires the package debug, which neither it nor
#   discord.js declares any more. It works only where another package happens to bring debug along.
# Seen: Cannot find module 'debug'; with debug installed beside it, it loads.
# Source: observed.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund discord-html-transcripts@3.3.0 discord.js@14.28.1

load() { node -e "require('discord-html-transcripts'); console.log('loads')" 2>&1 | grep -oE "Cannot find module '[^']*'|^loads$" | head -1; }
fresh=$(load || true)
echo "fresh: $fresh"
npm install --silent --no-audit --no-fund debug@4.4.3
with=$(load || true)
echo "with debug beside it: $with"
[ "$fresh" = "Cannot find module 'debug'" ] && [ "$with" = loads ]
