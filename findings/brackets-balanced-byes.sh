#!/usr/bin/env bash
# Guess (2026-11-28): balanceByes of brackets-manager keeps byes from meeting each other, and leaves
#   them with the best seeds.
# Version: brackets-manager 1.11.1, brackets-memory-db 1.0.6 (npm).
# Behaviour: with six players the byes go to seeds 1 and 3, while seed 2 has to play seed 6. Without the
#   option seeds 1 and 2 have them, one in each half already.
# Seen: 1-bye 4-5 2-bye 3-6; with balanceByes 1-bye 4-5 2-6 3-bye.
# Source: observed; its documentation says that the option "prevents having BYE against BYE".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund brackets-manager@1.11.1 brackets-memory-db@1.0.6

cat >byes.cjs <<'JS'
const { BracketsManager } = require('brackets-manager');
const { InMemoryDatabase } = require('brackets-memory-db');

const make = async (settings) => {
	const storage = new InMemoryDatabase();
	const manager = new BracketsManager(storage);
	const seeding = ['1', '2', '3', '4', '5', '6', null, null];
	await manager.create.stage({ name: 'x', tournamentId: 0, type: 'single_elimination', seeding, settings });
	const first = (await storage.select('round')).find((round) => round.number === 1).id;
	const who = (opponent) => (opponent === null ? 'bye' : opponent.id + 1);
	const pairs = (await storage.select('match'))
		.filter((match) => match.round_id === first)
		.map((match) => `${who(match.opponent1)}-${who(match.opponent2)}`);
	return pairs.join(' ');
};
(async () => {
	const plain = await make({});
	const balanced = await make({ balanceByes: true });
	console.log(`${plain}; balanced: ${balanced}`);
	process.exit(plain === '1-bye 4-5 2-bye 3-6' && balanced === '1-bye 4-5 2-6 3-bye' ? 0 : 1);
})();
JS
node byes.cjs
