#!/usr/bin/env bash
# Guess (2026-11-30): patchUrlMappings of Discord's SDK for Activities sends each request through the
#   mapping whose target is its host and the beginning of its path, and leaves other requests alone.
# Version: @discord/embedded-app-sdk 2.5.0.
# Behaviour: the first mapping wins whose host, without its path, ends a host anywhere in the address,
#   the query included. So hosts that end alike, other paths of the same host and addresses that only
#   mention it go under its prefix, also those that have a mapping of their own further down.
# Seen: of /api for example.com/v2, /old for example.com/v1 and /cdn for cdn.example.com only /api is
#   ever used: for all three targets, for myexample.com and for other.org/?from=https://example.com/.
# Source: observed; regexFromTarget in src/utils/url.ts has an end but no beginning. The SDK's own test
#   says that a target must not match as a part of a host, and tries the end only.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @discord/embedded-app-sdk@2.5.0

cat >mappings.mjs <<'JS'
const sent = [];
globalThis.window = {
	location: { protocol: 'https:', host: '123456789012345678.discordsays.com' },
	fetch: (url) => sent.push(String(url).replace('https://123456789012345678.discordsays.com', '')),
};
const { patchUrlMappings } = await import('@discord/embedded-app-sdk');

const mappings = [
	{ prefix: '/api', target: 'example.com/v2' },
	{ prefix: '/old', target: 'example.com/v1' },
	{ prefix: '/cdn', target: 'cdn.example.com' },
];
patchUrlMappings(mappings, { patchWebSocket: false, patchXhr: false });
const want = {
	'https://example.com/v2/games': '/api/games',
	'https://example.com/v1/games': '/api/v1/games',
	'https://cdn.example.com/board.png': '/api/board.png',
	'https://myexample.com/games': '/api/games',
	'https://other.org/?from=https://example.com/': '/api/?from=https://example.com/',
	'https://example.community/games': 'https://example.community/games',
};
for (const url of Object.keys(want)) {
	await window.fetch(url);
	console.log(url, '->', sent.at(-1));
}
process.exit(sent.join() === Object.values(want).join() ? 0 : 1);
JS
node mappings.mjs
