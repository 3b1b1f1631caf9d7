package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"time"
)

// Setting is an environment variable of the bot with its default value.
type Setting struct{ Name, Default string }

// Settings lists the environment variables. docs/configuration.md explains them.
func Settings() []Setting {
	return []Setting{
		{"DISCORD_TOKEN", ""},
		{"PADDOCK_DB", "paddock.db"},
		{"PADDOCK_DATABASE_URL", ""},
		{"PADDOCK_LOG_LEVEL", "info"},
		{"PADDOCK_LOG_FORMAT", "text"},
		{"PADDOCK_HTTP", ""},
		{"PADDOCK_PUBLIC_KEY", ""},
		{"PADDOCK_SHARDS", ""},
		{"PADDOCK_DISCORD_URL", "https://discord.com"},
		{"PADDOCK_REQUESTS_PER_SECOND", "50"},
		{"PADDOCK_MONITOR", ""},
		{"PADDOCK_ACTIVITY", ""},
		{"PADDOCK_CLIENT_SECRET", ""},
		{"PADDOCK_LINKS", ""},
		{"PADDOCK_BACKUP_DIR", ""},
		{"PADDOCK_BACKUP_EVERY", "24h"},
		{"PADDOCK_BACKUP_KEEP", "7"},
	}
}

// setting returns the value of an environment variable, or its default. The name must be in [Settings].
func (p *Program) setting(name string) string {
	for _, s := range Settings() {
		if s.Name == name {
			return cmp.Or(p.Env(name), s.Default)
		}
	}
	return ""
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
		return 0, fmt.Errorf("%s is %q, but must be a time of at least a minute, such as 6h or 90m", name, p.setting(name))
	}
	return d, nil
}
