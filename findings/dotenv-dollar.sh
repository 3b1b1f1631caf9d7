#!/usr/bin/env bash
# Guess (2026-11-28): a value without quotes in a .env file, such as a password with a dollar sign, is
#   read as it is written.
# Version: github.com/joho/godotenv 1.5.1.
# Behaviour: a dollar sign with capital letters or digits behind it counts as a variable, also inside
#   a word, and an unknown variable is empty: both go without a word. Small letters stay. In double
#   quotes it is the same; in single quotes, or behind a backslash, nothing is replaced.
# Seen: pa$9x becomes "pax", pa$WORD becomes "pa", pa$word stays, 'pa$9x' stays.
# Source: observed; godotenv's README names variables only as ${NAME} and $NAME.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'MOD'
module finding

go 1.26

require github.com/joho/godotenv v1.5.1
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/joho/godotenv"
)

func main() {
	m, err := godotenv.Unmarshal("A=pa$9x\nB=pa$WORD\nC=pa$word\nD='pa$9x'\n")
	fmt.Printf("%q %v\n", m, err)
	if m["A"] != "pax" || m["B"] != "pa" || m["C"] != "pa$word" || m["D"] != "pa$9x" {
		os.Exit(1)
	}
}
GO
go mod tidy 2>/dev/null
go run .
