package command

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/show"
)

// setting is one thing that can be set of T, a person or a server: an option of a command, and a menu of its panel.
type setting[T any] struct {
	name, help string
	choices    []string       // values and labels in turn; empty: a number
	most       int            // of a number, from 1 on
	now        func(T) string // its value; empty: nothing is chosen
	usual      func(lang.Language, T) string
	set        func(*T, string)
}

// option is the setting as an option of a command.
func (s setting[T]) option(a router.Builder) *router.Option {
	if len(s.choices) == 0 {
		return a.Integer(s.name, s.help, 1, s.most)
	}
	return a.Choice(s.name, s.help, false, s.choices...)
}

// settingOptions are settings as the options of a command.
func settingOptions[T any](a router.Builder, list []setting[T]) (options []*router.Option) {
	for _, s := range list {
		options = append(options, s.option(a))
	}
	return options
}

// values and labels of what can be chosen; of many numbers only some.
func (s setting[T]) offered() []string {
	if len(s.choices) > 0 {
		return s.choices
	}
	var list []string
	for n := 1; n <= s.most; n++ {
		if n <= 10 || n%5 == 0 {
			list = append(list, strconv.Itoa(n), strconv.Itoa(n))
		}
	}
	return list
}

// shown is the setting as a panel shows it, its menu under an action.
func (s setting[T]) shown(in lang.Language, of T, action show.Action) show.Setting {
	now, offered := s.now(of), s.offered()
	out := show.Setting{Label: in.Text(s.help), Now: now, Target: show.Target{Action: action, Text: s.name}}
	for i := 0; i+1 < len(offered); i += 2 {
		value, label := offered[i], in.Text(offered[i+1])
		out.Choices = append(out.Choices, discordgo.SelectMenuOption{Label: discord.Truncate(label, discord.MaxOptionText), Value: value, Default: value == now})
		if value == now {
			out.Now = label
		}
	}
	if now == "" && s.usual != nil {
		out.Now = s.usual(in, of)
	}
	return out
}

// chosen is what a request sets: of a command its options, of a panel's menu what was picked, by the names of settings.
func chosen[T any](r *router.Request, list []setting[T]) (map[string]string, error) {
	picked := make(map[string]string)
	if r.Answer.IsComponent() {
		if r.Target.Text == "" {
			return picked, nil
		}
		i := slices.IndexFunc(list, func(s setting[T]) bool { return s.name == r.Target.Text })
		if i < 0 || len(r.Values) != 1 || !isOffered(list[i].offered(), r.Values[0]) {
			return nil, show.ErrID
		}
		picked[r.Target.Text] = r.Values[0]
		return picked, nil
	}
	for _, s := range list {
		if v := r.Text(s.name); v != "" {
			picked[s.name] = v
		} else if n, ok := r.Number(s.name); ok {
			picked[s.name] = strconv.Itoa(n)
		}
	}
	return picked, nil
}

func isOffered(valuesAndLabels []string, value string) bool {
	for i := 0; i < len(valuesAndLabels); i += 2 {
		if valuesAndLabels[i] == value {
			return true
		}
	}
	return false
}

// apply puts what was chosen into a person or server.
func apply[T any](to *T, list []setting[T], picked map[string]string) {
	for _, s := range list {
		if v, ok := picked[s.name]; ok {
			s.set(to, v)
		}
	}
}

// panel shows all settings of a person or server, in place of the panel that was used.
func panel[T any](r *router.Request, title, note string, of T, list []setting[T], action show.Action) discord.Reply {
	var shown []show.Setting
	for _, s := range list {
		shown = append(shown, s.shown(r.In, of, action))
	}
	return router.ReplyPrivate(r, show.Panel(title, note, shown))
}
