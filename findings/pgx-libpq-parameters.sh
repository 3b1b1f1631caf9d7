#!/usr/bin/env bash
# Guess (2026-11-28): pgx ignores, or does itself, what libpq's addresses can say about the client's
#   own socket, such as keepalives_idle=30: its documentation says that it reads libpq's addresses.
# Version: github.com/jackc/pgx/v5 5.12.0; PostgreSQL 15 and psql of Debian 12.
# Behaviour: what pgx does not know it asks the server for, as a setting of the session. So most such
#   addresses, fine for psql, are refused by the server; tcp_user_timeout has a namesake there, and
#   limits the server's side in place of the client's.
# Seen: keepalives_idle, gssencmode, hostaddr: FATAL, unrecognized configuration parameter.
#   tcp_user_timeout=10000: the setting on the server is 10000 by pgx, 0 by psql.
# Source: observed; Config.RuntimeParams in pgx; "Parameter Key Words" of libpq.
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
port=54399
as "$bin/pg_ctl" -w -D "$dir/server/data" -o "-p $port -c listen_addresses=127.0.0.1 -k $dir/server" start >/dev/null
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
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func main() {
	var refused *pgconn.PgError
	var timeout string
	conn, err := pgx.Connect(context.Background(), os.Args[1])
	switch {
	case errors.As(err, &refused):
		fmt.Println(refused.Message)
	case err != nil:
		fmt.Println(err)
	default:
		conn.QueryRow(context.Background(), "show tcp_user_timeout").Scan(&timeout)
		fmt.Println("tcp_user_timeout", timeout)
	}
}
GO
go mod tidy 2>/dev/null
go build -o client .
for parameter in keepalives_idle=30 gssencmode=disable hostaddr=127.0.0.1 tcp_user_timeout=10000; do
  address="host=localhost port=$port user=postgres dbname=postgres sslmode=disable $parameter"
  echo "$parameter - psql: tcp_user_timeout $("$bin/psql" "$address" -Atc 'show tcp_user_timeout') - pgx: $(./client "$address")"
done | tee seen
diff seen - <<'TXT'
keepalives_idle=30 - psql: tcp_user_timeout 0 - pgx: unrecognized configuration parameter "keepalives_idle"
gssencmode=disable - psql: tcp_user_timeout 0 - pgx: unrecognized configuration parameter "gssencmode"
hostaddr=127.0.0.1 - psql: tcp_user_timeout 0 - pgx: unrecognized configuration parameter "hostaddr"
tcp_user_timeout=10000 - psql: tcp_user_timeout 0 - pgx: tcp_user_timeout 10000
TXT
