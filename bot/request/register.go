package request

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
)

// localesOf returns Discord's locales that are answered in a language.
func localesOf(in lang.Language) []discordgo.Locale {
	var list []discordgo.Locale
	for l := range discordgo.Locales {
		if l != discordgo.Unknown && lang.Match(string(l)) == in {
			list = append(list, l)
		}
	}
	return list
}

// localise adds the translations of a command's name, its options and their choices. They are for
// Discord to show: interactions arrive with the English names.
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

// add records a translation for locales unless it equals the English text.
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

// Deref returns the map that m points to, or nil.
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

// noteCommands is the key of the stored fingerprint of the registered commands.
const noteCommands = "commands"

// noteCommandIDs is the key of the stored ids that Discord gave the commands: JSON, by name.
const noteCommandIDs = "command-ids"

// Pauses between attempts to register the commands. If Discord refuses the set itself, as it does
// with more than 200 new commands in a day, only time or another version helps.
const (
	registerAgain     = time.Second
	registerAgainMost = 5 * time.Minute
	refusedSetAgain   = time.Hour
)

// RegisterFor sets the application for which to register the commands. Each new connection calls
// it. It returns at once.
func (a *Router) RegisterFor(app string) {
	for {
		select {
		case a.apps <- app:
			return
		case <-a.apps: // drops the application of an older connection
		}
	}
}

// Registering keeps the commands registered for the application of the newest connection until ctx
// ends. It retries failures without limit; meanwhile Discord keeps the old commands.
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
		a.Log.Error("the commands are not registered", "missing", strings.Join(a.missing(), " "), "failure", f, "again",
			wait.Round(time.Second).String(), "err", discord.Redact(err))
		pause = min(2*pause, max(pause, registerAgainMost))
		again = time.After(wait)
	}
}

// missing returns the names of the commands without a known Discord id. A command with an id may
// still be registered in an older version.
func (a *Router) missing() (names []string) {
	ids := a.commandIDs.Load()
	for _, c := range a.Set.Localised() {
		if ids == nil || (*ids)[c.Name] == "" {
			names = append(names, c.Name)
		}
	}
	return names
}

// register sends the command set to Discord unless it is the set that was sent last.
func (a *Router) register(ctx context.Context, app string) error {
	set := a.Set.Localised()
	body, err := encodeSet(set, a.Set.Activity)
	if err != nil {
		return err
	}
	now := fingerprint(app, body)
	known := a.recallIDs(ctx)
	if was, err := a.Notes.Note(ctx, noteCommands); err == nil && was == now && known {
		return nil
	}
	url := discordgo.EndpointApplicationGlobalCommands(app)
	answer, err := a.Client.Call(ctx, "PUT", url, url, json.RawMessage(body), nil)
	if a.wrongEntryPoint(err) {
		var other []byte
		if other, err = encodeSet(set, !a.Set.Activity); err != nil {
			return err
		}
		answer, err = a.Client.Call(ctx, "PUT", url, url, json.RawMessage(other), nil)
	}
	if err != nil {
		return err
	}
	if err := a.keepIDs(ctx, answer); err != nil {
		return err
	}
	a.Log.Info("commands registered", "count", len(set))
	return a.Notes.PutNote(ctx, noteCommands, now)
}

// Codes of Discord's answers to a set of commands.
const (
	codeEntryPointMissing = 50240
	codeInvalidForm       = 50035
)

// wrongEntryPoint reports whether a set may have been refused only because of its Entry Point.
// Discord requires one exactly if the application has an activity, whatever this bot's
// configuration says.
func (a *Router) wrongEntryPoint(err error) bool {
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	if !ok || rest.Message == nil {
		return false
	}
	return rest.Message.Code == codeEntryPointMissing || a.Set.Activity && rest.Message.Code == codeInvalidForm
}

// entryPoint is the command by which Discord itself opens the application's activity.
type entryPoint struct {
	Name     string `json:"name"`
	Type     int    `json:"type"`
	Handler  int    `json:"handler"`
	Installs []int  `json:"integration_types"`
	Contexts []int  `json:"contexts"`
}

// encodeSet returns the body that registers commands, with or without an Entry Point.
func encodeSet(set []*discordgo.ApplicationCommand, activity bool) ([]byte, error) {
	var list []any
	for _, c := range set {
		list = append(list, c)
	}
	if activity {
		list = append(list, entryPoint{
			Name: "launch", Type: 4, Handler: 2, Installs: []int{0, 1},
			Contexts: []int{0, 1, 2},
		})
	}
	return json.Marshal(list)
}

// keepIDs reads the ids of the commands from Discord's answer and stores them for the next start.
func (a *Router) keepIDs(ctx context.Context, answer []byte) error {
	var registered []struct{ ID, Name string }
	if err := json.Unmarshal(answer, &registered); err != nil {
		return fmt.Errorf("read the answer to the registration of commands: %w", err)
	}
	ids := make(map[string]string, len(registered))
	for _, c := range registered {
		ids[c.Name] = c.ID
	}
	a.know(ids)
	text, _ := json.Marshal(ids) // the value is plain data, whose encoding can't fail
	return a.Notes.PutNote(ctx, noteCommandIDs, string(text))
}

// recallIDs loads the ids that keepIDs stored. It reports false if there are none.
func (a *Router) recallIDs(ctx context.Context) bool {
	text, err := a.Notes.Note(ctx, noteCommandIDs)
	if err != nil || text == "" {
		return false
	}
	var ids map[string]string
	if json.Unmarshal([]byte(text), &ids) != nil {
		return false
	}
	a.know(ids)
	return true
}

// CommandText returns a command such as "kalah start" as the person types it. When it is sent, it
// becomes a link if Discord has registered the command since the start.
func (r *Request) CommandText(path string) string { return typed(r.In, path) }

// typed returns a command in a language as texts name it.
func typed(in lang.Language, path string) string {
	words := strings.Fields(path)
	for i, w := range words {
		words[i] = in.Name(w)
	}
	return "`/" + strings.Join(words, " ") + "`"
}

// know stores Discord's ids of the commands in memory. From now on each command in a text is sent
// as a link.
func (a *Router) know(ids map[string]string) {
	a.commandIDs.Store(&ids)
	a.Client.LinkBy(a.links(ids).Replace)
}

// links returns the replacer that turns commands in texts, in any language, into links.
func (a *Router) links(ids map[string]string) *strings.Replacer {
	means := make(map[string]string) // ids by command text; empty if the text names several commands
	for _, c := range a.Set.Definitions(lang.English) {
		paths := []string{c.Name}
		if len(c.Options) > 0 && c.Options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
			paths = nil
			for _, sub := range c.Options {
				paths = append(paths, c.Name+" "+sub.Name)
			}
		}
		for _, path := range paths {
			for _, in := range lang.All {
				text, link := typed(in, path), "</"+path+":"+ids[c.Name]+">"
				if was, known := means[text]; known && was != link || ids[c.Name] == "" {
					link = ""
				}
				means[text] = link
			}
		}
	}
	var pairs []string
	for text, link := range means {
		if link != "" {
			pairs = append(pairs, text, link)
		}
	}
	return strings.NewReplacer(pairs...)
}

// fingerprint returns a hash of the command set and its application. The set is sent only when the
// hash changes, because Discord limits new commands a day.
func fingerprint(app string, set []byte) string {
	sum := sha256.Sum256(slices.Concat(set, []byte(app)))
	return hex.EncodeToString(sum[:])
}
