#!/usr/bin/env bash
# Guess (2026-11-28): a value in double quotes with an escaped quote inside, TEXT="say \"hi\"", means
#   the same to all programs that read .env files, at most with the backslashes kept.
# Version: Node.js 20 (util.parseEnv, as node --env-file), dotenv 18.0.10, godotenv 1.5.1, compose-go
#   2.16.2, docker/cli 29.9.3 (docker run --env-file), systemd 252 of Debian 12 (environment.d).
# Behaviour: five readings. Node ends at the first escaped quote; godotenv loses the last quote and
#   keeps its backslash; dotenv keeps the backslashes, Docker the quotes around it as well. Only
#   compose-go and systemd read it as a shell does. Nobody warns.
# Seen: say \ | say \"hi\" | say "hi\ | say "hi" | "say \"hi\""; systemd prints "say \"hi\"" as a shell
#   must read it: say "hi".
# Source: observed; only systemd (environment.d(5)) and Compose document the escape.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/node" "$dir/go" "$dir/config/environment.d"
cd "$dir"
printf 'TEXT="say \\"hi\\""\n' | tee text.env config/environment.d/text.conf
(cd node && npm init -y >/dev/null && npm install --silent --no-audit --no-fund dotenv@18.0.10)
cd go
cat >go.mod <<'MOD'
module finding

go 1.26

require (
	github.com/compose-spec/compose-go/v2 v2.16.2
	github.com/docker/cli v29.9.3+incompatible
	github.com/joho/godotenv v1.5.1
)
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	compose "github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/docker/cli/pkg/kvfile"
	"github.com/joho/godotenv"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	a, err := godotenv.Unmarshal(string(text))
	fmt.Println("godotenv:", a["TEXT"], err)
	b, err := compose.UnmarshalBytesWithLookup(text, nil)
	fmt.Println("compose:", b["TEXT"], err)
	c, err := kvfile.Parse(os.Args[1], os.LookupEnv)
	fmt.Println("docker:", strings.TrimPrefix(strings.Join(c, ""), "TEXT="), err)
}
GO
go mod tidy 2>/dev/null
cd ..
{
  node -e 'console.log("node:", require("util").parseEnv(require("fs").readFileSync("text.env", "utf8")).TEXT)'
  node -e 'console.log("dotenv:", require("./node/node_modules/dotenv").parse(require("fs").readFileSync("text.env")).TEXT)'
  (cd go && go run . ../text.env)
  env -i HOME="$dir" XDG_CONFIG_HOME="$dir/config" /usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator |
    sed -n 's/^TEXT=/systemd: /p'
} | tee seen
diff seen - <<'TXT'
node: say \
dotenv: say \"hi\"
godotenv: say "hi\ <nil>
compose: say "hi" <nil>
docker: "say \"hi\"" <nil>
systemd: "say \"hi\""
TXT
