#!/usr/bin/env bash
# Guess (2026-11-28): a Swiss of the npm package tournament-pairings gives nobody a second bye while
#   another pairing without rematches gives it to somebody who had none.
# Version: tournament-pairings 2.0.1.
# Behaviour: with five players it does: byes are one weight among others in a maximum-weight
#   matching, so equal points can outweigh them. With seven or nine it was not seen.
# Seen: 40 avoidable second byes in 800 rounds of five players, 0 of seven.
# Source: its README says that such players "are preferred"; the rest is observed.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund tournament-pairings@2.0.1

cat >swiss.mjs <<'JS'
import { Swiss } from 'tournament-pairings';

let seed = 1;
Math.random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

const pairable = ([one, ...rest]) =>
	!one || rest.some((other) => !one.avoid.includes(other.id) && pairable(rest.filter((p) => p !== other)));
const avoidable = (players) => players.some((p) => !p.receivedBye && pairable(players.filter((q) => q !== p)));

const seen = {};
for (const size of [5, 7]) {
	seen[size] = 0;
	for (let tournament = 0; tournament < 200; tournament++) {
		const players = Array.from({ length: size }, (_, i) => ({ id: `p${i}`, score: 0, avoid: [], receivedBye: false }));
		for (let round = 1; round <= 4; round++) {
			const other = avoidable(players);
			for (const { player1, player2 } of Swiss(players, round)) {
				const [a, b] = [player1, player2].map((id) => players.find((p) => p.id === id));
				if (a && b) {
					a.avoid.push(b.id);
					b.avoid.push(a.id);
					(Math.random() < 0.5 ? a : b).score++;
					continue;
				}
				const free = a ?? b;
				if (free.receivedBye && other) seen[size]++;
				free.receivedBye = true;
				free.score++;
			}
		}
	}
}
console.log(`avoidable second byes in 800 rounds: of five players ${seen[5]}, of seven ${seen[7]}`);
process.exit(seen[5] > 0 && seen[7] === 0 ? 0 : 1);
JS
node swiss.mjs
