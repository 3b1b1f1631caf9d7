package router

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
)

// localesOf are the names that Discord has for a language.
func localesOf(in lang.Language) []discordgo.Locale {
	var list []discordgo.Locale
	for l := range discordgo.Locales {
		if l != discordgo.Unknown && lang.Match(string(l)) == in {
			list = append(list, l)
		}
	}
	return list
}

// localise adds to a command, its options and their choices what the same command is in a language. Names that people type are translated for
// Discord's eyes only: what arrives here are the English ones.
func localise(c, said *discordgo.ApplicationCommand, in lang.Language, locales []discordgo.Locale) {
	names, help := Deref(c.NameLocalizations), Deref(c.DescriptionLocalizations)
	add(&names, locales, c.Name, in.Name(c.Name))
	add(&help, locales, c.Description, said.Description)
	c.NameLocalizations, c.DescriptionLocalizations = ref(names), ref(help)
	localiseOptions(c.Options, said.Options, in, locales)
}

func localiseOptions(list, said []*Option, in lang.Language, locales []discordgo.Locale) {
	for i, o := range list {
		add(&o.NameLocalizations, locales, o.Name, in.Name(o.Name))
		add(&o.DescriptionLocalizations, locales, o.Description, said[i].Description)
		for j, c := range o.Choices {
			add(&c.NameLocalizations, locales, c.Name, said[i].Choices[j].Name)
		}
		localiseOptions(o.Options, said[i].Options, in, locales)
	}
}

// add notes a text for locales if it is not the English one.
func add(m *map[discordgo.Locale]string, locales []discordgo.Locale, english, text string) {
	if text == english {
		return
	}
	if *m == nil {
		*m = make(map[discordgo.Locale]string)
	}
	for _, l := range locales {
		(*m)[l] = text
	}
}

// Deref is a map that may be missing.
func Deref(m *map[discordgo.Locale]string) map[discordgo.Locale]string {
	if m == nil {
		return nil
	}
	return *m
}

func ref(m map[discordgo.Locale]string) *map[discordgo.Locale]string {
	if m == nil {
		return nil
	}
	return &m
}

// noteCommands is the key under which the fingerprint of the registered commands is kept.
const noteCommands = "commands"

// noteCommandIDs is the key under which Discord's ids of the registered commands are kept, by name, as JSON.
const noteCommandIDs = "command-ids"

// Pauses between attempts to register the commands. Where Discord finds fault with the set itself, as it does with more than 200 new commands in a
// day, only time or another version mends it.
const (
	registerAgain     = time.Second
	registerAgainMost = 5 * time.Minute
	refusedSetAgain   = time.Hour
)

// RegisterFor says which application the commands belong to, as every connection tells. It returns at once.
func (a *Router) RegisterFor(app string) {
	for {
		select {
		case a.apps <- app:
			return
		case <-a.apps: // an older one
		}
	}
}

// Registering keeps the commands registered for the application of the newest connection. A failure is tried again for as long as it takes; meanwhile
// the bot runs with the commands that Discord has. It ends with ctx.
func (a *Router) Registering(ctx context.Context) {
	var app string
	pause, again := registerAgain, (<-chan time.Time)(nil)
	for {
		select {
		case app = <-a.apps:
			pause = registerAgain
		case <-again:
		case <-ctx.Done():
			return
		}
		again = nil
		try, cancel := context.WithTimeout(ctx, discord.CallWithin)
		err := a.register(try, app)
		cancel()
		f, told := discord.Classify(err)
		switch {
		case err == nil || ctx.Err() != nil:
			continue
		case f == discord.TokenRejected:
			a.Fail(discord.ErrToken)
			return
		case f == discord.InvalidRequest:
			pause = refusedSetAgain
		}
		wait := max(told, discord.Jitter(pause))
		a.Log.Error("the commands are not registered", "missing", strings.Join(a.missing(), " "), "failure", f, "again", wait.Round(time.Second).String(), "err", discord.Redact(err))
		pause = min(2*pause, max(pause, registerAgainMost))
		again = time.After(wait)
	}
}

// missing names the commands that Discord is not known to have. One that it has may be of an older version.
func (a *Router) missing() (names []string) {
	ids := a.commandIDs.Load()
	for _, c := range a.Set.Localised() {
		if ids == nil || (*ids)[c.Name] == "" {
			names = append(names, c.Name)
		}
	}
	return names
}

// register sends the command set unless it is what was sent last. If that fails the bot keeps running with the old set.
func (a *Router) register(ctx context.Context, app string) error {
	set := a.Set.Localised()
	body, err := json.Marshal(set)
	if err != nil {
		return err
	}
	now := fingerprint(app, body)
	known := a.recallIDs(ctx)
	if was, err := a.Matches.Settings.Note(ctx, noteCommands); err == nil && was == now && known {
		return nil
	}
	url := discordgo.EndpointApplicationGlobalCommands(app)
	answer, err := a.Client.Call(ctx, "PUT", url, url, json.RawMessage(body), nil)
	if err != nil {
		return err
	}
	a.Log.Info("commands registered", "count", len(set))
	if err := a.keepIDs(ctx, answer); err != nil {
		return err
	}
	return a.Matches.Settings.PutNote(ctx, noteCommands, now)
}

// keepIDs takes the ids of the commands from the answer to their registration, and notes them for the next start.
func (a *Router) keepIDs(ctx context.Context, answer []byte) error {
	var registered []struct{ ID, Name string }
	if err := json.Unmarshal(answer, &registered); err != nil {
		a.Log.Warn("the answer to the registration of commands can't be read", "err", err)
	}
	ids := make(map[string]string, len(registered))
	for _, c := range registered {
		ids[c.Name] = c.ID
	}
	a.commandIDs.Store(&ids)
	text, _ := json.Marshal(ids) // plain data: can't fail
	return a.Matches.Settings.PutNote(ctx, noteCommandIDs, string(text))
}

// recallIDs reads the note of keepIDs; it reports false if there is none.
func (a *Router) recallIDs(ctx context.Context) bool {
	text, err := a.Matches.Settings.Note(ctx, noteCommandIDs)
	if err != nil || text == "" {
		return false
	}
	var ids map[string]string
	if json.Unmarshal([]byte(text), &ids) != nil {
		return false
	}
	a.commandIDs.Store(&ids)
	return true
}

// CommandLink is a command, such as "help" or "kalah start", to be pressed in a text; where Discord's id of it is not known, to be read and typed.
func (r *Request) CommandLink(path string) string {
	words := strings.Fields(path)
	if ids := r.commandIDs.Load(); ids != nil && (*ids)[words[0]] != "" {
		return "</" + path + ":" + (*ids)[words[0]] + ">"
	}
	for i, w := range words {
		words[i] = r.In.Name(w)
	}
	return "`/" + strings.Join(words, " ") + "`"
}

// fingerprint changes when the command set or the application does: only then is the set sent, for Discord counts creations.
func fingerprint(app string, set []byte) string {
	sum := sha256.Sum256(slices.Concat(set, []byte(app)))
	return hex.EncodeToString(sum[:])
}
