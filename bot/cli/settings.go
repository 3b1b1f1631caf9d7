package cli

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
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
			return cmp.Or(p.secrets[name], p.Env(name), s.Default)
		}
	}
	return ""
}

// readSecrets reads the files of secret settings.
func (p *Program) readSecrets() error {
	p.secrets = map[string]string{}
	for _, s := range Settings() {
		file := p.Env(s.Name + "_FILE")
		switch {
		case !s.Secret || file == "":
			continue
		case p.Env(s.Name) != "":
			return fmt.Errorf("%s and %s_FILE are both set: remove one of them", s.Name, s.Name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s_FILE: %w", s.Name, err)
		}
		if p.secrets[s.Name] = strings.TrimSpace(string(text)); p.secrets[s.Name] == "" {
			return fmt.Errorf("%s_FILE: the file %s is empty", s.Name, file)
		}
	}
	return nil
}

// number returns a setting that is a whole number above zero.
func (p *Program) number(name string) (int, error) {
	n, err := strconv.Atoi(p.setting(name))
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%s is %q, but must be a whole number above zero", name, p.setting(name))
	}
	return n, nil
}

// duration returns a setting that is a time of at least a minute.
func (p *Program) duration(name string) (time.Duration, error) {
	d, err := time.ParseDuration(p.setting(name))
	if err != nil || d < time.Minute {
		return 0, fmt.Errorf("%s is %q, but must be a time of at least a minute, such as 6h or 90m", name,
			p.setting(name))
	}
	return d, nil
}
