package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// concealing is a writer in which secrets are replaced by the names of their settings. All output of
// a command goes through it, because errors of libraries quote what they could not read. Our own
// sentences about settings quote nothing.
type concealing struct {
	to      io.Writer
	secrets *strings.Replacer
}

// Write writes a text without the secrets in it. It is called with whole lines.
func (c concealing) Write(text []byte) (int, error) {
	if _, err := c.secrets.WriteString(c.to, string(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Fd returns the descriptor of the file behind it, so that a terminal is still known as one.
func (c concealing) Fd() uintptr {
	if f, ok := c.to.(interface{ Fd() uintptr }); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// shortestSecret is the least length of a text that is concealed. A shorter one would also hide
// ordinary words.
const shortestSecret = 8

// looksSecret reports whether a text has the form of a token, of an address with a password, or of
// a line that sets a secret.
func looksSecret(text string) bool { return secretive.MatchString(text) }

var secretive = regexp.MustCompile(`(?is)\w{2}:/+.*@|pass(word|wd)?\s*=|[\w-]{18,}\.[\w-]{6}\.[\w-]{25,}|\b(DISCORD_TOKEN|PADDOCK_DATABASE_URL|PADDOCK_CLIENT_SECRET|PADDOCK_HEARTBEAT)\s*[=:]`)

// misplaced refuses an argument with a secret, such as the address of a database, where a command
// wants the name of a file: it would become the name of a file that is made.
func misplaced(command string, args []string) error {
	for i, arg := range args {
		if !looksSecret(arg) {
			continue
		}
		name, _, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		isFlag, takesAddress := strings.HasPrefix(arg, "-"), command != "sandbox"
		switch {
		case isFlag && joined && name == "db" && takesAddress:
		case !isFlag && i > 0 && strings.TrimLeft(args[i-1], "-") == "db" && takesAddress:
		case !isFlag && (command == "check" || command == "migrate-store"):
		default:
			return errors.New("an argument has a password or a token in it, where none belongs. The address of a database goes into PADDOCK_DATABASE_URL, or behind -db")
		}
	}
	return nil
}

// passwords match the password in the address of a database.
var passwords = regexp.MustCompile(`(?i)://[^:/@]*:(.*)@|\bpass(?:word|wd)?\s*=\s*('(?:[^'\\]|\\.)*'|[^\s&]*)`)

// concealed returns the program with output that shows no secret of its settings or arguments.
func (p *Program) concealed(args []string) *Program {
	names := map[string]string{} // what replaces a text
	hide := func(text, name string) {
		quoted := strconv.Quote(text)
		inJSON, _ := json.Marshal(text)
		for _, form := range []string{
			text, bare(text), quoted[1 : len(quoted)-1], string(inJSON[1 : len(inJSON)-1]),
			url.QueryEscape(text), url.PathEscape(text),
		} {
			if len(form) >= shortestSecret {
				names[form] = name
			}
		}
	}
	address := func(text, name string) {
		for _, m := range passwords.FindAllStringSubmatch(text, -1) {
			for _, password := range m[1:] {
				rest := strings.Replace(text, password, "", 1)
				if password = strings.Trim(password, "'"); strings.Contains(rest, password) {
					continue // the name of the user or the database, which is no secret
				}
				hide(password, name)
				if decoded, err := url.PathUnescape(password); err == nil {
					hide(decoded, name)
				}
			}
		}
	}
	for _, s := range Settings() {
		for _, text := range []string{p.Env(s.Name), p.secrets[s.Name], p.Env(s.Name + "_FILE")} {
			if s.Secret && text != p.Env(s.Name+"_FILE") || looksSecret(text) {
				hide(text, "["+s.Name+"]")
				address(text, "["+s.Name+"]")
			}
		}
	}
	for _, arg := range args {
		if looksSecret(arg) {
			hide(arg, "[…]")
			address(arg, "[…]")
		}
	}
	if len(names) == 0 {
		return p
	}
	var texts, pairs []string
	for text := range names {
		texts = append(texts, text)
	}
	// of two secrets at the same place the longer one comes first
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	for _, text := range texts {
		pairs = append(pairs, text, names[text])
	}
	secrets, safe := strings.NewReplacer(pairs...), *p
	safe.Out, safe.Errs = concealing{p.Out, secrets}, concealing{p.Errs, secrets}
	return &safe
}

// A token that Discord gives out has three parts with dots between them, of letters, digits, _ and
// -; the first is the bot's id in base64.
var (
	tokenCharacters = regexp.MustCompile(`^[\w.-]+$`)
	tokenShape      = regexp.MustCompile(`^[\w-]{6,}\.[\w-]+\.[\w-]{5,}$`)
)

// whereToken says where the token is.
const whereToken = "It is in the developer portal under your application, Bot, Reset Token"

// token returns the bot's token without what people copy along, and a warning if it does not look
// like a token. Discord may change what tokens look like, so only what no header can carry is
// refused.
func (p *Program) token() (token, warning string, err error) {
	token = p.setting("DISCORD_TOKEN")
	for was := ""; was != token; {
		was = token
		token = bare(token)
		for _, prefix := range []string{"Bot ", "Bearer "} {
			if len(token) > len(prefix) && strings.EqualFold(token[:len(prefix)], prefix) {
				token = token[len(prefix):]
			}
		}
		if strings.HasPrefix(token, "<") && strings.HasSuffix(token, ">") {
			token = token[1 : len(token)-1]
		}
	}
	switch {
	case token == "":
		return "", "", fmt.Errorf("DISCORD_TOKEN is not set. Put the bot's token into the environment or into a file .env (see .env.example). %s. To try Paddock without a token: paddock sandbox, or paddock play halatafl", whereToken)
	case !tokenCharacters.MatchString(token):
		return "", "", fmt.Errorf("DISCORD_TOKEN has characters that no token has. %s: copy it alone", whereToken)
	case !tokenShape.MatchString(token):
		return token, "DISCORD_TOKEN does not look like a bot's token, which has three parts with dots between them; it is not the application's id, public key or client secret. " + whereToken, nil
	}
	return token, "", nil
}
