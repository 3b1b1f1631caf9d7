#!/usr/bin/env bash
# Guess (2026-11-28): in a file of settings for systemd a comment ends with its line, whatever its
#   last character is, such as that of a Windows folder.
# Version: systemd 252 of Debian 12 (the generator of environment.d, which uses the parser of
#   EnvironmentFile=).
# Behaviour: a backslash at the end of a comment takes the next line into the comment. That setting is
#   gone, without a warning. godotenv reads both settings.
# Seen: FIRST is set, SECOND is not; godotenv 1.5.1 reads both.
# Source: observed; parse_env_file_internal in env-file.c has a state "comment escape".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/config/environment.d"
cd "$dir"
printf '%s\n' 'FIRST=1' '# was C:\games\' 'SECOND=2' >config/environment.d/games.conf
cat >go.mod <<'MOD'
module finding

go 1.26

require github.com/joho/godotenv v1.5.1
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/joho/godotenv"
)

func main() {
	m, err := godotenv.Read("config/environment.d/games.conf")
	fmt.Println(m["FIRST"], m["SECOND"], err)
}
GO
go mod tidy 2>/dev/null
cat config/environment.d/games.conf
systemd=$(env -i HOME="$dir" XDG_CONFIG_HOME="$dir/config" /usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator |
  grep -E '^(FIRST|SECOND)=' | tr '\n' ' ')
godotenv=$(go run .)
echo "systemd: $systemd; godotenv: $godotenv"
[ "$systemd" = "FIRST=1 " ] && [ "$godotenv" = "1 2 <nil>" ]
