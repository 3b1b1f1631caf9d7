#!/usr/bin/env bash
# Guess (2026-11-28): the two libraries that Go programs measure terminal text with agree about an emoji
#   in a board: go-runewidth splits text with uniseg, so both say two columns.
# Version: github.com/mattn/go-runewidth 0.0.31, github.com/rivo/uniseg 0.4.7; string-width 8.3.0 (npm).
# Behaviour: a sign that the emoji selector U+FE0F makes wide, such as a pawn, is one column for
#   go-runewidth and two for uniseg; a keycap is one for both, and two for string-width.
# Seen: pawn with selector 1, 2, 2; small square with selector 1, 2, 2; keycap 1, 1, 2; a blue square 2, 2, 2.
# Source: observed; Unicode's UAX 11 and UTS 51 count all four as wide.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund string-width@8.3.0
cat >width.mjs <<'JS'
import width from 'string-width';

console.log(['♟️', '▪️', '1️⃣', '🟦'].map((sign) => width(sign)).join(' '));
JS
cat >go.mod <<'MOD'
module finding

go 1.26

require (
	github.com/mattn/go-runewidth v0.0.31
	github.com/rivo/uniseg v0.4.7
)
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/mattn/go-runewidth"
	"github.com/rivo/uniseg"
)

func main() {
	for _, width := range []func(string) int{runewidth.StringWidth, uniseg.StringWidth} {
		fmt.Println(width("♟️"), width("▪️"), width("1️⃣"), width("🟦"))
	}
}
GO
go mod tidy 2>/dev/null
{ LC_ALL=C.UTF-8 go run . && node width.mjs; } | tee seen
diff seen - <<'TXT'
1 1 1 2
2 2 1 2
2 2 2 2
TXT
