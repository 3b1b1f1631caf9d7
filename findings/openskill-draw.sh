#!/usr/bin/env bash
# Guess (2026-11-28): of two players, openskill's chances that the first wins, that the second wins and
#   that they draw add up to one; and the surer it is that both are equal, the likelier is a draw.
# Version: openskill 5.0.1 (npm).
# Behaviour: the chances to win already add up to one, so that with a draw there is more than one; a
#   draw between players who are surely equal comes out as one half.
# Seen: two new players: .5, .5 and .237; two with sigma .01: .5, .5 and .500.
# Source: observed; the draw is a probability under the same curve with a margin of its own.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openskill@5.0.1

cat >draw.mjs <<'JS'
import { predictDraw, predictWin, rating } from 'openskill';

const chances = (sigma) => {
	const teams = [[rating({ mu: 25, sigma })], [rating({ mu: 25, sigma })]];
	return [...predictWin(teams), predictDraw(teams)].map((p) => p.toFixed(3));
};
const [fresh, sure] = [chances(25 / 3), chances(0.01)];
console.log('new players:', ...fresh, '- surely equal players:', ...sure);
process.exit(fresh.join() === '0.500,0.500,0.237' && sure.join() === '0.500,0.500,0.500' ? 0 : 1);
JS
node draw.mjs
