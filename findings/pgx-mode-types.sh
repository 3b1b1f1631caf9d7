#!/usr/bin/env bash
# Guess (2026-11-28): pgx's query modes, which a pooler makes people choose, differ in speed and in
#   what they prepare, not in which Go values can be parameters.
# Version: github.com/jackc/pgx/v5 5.12.0, PostgreSQL 15 (Debian's package postgresql).
# Behaviour: a slice of a named string type, such as []UserID, is a text[] in the modes that ask the
#   server for the types of parameters. The modes exec and simple_protocol guess them from the Go
#   type, and fail: a program that worked stops when its URL gets default_query_exec_mode=exec.
# Seen: cache_statement, cache_describe, describe_exec: 2; exec and simple_protocol: unable to encode.
# Source: observed; pgx's documentation of QueryExecModeExec says that types must be registered.
set -euo pipefail
dir=$(mktemp -d)
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
end() {
  as "$bin/pg_ctl" -D "$dir/server/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$dir"
}
trap end EXIT
chmod 755 "$dir"
mkdir "$dir/server" "$dir/client"
[ "$(id -u)" != 0 ] || chown postgres "$dir/server"
cd "$dir/server"
as "$bin/initdb" -A trust -U postgres -D "$dir/server/data" >/dev/null
as "$bin/pg_ctl" -w -D "$dir/server/data" -o "-c listen_addresses='' -k $dir/server" start >/dev/null
cd "$dir/client"
cat >go.mod <<'MOD'
module finding

go 1.26

require github.com/jackc/pgx/v5 v5.12.0
MOD
cat >main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
)

type UserID string

func main() {
	ok := true
	for _, mode := range []string{"cache_statement", "cache_describe", "describe_exec", "exec", "simple_protocol"} {
		conn, err := pgx.Connect(context.Background(), os.Args[1]+" default_query_exec_mode="+mode)
		if err != nil {
			panic(err)
		}
		n := 0
		err = conn.QueryRow(context.Background(), "select cardinality($1::text[])", []UserID{"a", "b"}).Scan(&n)
		conn.Close(context.Background())
		fmt.Printf("%-16s %d %v\n", mode, n, err)
		guessed := mode == "exec" || mode == "simple_protocol"
		ok = ok && guessed == (err != nil) && (!guessed || strings.Contains(err.Error(), "unable to encode"))
	}
	if !ok {
		os.Exit(1)
	}
}
GO
go mod tidy 2>/dev/null
go run . "host=$dir/server user=postgres dbname=postgres"
