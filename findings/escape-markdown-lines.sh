#!/usr/bin/env bash
# Guess (2026-11-28): escapeMarkdown of discord.js makes any text plain, such as a player's name.
# Version: @discordjs/formatters 0.6.2, which discord.js 14 uses.
# Behaviour: what works inside a line is escaped. What works at its beginning is not, and a masked link
#   is not either: a name can be a heading, a list, a quote, small print or a link under other words.
# Seen: "*Ann*" is escaped; "# Ann", "- Ann", "-# Ann", "> Ann", "[Ann](https://example.org)" stay. With
#   all options on, only quotes and small print stay: there are no options for them.
# Source: observed; heading, bulletedList, numberedList and maskedLink are off by default.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @discordjs/formatters@0.6.2

cat >names.mjs <<'JS'
import { escapeMarkdown } from '@discordjs/formatters';

const all = { heading: true, bulletedList: true, numberedList: true, maskedLink: true };
const names = ['*Ann*', '# Ann', '- Ann', '1. Ann', '[Ann](https://example.org)', '> Ann', '-# Ann'];
const stays = (options) => names.filter((name) => escapeMarkdown(name, options) === name);
for (const name of names) console.log(name, '|', escapeMarkdown(name), '|', escapeMarkdown(name, all));
const ok = stays({}).join() === names.slice(1).join() && stays(all).join() === names.slice(5).join();
process.exit(ok ? 0 : 1);
JS
node names.mjs
