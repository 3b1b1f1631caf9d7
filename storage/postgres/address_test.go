package postgres

import (
	"cmp"
	"errors"
	"strings"
	"testing"
	"time"
)

// Address accepts a database address as a URL or as settings. Other text is a file name. An address
// that can't be read is refused, and the error does not repeat it, because it may hold a password.
// Shown names the database and host of an address, without user and password. If the address has no
// name of a database, the user's name is also the database's.
func TestAddress(t *testing.T) {
	const refused, noTLS = "The address of the database", "The encryption that the address" // begin sentences
	for _, c := range []struct {
		text, address string // what is read; empty: the text as it is
		is            bool
		shown         string
	}{
		{"postgres://ann:pw@host/chess", "", true, "chess on host"},
		{"PostgreSQL://Ann:Pw@Host/Chess", "postgresql://Ann:Pw@Host/Chess", true, "Chess on Host"},
		{"postgres://ann:pw@host", "", true, "ann on host"},
		{"host=host user=ann password=pw dbname=chess", "", true, "chess on host"},
		{"postgres://host/chess", "", true, "chess on host"},
		{"paddock.db", "", false, ""},
		{"/var/lib/postgres/user.db", "", false, ""},
		{"jdbc:postgresql://host/chess", refused, false, ""},
		{"postgres:ann@host", refused, false, ""},
		{"Password=pw", refused, false, ""},
		{"postgres://ann:p@w@host/chess", refused, true, ""},
		{"postgres://ann:pw@host/chess?search_path=a@b", "", true, "chess on host"},
		{"postgres://ann:p/w@host/chess", refused, true, ""},
		{"postgres://ann:p@w:5432,x@host/chess", refused, true, ""},
		{"host=host;user=ann", refused, true, ""},
		{"host=host dbname=chess;x", refused, true, ""},
		{"host=host dbname='a=b'", refused, true, ""},
		{"postgres://ann:pw@host/chess?sslmode=verify-full&sslrootcert=/none", noTLS, true, ""},
	} {
		c.address = cmp.Or(c.address, c.text)
		got, err := Address(c.text)
		if err != nil {
			if said, ok := errors.AsType[*OpenError](err); !ok || !errors.Is(said, errAddress) {
				t.Errorf("Address(%q): %v, want a sentence", c.text, err)
			}
			got = strings.Join(strings.Fields(err.Error())[:5], " ")
		}
		if got != c.address {
			t.Errorf("Address(%q) = %q, %v; want %q", c.text, got, err, c.address)
		}
		if is := IsAddress(c.text); is != c.is {
			t.Errorf("IsAddress(%q) = %t", c.text, is)
		}
		if !c.is {
			continue
		}
		if err != nil {
			c.address, c.shown = c.text, "a database of an unknown address"
		}
		if got := Shown(c.address); got != c.shown {
			t.Errorf("Shown(%q) = %q, want %q", c.text, got, c.shown)
		}
	}
}

// Settings that an address does not have get default values; those that it has are used.
func TestDefaults(t *testing.T) {
	t.Setenv("PGAPPNAME", "")
	t.Setenv("PGCONNECT_TIMEOUT", "")
	for address, want := range map[string]struct {
		most int32
		wait time.Duration
		name string
	}{
		"postgres://ann@host/chess":                           {connections, 10 * time.Second, "paddock"},
		"postgres://ann@host/chess?pool_max_conns=3":          {3, 10 * time.Second, "paddock"},
		"postgres://ann@host/chess?pool_max_conns=30":         {30, 10 * time.Second, "paddock"},
		"postgres://ann@host/chess?connect_timeout=4":         {connections, 4 * time.Second, "paddock"},
		"postgres://ann@host/chess?application_name=two":      {connections, 10 * time.Second, "two"},
		"host=host user=ann connect_timeout=4 dbname=chess":   {connections, 4 * time.Second, "paddock"},
		"host=host user=ann application_name=two dbname=club": {connections, 10 * time.Second, "two"},
	} {
		cfg, err := configure(address)
		if err != nil {
			t.Fatal(err)
		}
		c := cfg.ConnConfig
		if name := c.RuntimeParams["application_name"]; cfg.MaxConns != want.most || c.ConnectTimeout != want.wait ||
			name != want.name {
			t.Errorf("%s: %d connections, %v, %q; want %+v", address, cfg.MaxConns, c.ConnectTimeout, name, want)
		}
	}
}
