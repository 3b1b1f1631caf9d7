package cli

import (
	"log/slog"
	"strings"
	"testing"

	"paddock/storage/postgres"
)

// The bot makes copies of a database file alone. With PostgreSQL it refuses a folder for them, so that nobody relies on copies that never come.
func TestNoCopiesOfPostgreSQL(t *testing.T) {
	p := &Program{Env: func(name string) string { return map[string]string{"PADDOCK_BACKUP_DIR": "copies"}[name] }}
	if _, err := p.care(t.Context(), (*postgres.Store)(nil), slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("the error is %v, want one that leads to pg_dump", err)
	}
}
