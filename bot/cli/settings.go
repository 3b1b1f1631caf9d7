package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"paddock/bot/bounded"
)

// Setting is an environment variable of the bot with its default value. The value of a secret one
// may also come from a file: the variable with "_FILE" appended names it. Managers of containers
// pass secrets as files.
type Setting struct {
	Name, Default string
	Secret        bool
}

// Settings lists the environment variables. docs/configuration.md explains them.
func Settings() []Setting {
	return []Setting{
		{Name: "DISCORD_TOKEN", Secret: true},
		{Name: "PADDOCK_DB", Default: "paddock.db"},
		{Name: "PADDOCK_DATABASE_URL", Secret: true},
		{Name: "PADDOCK_LOG_LEVEL", Default: "info"},
		{Name: "PADDOCK_LOG_FORMAT", Default: "text"},
		{Name: "PADDOCK_HTTP"},
		{Name: "PADDOCK_PUBLIC_KEY"},
		{Name: "PADDOCK_SHARDS"},
		{Name: "PADDOCK_DISCORD_URL", Default: "https://discord.com"},
		{Name: "PADDOCK_REQUESTS_PER_SECOND", Default: "50"},
		{Name: "PADDOCK_MONITOR"},
		{Name: "PADDOCK_HEARTBEAT", Secret: true},
		{Name: "PADDOCK_ACTIVITY"},
		{Name: "PADDOCK_CLIENT_SECRET", Secret: true},
		{Name: "PADDOCK_LINKS"},
		{Name: "PADDOCK_PROXY_KEY"},
		{Name: "PADDOCK_ENDS"},
		{Name: "PADDOCK_BACKUP_DIR"},
		{Name: "PADDOCK_BACKUP_EVERY", Default: "24h"},
		{Name: "PADDOCK_BACKUP_KEEP", Default: "7"},
		{Name: "PADDOCK_BACKUP_HOOK"},
	}
}

// setting returns the value of an environment variable, or its default. The name must be in
// [Settings].
func (p *Program) setting(name string) string {
	for _, s := range Settings() {
		if s.Name == name {
			return cmp.Or(p.secrets[name], bare(p.Env(name)), s.Default)
		}
	}
	return ""
}

// bare returns a value without the blanks, marks and quotes around it. Docker's files of settings
// keep quotes, and text from a web page brings invisible characters along.
func bare(value string) string {
	for {
		inner := strings.TrimFunc(value, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
		for _, q := range []string{`""`, "''", "``", "“”", "‘’", "„“", "«»"} {
			first, size := utf8.DecodeRuneInString(q)
			last := q[size:]
			if len(inner) > len(last) && strings.HasPrefix(inner, string(first)) && strings.HasSuffix(inner, last) {
				inner = inner[size : len(inner)-len(last)]
				break
			}
		}
		if inner == value {
			return value
		}
		value = inner
	}
}

// longestSecret is the largest number of bytes of a file with a secret, or of .env.
const longestSecret = 64 << 10

// readSecrets reads the files of secret settings, and refuses a secret where none belongs.
func (p *Program) readSecrets() error {
	p.secrets = map[string]string{}
	for _, s := range Settings() {
		if !s.Secret {
			if s.Name != "PADDOCK_DB" && looksSecret(p.Env(s.Name)) {
				return fmt.Errorf("%s has a password or a token in it, where none belongs: look at it again", s.Name)
			}
			continue
		}
		file := bare(p.Env(s.Name + "_FILE"))
		switch {
		case file == "":
			continue
		case p.Env(s.Name) != "":
			return fmt.Errorf("%s and %s_FILE are both set: remove one of them", s.Name, s.Name)
		case looksSecret(file):
			return fmt.Errorf("%s_FILE must be the name of a file, but has the secret itself. Put it into %s", s.Name, s.Name)
		}
		text, err := readText(file)
		if err != nil {
			return fmt.Errorf("%s_FILE: %w", s.Name, err)
		}
		if p.secrets[s.Name] = bare(text); p.secrets[s.Name] == "" {
			return fmt.Errorf("%s_FILE: the file %s is empty", s.Name, file)
		}
	}
	return nil
}

// readText reads a file of settings, without the byte order mark that some editors put at its
// beginning.
func readText(file string) (string, error) {
	raw, err := bounded.File(file, longestSecret)
	switch {
	case errors.Is(err, bounded.ErrLong):
		return "", fmt.Errorf("the file %s has more than %d KB, which no such file has", file, longestSecret>>10)
	case err != nil:
		return "", err
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")), bytes.IndexByte(raw, 0) >= 0:
		return "", fmt.Errorf("the file %s is in UTF-16, or is no text. Save it as UTF-8; in PowerShell use Out-File -Encoding utf8", file)
	case !utf8.Valid(raw):
		return "", fmt.Errorf("the file %s is not in UTF-8. Save it as UTF-8", file)
	}
	return strings.TrimPrefix(string(raw), "\ufeff"), nil
}

// number returns a setting that is a whole number above zero.
func (p *Program) number(name string) (int, error) {
	n, err := strconv.Atoi(p.setting(name))
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%s must be a whole number above zero", name)
	}
	return n, nil
}

// duration returns a setting that is a time of at least a minute.
func (p *Program) duration(name string) (time.Duration, error) {
	d, err := time.ParseDuration(p.setting(name))
	if err != nil || d < time.Minute {
		return 0, fmt.Errorf("%s must be a time of at least a minute, such as 6h or 90m", name)
	}
	return d, nil
}
