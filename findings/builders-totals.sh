#!/usr/bin/env bash
# Guess (2026-11-28): the builders of discord.js refuse a message that Discord refuses for its size:
#   more than 40 components in all, more than 4,000 characters of text in all, an empty container.
# Version: @discordjs/builders 1.15.0.
# Behaviour: each part is checked alone (a text of 4,001 characters is refused), sums and empty
#   containers are not. Such a message passes toJSON and fails only when it is sent.
# Seen: 60 texts in one container, three texts of 3,000 characters and an empty container pass.
# Source: observed; the totals are in Discord's documentation, "Component Reference" and "Message
#   Flags" (IS_COMPONENTS_V2).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @discordjs/builders@1.15.0

cat >totals.mjs <<'JS'
import { ContainerBuilder, TextDisplayBuilder } from '@discordjs/builders';

const passes = (count, length) => {
	const box = new ContainerBuilder();
	try {
		for (let i = 0; i < count; i++) {
			box.addTextDisplayComponents(new TextDisplayBuilder().setContent('x'.repeat(length)));
		}
		box.toJSON();
		return true;
	} catch {
		return false;
	}
};
const got = [passes(1, 4001), passes(60, 1), passes(3, 3000), passes(0, 0)];
console.log(`a text of 4,001: ${got[0]}; 60 texts: ${got[1]}; 9,000 characters: ${got[2]}; empty: ${got[3]}`);
process.exit(got.join() === 'false,true,true,true' ? 0 : 1);
JS
node totals.mjs
