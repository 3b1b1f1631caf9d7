package cli_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"paddock/bot/cli"
	"paddock/bot/discordsim"
	"paddock/storage"
	"paddock/storage/postgres/pgtest"
)

// These are the two halves of the test's secret. Some forms of an address separate them.
const (
	half = "S3cr3t"
	rest = "M4rk3d"
	mark = half + rest
)

// folderOf returns the folder of the server's socket.
func folderOf(t *testing.T, address string) string {
	t.Helper()
	_, folder, ok := strings.Cut(address, "?host=")
	if !ok {
		t.Fatalf("the server is at %s", address)
	}
	return folder
}

// addresses returns the address of a database with the marked secret as password, in forms that are
// legal, broken or foreign. Host is the folder of a server that knows no such user.
func addresses(host string) []string {
	behind := "@/paddock?host=" + host
	return []string{
		"postgres://app:" + mark + behind,
		`"postgres://app:` + mark + behind + `"`,
		"'postgres://app:" + mark + behind + "'",
		"“postgres://app:" + mark + behind + "”",
		" postgres://app:" + mark + behind + "\n",
		"\ufeffpostgres://app:" + mark + behind,
		"<postgres://app:" + mark + behind + ">",
		"Postgres://app:" + mark + behind,
		"POSTGRESQL://app:" + mark + behind,
		"jdbc:postgresql://app:" + mark + "@127.0.0.1/paddock",
		"mysql://app:" + mark + "@127.0.0.1/paddock",
		"postgres:/app:" + mark + "@127.0.0.1/paddock",
		"postgres://app:" + half + "@" + rest + behind,
		"postgres://app:" + half + "/" + rest + behind,
		"postgres://app:543/" + mark + behind,
		"postgres://app:" + half + "#" + rest + behind,
		"postgres://app:" + half + "?" + rest + behind,
		"postgres://app:" + half + "%" + rest + behind,
		"postgres://app:" + half + ":" + rest + behind,
		"postgres://app:" + half + "\n" + rest + behind,
		"postgres://app:" + mark + "@127.0.0.1:many/paddock",
		"postgres://app:" + mark + behind + "&sslmode=perhaps",
		"postgres://app" + behind + "&password=" + mark + "&sslpassword=" + mark,
		"postgres://app" + behind + "&password=" + mark + "&connect_timeout=long",
		"postgres://app:" + mark + "@[::1/paddock",
		"host=" + host + " user=app password=" + mark + " dbname=paddock",
		"host=" + host + " user=app password='" + half + " " + rest + "' dbname=paddock",
		"host=" + host + " user=app password='" + mark + " dbname=paddock",
		"host=" + host + " user=app password=" + half + " " + rest + " dbname=paddock",
		"host=" + host + ";user=app;password=" + mark + ";dbname=paddock",
		"Server=127.0.0.1;User Id=app;Password=" + mark,
		"PADDOCK_DATABASE_URL=postgres://app:" + mark + behind,
	}
}

// tokens returns a bot's token with the marked secret in it, in forms that are legal or broken.
func tokens() []string {
	token := "MTE3ODQ0NzU2MTQ0MDM5OTQw.G1h2j3." + mark + "abcdefghijklmnopqrstuv"
	return []string{
		token,
		`"` + token + `"`,
		"'" + token + "'",
		"`" + token + "`",
		"<" + token + ">",
		"Bearer " + token,
		"Bot " + token,
		" bot \"" + token + "\"\r\n",
		"\ufeff" + token,
		token + "\u200b",
		"My token: " + token,
		"DISCORD_TOKEN=" + token,
		token + "\n" + token,
		token + "\x00",
		`{"token":"` + token + `"}`,
		token + ",",
		`"` + token,
		token + " # the token",
		"“" + token + "”",
		"tökén." + mark,
		strings.ReplaceAll(token, ".", " "),
		strings.ReplaceAll(token, ".", "%2E"),
		strings.ReplaceAll(token, ".", ""),
		mark,
		"$" + mark,
		"://" + mark,
	}
}

// dotenvs returns files of settings with the marked secret that can't be read, or only in part.
func dotenvs() map[string]string {
	line := "DISCORD_TOKEN=MTE3ODQ0NzU2MTQ0MDM5OTQw.G1h2j3." + mark + "abcdefghijklmnopqrstuv\n"
	wide := func(text string, high, low int) string {
		b := []byte{}
		for _, u := range utf16.Encode([]rune(text)) {
			pair := [2]byte{}
			pair[high], pair[low] = byte(u>>8), byte(u)
			b = append(b, pair[:]...)
		}
		return string(b)
	}
	return map[string]string{
		"UTF-16, low byte first":        "\xff\xfe" + wide(line, 1, 0),
		"UTF-16, high byte first":       "\xfe\xff" + wide(line, 0, 1),
		"UTF-16 without a mark":         wide(line, 1, 0),
		"a stray line above":            "My bot token\n" + line,
		"a stray line below":            line + "My bot token\n",
		"a stray line without an end":   line + "My bot token",
		"the token alone":               strings.TrimPrefix(line, "DISCORD_TOKEN=") + line,
		"a quote that is not closed":    strings.Replace(line, "=", `="`, 1),
		"something behind a quote":      `DISCORD_TOKEN="` + mark + `"` + mark + "\n",
		"a quote in the quote":          "DISCORD_TOKEN='" + half + "'" + rest + "'\n",
		"Latin-1":                       "# f\xfcr den Bot\n" + line,
		"a zero byte":                   line + "\x00",
		"no name":                       "=" + mark + "\n",
		"JSON":                          `{"DISCORD_TOKEN": "` + mark + `"}`,
		"sections":                      "[bot]\n" + line,
		"a list":                        "- " + line,
		"a comment of another language": "; " + line,
		"a command":                     "set-item env:" + line,
		"quotes of a text processor":    "“" + line,
		"a name with a bracket":         "DISCORD_TOKEN[]=" + mark + "\n",
		"a name with a dash":            "DISCORD-TOKEN=" + mark + "\n",
		"too long":                      strings.Repeat("# "+mark+"\n", 10_000),
	}
}

// arguments returns arguments with which each command does something, but not for long.
func arguments(out string) map[string][]string {
	return map[string][]string{
		"":           nil,
		"sandbox":    {"-addr", "0.0.0.0:0"},
		"play":       {"kalah"},
		"tournament": {"kalah", "-players", "2", "-level", "first", "-seed", "1", "-workers", "1", "-holes", "2", "-beans", "1"},
		"arena":      {"kalah", "-a", "random", "-b", "first", "-games", "2", "-holes", "3", "-beans", "2"},
		"engine":     {"kalah", "-level", "first"},
		"setups":     {"-n", "1", "-army", "duel"},
		"ends":       {"-sheep", "8", filepath.Join(out, "ends")},
		"harness":    {"3_xboard"},
		"backup":     {filepath.Join(out, "copy.db")},
		"restore":    {filepath.Join(out, "missing.db")},
		"compact":    nil, "check": nil, "health": nil, "version": nil, "help": nil,
		"migrate-store": {filepath.Join(out, "missing.db"), filepath.Join(out, "moved.db")},
		"profile":       {"heap", filepath.Join(out, "heap")},
		"dump":          {filepath.Join(out, "all.zip")},
	}
}

// looksSecret reports whether a form is an address or a token; the others could be names of files.
func looksSecret(form string) bool {
	return strings.Contains(form, "@") || strings.Contains(strings.ToLower(form), "password=") ||
		strings.Contains(form, ".G1h2j3.")
}

// No command shows a secret, in whatever form it gets it: not on standard output or standard error,
// where the log goes, nor in the name of a file. Hosts send these lines to others.
func TestNoSecretIsShown(t *testing.T) {
	usual := slog.Default()
	defer slog.SetDefault(usual)
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	discord := httptest.NewServer(sim.Handler())
	defer discord.Close()
	server := pgtest.New(t)
	home := t.TempDir()
	t.Chdir(home)
	file := filepath.Join(home, "paddock.db")
	s, err := storage.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(home, "out")
	runs, known := 0, map[string]bool{}
	// try runs a command with settings, and returns what it says.
	try := func(what, dotenv string, env map[string]string, name string, args ...string) string {
		t.Helper()
		runs++
		all := map[string]string{
			"PADDOCK_DB": file, "PADDOCK_DISCORD_URL": discord.URL, "GOGC": "100", "GOMEMLIMIT": "1GiB",
			"DISCORD_TOKEN": "MTE3ODQ0NzU2MTQ0MDM5OTQw.G1h2j3.abcdefghijklmnopqrstuvwxyz",
		}
		for name, value := range env {
			all[name] = value
		}
		if all["DISCORD_TOKEN_FILE"] != "" {
			delete(all, "DISCORD_TOKEN")
		}
		if err := os.MkdirAll(out, 0o700); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		p := &cli.Program{
			Env: func(name string) string { return all[name] }, Dotenv: dotenv, In: strings.NewReader(""),
			Out: &said, Errs: &said,
		}
		if name != "" {
			args = append([]string{name}, args...)
		}
		p.Main(t.Context(), args)
		err := filepath.WalkDir(home, func(path string, _ fs.DirEntry, err error) error {
			if !known[path] {
				known[path] = true
				fmt.Fprintln(&said, "made:", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
		if text := said.String(); strings.Contains(text, half) || strings.Contains(text, rest) {
			t.Errorf("paddock %s with %s shows the secret:\n%s", name, what, text)
		}
		return said.String()
	}
	var names []string
	for _, c := range cli.Commands() {
		names = append(names, c.Name)
		if _, ok := arguments(out)[c.Name]; !ok {
			t.Errorf("this test knows no arguments for paddock %s", c.Name)
		}
	}
	forms := map[string][]string{"addresses": addresses(folderOf(t, server.Database(t))), "tokens": tokens()}
	both := slices.Concat(forms["addresses"], forms["tokens"])
	for _, setting := range cli.Settings() {
		of := both
		if slices.Contains([]string{"PADDOCK_DB", "PADDOCK_ENDS", "PADDOCK_BACKUP_DIR", "PADDOCK_BACKUP_HOOK"}, setting.Name) {
			// the other settings are names of files
			of = slices.DeleteFunc(slices.Clone(both), func(form string) bool { return !looksSecret(form) })
		}
		for i, form := range of {
			env := map[string]string{setting.Name: form}
			switch setting.Name {
			case "PADDOCK_CLIENT_SECRET", "PADDOCK_LINKS":
				env["PADDOCK_ACTIVITY"] = "0"
			case "PADDOCK_PUBLIC_KEY":
				env["PADDOCK_HTTP"] = "127.0.0.1:0"
			case "PADDOCK_HTTP":
				env["PADDOCK_PUBLIC_KEY"] = strings.Repeat("0a", 32)
			case "PADDOCK_ACTIVITY":
				env["PADDOCK_CLIENT_SECRET"] = strings.Repeat("s", 32)
			}
			if setting.Name == "PADDOCK_LINKS" {
				env["PADDOCK_CLIENT_SECRET"] = strings.Repeat("s", 32)
			}
			for _, name := range names {
				// the other commands read few settings
				if name != "" && (!setting.Secret && i%4 > 0 || testing.Short() && i%3 > 0) {
					continue
				}
				try(fmt.Sprintf("%s=%q", setting.Name, form), "", env, name, arguments(out)[name]...)
			}
			if !setting.Secret {
				continue
			}
			kept := filepath.Join(home, "secret")
			known[kept] = true
			if err := os.WriteFile(kept, []byte(form), 0o600); err != nil {
				t.Fatal(err)
			}
			delete(env, setting.Name)
			for _, value := range []string{kept, form} {
				env[setting.Name+"_FILE"] = value
				if value == form && !looksSecret(form) {
					continue // the name of a file
				}
				for _, name := range []string{"", "check", "backup"} {
					try(fmt.Sprintf("%s_FILE with %q", setting.Name, form), "", env, name, arguments(out)[name]...)
				}
			}
		}
	}
	settings := runs
	for what, text := range dotenvs() {
		dotenv := filepath.Join(home, ".env")
		known[dotenv] = true
		if err := os.WriteFile(dotenv, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			said := try(".env with "+what, dotenv, nil, name, arguments(out)[name]...)
			if name != "help" && name != "version" && !strings.Contains(said, "paddock: the file "+dotenv) &&
				!strings.HasPrefix(what, "a stray line without") {
				t.Errorf("paddock %s says nothing of %s in .env:\n%s", name, what, said)
			}
		}
	}
	files := runs - settings
	for i, form := range both {
		if !looksSecret(form) || testing.Short() && i%3 > 0 {
			continue
		}
		what := fmt.Sprintf("the argument %q", form)
		for _, name := range names {
			try(what, "", nil, name, form)
			try(what, "", nil, name, "-db", form)
			try(what, "", nil, name, "-db="+form)
			try(what, "", nil, name, "-"+form)
			try(what, "", nil, name, append(slices.Clone(arguments(out)[name]), form)...)
		}
		try(what, "", nil, form)
		try(what, "", nil, "migrate-store", file, form)
		try(what, "", nil, "profile", "heap", form)
		try(what, "", nil, "sandbox", "-addr", "0.0.0.0:0", "-db", form)
		try(what, "", nil, "arena", "kalah", "-games", "2", "-a", "random", "-b", "first", "-log", form)
		try(what, "", nil, "arena", "kalah", "-games", "2", "-a", "random", "-b", "first", "-keep="+form)
	}
	t.Logf("%d commands, %d settings; %d forms of addresses, %d of tokens, %d of .env: %d runs with settings, %d with .env, %d with arguments",
		len(names), len(cli.Settings()), len(forms["addresses"]), len(forms["tokens"]), len(dotenvs()), settings, files,
		runs-settings-files)
}

// A file .env is read with the mark that editors of Windows put at its front. A file that can't be
// read is refused with the number of the wrong line.
func TestDotenv(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	const name = "DOTENV_TEST"
	for _, c := range []struct{ text, want, say string }{
		{name + "=kept\n", "kept", ""},
		{"\ufeff" + name + "=kept\r\n", "kept", ""},
		{"\ufeff# settings\r\n\r\n" + name + "=\"kept\" # comment", "kept", ""},
		{name + "='two\nlines'\n", "two\nlines", ""},
		{name + "='pa$9w#rd'\n", "pa$9w#rd", ""}, // as .env.example says; without quotes $9 is a variable
		{name + "=x\n\n# a comment\nstray words\nMORE=y\n", "", "line 4 is wrong: it is not of the form NAME=value"},
		{name + "=x\nMORE=y\nstray words", "", "line 3 is wrong: it is not of the form NAME=value"},
		{"A='two\nlines'\nstray words\n" + name + "=x", "", "line 3 is wrong: "},
		{"A=b\n" + name + "=\"x\n\nMORE=y\n", "", "line 2 is wrong: it has a quote that is not closed"},
		{"\xff\xfeA\x00=\x00", "", "is in UTF-16"},
		{"\xfe\xff\x00A\x00=", "", "is in UTF-16"},
		{"# f\xfcr den Bot\n", "", "is not in UTF-8"},
		{"=x\n", "", "a line has no name"},
		{strings.Repeat("#", 1<<16) + "\n", "", "has more than 64 KB"},
	} {
		t.Setenv(name, "")
		os.Unsetenv(name)
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		p := &cli.Program{Env: os.Getenv, Dotenv: file, In: strings.NewReader(""), Out: &said, Errs: &said}
		code := p.Main(t.Context(), []string{"setups", "-n", "1"})
		if got := os.Getenv(name); got != c.want || (code == 0) != (c.say == "") || !strings.Contains(said.String(), c.say) {
			t.Errorf("%.60q: the setting is %q, want %q; exit code %d, %q, want %q", c.text, got, c.want, code, said.String(), c.say)
		}
	}
	t.Setenv(name, "of the environment")
	if err := os.WriteFile(file, []byte(name+"=of the file"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &cli.Program{Env: os.Getenv, Dotenv: file, In: strings.NewReader(""), Out: new(bytes.Buffer), Errs: new(bytes.Buffer)}
	if code := p.Main(t.Context(), []string{"setups", "-n", "1"}); code != 0 || os.Getenv(name) != "of the environment" {
		t.Errorf("exit code %d; the file goes before the environment: %q", code, os.Getenv(name))
	}
	if code := (&cli.Program{
		Env: os.Getenv, Dotenv: filepath.Join(file, "missing"), In: strings.NewReader(""),
		Out: new(bytes.Buffer), Errs: new(bytes.Buffer),
	}).Main(t.Context(), []string{"help"}); code != 0 {
		t.Errorf("paddock help without settings: exit code %d", code)
	}
}

// Legal addresses of a database are understood as people write them, by every command that opens a
// database, and everything else is refused before a file is made. The log of a start says which
// database is used, without user and password.
func TestAddressesOfPostgres(t *testing.T) {
	t.Chdir(t.TempDir())
	usual := slog.Default()
	defer slog.SetDefault(usual)
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	discord := httptest.NewServer(sim.Handler())
	defer discord.Close()
	url := pgtest.New(t).Database(t)
	host := folderOf(t, url)
	name, _, _ := strings.Cut(strings.TrimPrefix(url, "postgres://paddock@/"), "?")
	const bad = "The address of the database can't be read. "
	for address, say := range map[string]string{
		url:               "",
		`"` + url + `"`:   "",
		"'" + url + "'\n": "",
		" " + url:         "",
		"Postgres" + strings.TrimPrefix(url, "postgres"):                                         "",
		"POSTGRESQL" + strings.TrimPrefix(url, "postgres"):                                       "",
		"host=" + host + " user=paddock dbname=" + name:                                          "",
		"user = paddock password='a b' host=" + host + " dbname='" + name + "' pool_max_conns=3": "",
		"jdbc:" + url:                           bad,
		"<" + url + ">":                         bad,
		"host=" + host + " user=paddock dbname": bad,
		"host=127.0.0.1 sslmode=verify-full sslrootcert=missing": "The encryption that the address of the database asks for",
		"paddock.db":                "such as postgres://USER:PASSWORD@HOST:5432/DATABASE",
		"127.0.0.1:5432":            "such as postgres://USER:PASSWORD@HOST:5432/DATABASE",
		"paddock@127.0.0.1/paddock": "such as postgres://USER:PASSWORD@HOST:5432/DATABASE",
	} {
		want := fmt.Sprintf("%s on %s is sound", name, host)
		if say != "" {
			want = say
		}
		env := map[string]string{"PADDOCK_DATABASE_URL": address}
		code, out, errs := run(t, env, "", "check")
		if (code == 0) != (say == "") || !strings.Contains(out+errs, want) {
			t.Errorf("PADDOCK_DATABASE_URL=%q: %d, %s%s, want %q", address, code, out, errs, want)
		}
		if say == "" || say == bad {
			for _, args := range [][]string{{"check", address}, {"check", "-db", address}, {"migrate-store", "missing.db", address}} {
				code, out, errs := run(t, nil, "", args...)
				if args[0] == "migrate-store" && say == "" {
					want = "there is no database missing.db"
				}
				if code == 0 && say != "" || !strings.Contains(out+errs, want) {
					t.Errorf("paddock %q: %d, %s%s, want %q", args, code, out, errs, want)
				}
			}
		}
	}
	if left, _ := filepath.Glob("*"); len(left) > 0 {
		t.Errorf("files were made: %q", left)
	}
	file, err := filepath.Abs("here.db")
	if err != nil {
		t.Fatal(err)
	}
	for env, want := range map[[2]string]string{
		{"PADDOCK_DATABASE_URL", url}: fmt.Sprintf(`msg="matches are kept in PostgreSQL" database="%s on %s"`, name, host),
		{"PADDOCK_DB", "here.db"}:     `msg="matches are kept in a file" file=` + file,
	} {
		_, _, errs := run(t, map[string]string{
			env[0]: env[1], "DISCORD_TOKEN": "a.token.of-another", "PADDOCK_DISCORD_URL": discord.URL, "GOGC": "100", "GOMEMLIMIT": "1GiB",
		}, "")
		if strings.Count(errs, want) != 1 || !strings.Contains(errs, "rejected by Discord") {
			t.Errorf("a start with %s=%s says %s, want %s", env[0], env[1], errs, want)
		}
	}
}

// Characters that people copy along with a token are removed, whether the token comes from the
// environment or a file. A text that is no token is noticed at the start, before Discord is asked.
func TestTokens(t *testing.T) {
	usual := slog.Default()
	defer slog.SetDefault(usual)
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	asked := ""
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header.Get("Authorization")
		sim.Handler().ServeHTTP(w, r)
	}))
	defer discord.Close()
	const (
		token    = "MTE3ODQ0NzU2MTQ0MDM5OTQw.G1h2j3.abcdefghijklmnopqrstuvwxyz"
		shape    = "does not look like a bot's token"
		alphabet = "characters that no token has"
	)
	for text, say := range map[string]string{
		token: "", " " + token + "\r\n": "", `"` + token + `"`: "", "'" + token + "'": "", "<" + token + ">": "",
		"Bearer " + token: "", "Bot " + token: "", `"bot <` + token + `>"`: "", "\ufeff" + token: "",
		"“" + token + "”": "", token + "\u200b": "",
		"1178447561440399401":     shape,
		strings.Repeat("0a", 32):  shape,
		strings.Repeat("Zx9-", 8): shape,
		"My token: " + token:      alphabet,
		token + "\n" + token:      alphabet,
		`"` + token:               alphabet,
		token + ",":               alphabet,
		"tökén":                   alphabet,
	} {
		file := filepath.Join(t.TempDir(), "token")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, env := range [][2]string{{"DISCORD_TOKEN", text}, {"DISCORD_TOKEN_FILE", file}} {
			asked = ""
			code, _, errs := run(t, map[string]string{
				env[0]: env[1], "PADDOCK_DB": filepath.Join(t.TempDir(), "paddock.db"), "PADDOCK_DISCORD_URL": discord.URL,
				"GOGC": "100", "GOMEMLIMIT": "1GiB",
			}, "")
			want := "Bot " + token
			switch say {
			case shape:
				want = "Bot " + text
			case alphabet:
				want = ""
			}
			if code != 1 || asked != want {
				t.Errorf("%s with %q: exit code %d, Discord is asked with %q, want %q; %s", env[0], text, code, asked, want, errs)
			}
			for _, complaint := range []string{shape, alphabet} {
				if strings.Contains(errs, complaint) != (complaint == say) {
					t.Errorf("%s with %q: %s, want %q", env[0], text, errs, say)
				}
			}
		}
	}
}

// paddock help COMMAND prints that command with its flags, and nothing of another one.
func TestHelpOfACommand(t *testing.T) {
	for _, c := range cli.Commands() {
		if c.Name == "" {
			continue
		}
		code, out, errs := run(t, map[string]string{"DISCORD_TOKEN_FILE": "/missing"}, "", "help", c.Name)
		if code != 0 || errs != "" || !strings.HasPrefix(out, "  paddock "+c.Name) || strings.Count(out, "  paddock ") != 1 ||
			!strings.Contains(out, c.Help) {
			t.Errorf("paddock help %s: %d, %s%s", c.Name, code, out, errs)
		}
		for _, flag := range regexp.MustCompile(`\[(-\w+)`).FindAllStringSubmatch(c.Arguments, -1) {
			if !strings.Contains(out, "\n  "+flag[1]) {
				t.Errorf("paddock help %s does not explain %s:\n%s", c.Name, flag[1], out)
			}
		}
	}
	if _, out, _ := run(t, nil, "", "help", "play", "kalah"); !strings.Contains(out, "  -holes") {
		t.Errorf("paddock help play kalah: %s", out)
	}
	if code, out, errs := run(t, nil, "", "help", "dance"); code != 2 || out != "" || !strings.Contains(errs, `there is no command "dance"`) {
		t.Errorf("paddock help dance: %d, %s, %s", code, out, errs)
	}
}
