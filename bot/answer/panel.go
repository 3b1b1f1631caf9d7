package answer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/games/match"
)

// Setting is one setting of T, a user or a server. It is an option of a command and a line of a
// panel.
type Setting[T any] struct {
	Name, Help string
	Choices    []string       // values and labels in turn; empty: the value is a number
	Most       int            // the largest number; the least is 1
	Now        func(T) string // returns the value; empty: it is not set
	Usual      func(lang.Language, T) string
	Set        func(*T, string)
}

// Either returns a setting with two choices, of which the value yes sets the field.
func Either[T any](name, help, yes string, choices []string, field func(*T) *bool) Setting[T] {
	no := choices[0]
	if no == yes {
		no = choices[2]
	}
	return Setting[T]{
		Name: name, Help: help, Choices: choices,
		Now: func(of T) string {
			if *field(&of) {
				return yes
			}
			return no
		},
		Set: func(to *T, v string) { *field(to) = v == yes },
	}
}

// Switch returns a setting that is on or off.
func Switch[T any](name, help string, field func(*T) *bool) Setting[T] {
	return Either(name, help, "true", []string{"true", "on", "false", "off"}, field)
}

// Option returns the setting as an option of a command.
func (s Setting[T]) Option(a request.Builder) *request.Option {
	if len(s.Choices) == 0 {
		return a.Integer(s.Name, s.Help, 1, s.Most)
	}
	return a.Choice(s.Name, s.Help, false, s.Choices...)
}

// SettingOptions returns settings as the options of a command.
func SettingOptions[T any](a request.Builder, list []Setting[T]) (options []*request.Option) {
	for _, s := range list {
		options = append(options, s.Option(a))
	}
	return options
}

// offered returns the values of the menu, each followed by its label. Of the numbers above 10 it
// returns every fifth.
func (s Setting[T]) offered() []string {
	if len(s.Choices) > 0 {
		return s.Choices
	}
	var list []string
	for n := 1; n <= s.Most; n++ {
		if n <= 10 || n%5 == 0 {
			list = append(list, strconv.Itoa(n), strconv.Itoa(n))
		}
	}
	return list
}

// shown returns the setting as a line of a panel. Its button and its menu send action. The button
// of an on-or-off setting names the other value; any other button opens the menu.
func (s Setting[T]) shown(in lang.Language, of T, action component.Action) board.Setting {
	now, offered := s.Now(of), s.offered()
	out := board.Setting{Label: in.Text(s.Help), Now: now, Target: component.Target{Action: action, Text: s.Name}}
	for i := 0; i+1 < len(offered); i += 2 {
		value, label := offered[i], in.Text(offered[i+1])
		out.Choices = append(out.Choices,
			discordgo.SelectMenuOption{
				Label: discord.Truncate(label, discord.MaxOptionText), Value: value,
				Default: value == now,
			})
		if value == now {
			out.Now = label
		}
	}
	if now == "" && s.Usual != nil {
		out.Now = s.Usual(in, of)
	}
	if isOffered(offered, "true") {
		other, press := "true", board.On
		if now == other {
			other, press = "false", board.Off
		}
		out.Press, out.Target.Text = press, s.Name+is+other
	}
	return out
}

// is separates the name of a setting from the value in a button's text.
const is = "="

// Chosen returns the values that a request sets, by the names of their settings. They come from the
// options of a command, or from a button or menu of a panel.
func Chosen[T any](r *request.Request, list []Setting[T]) (map[string]string, error) {
	picked := make(map[string]string)
	if r.Answer.IsComponent() {
		if r.Target.Text == "" {
			return picked, nil
		}
		name, value, pressed := strings.Cut(r.Target.Text, is)
		i := slices.IndexFunc(list, func(s Setting[T]) bool { return s.Name == name })
		values := r.Values
		if pressed {
			values = append([]string{value}, values...)
		}
		switch {
		case i >= 0 && len(values) == 0: // the button that opens the menu
			return picked, nil
		case i < 0 || len(values) != 1 || !isOffered(list[i].offered(), values[0]):
			return nil, component.ErrID
		}
		picked[name] = values[0]
		return picked, nil
	}
	for _, s := range list {
		if v := r.Text(s.Name); v != "" {
			picked[s.Name] = v
		} else if n, ok := r.Number(s.Name); ok {
			picked[s.Name] = strconv.Itoa(n)
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

// Apply sets the chosen values.
func Apply[T any](to *T, list []Setting[T], picked map[string]string) {
	for _, s := range list {
		if v, ok := picked[s.Name]; ok {
			s.Set(to, v)
		}
	}
}

// Panel returns a panel with all settings of a user or server, or the menu of the setting whose
// button was pressed. It replaces the clicked panel.
func Panel[T any](r *request.Request, style match.Style, title, note string, of T, list []Setting[T],
	action component.Action,
) request.Reply {
	var shown []board.Setting
	for _, s := range list {
		one := s.shown(r.In, of, action)
		if r.Answer.IsComponent() && r.Target.Text == s.Name && len(r.Values) == 0 {
			return request.ReplyPrivate(r, board.SettingMenu(r.In, note, one, component.Target{Action: action}))
		}
		shown = append(shown, one)
	}
	return request.ReplyPrivate(r, board.Panel(r.In, style, title, note, shown))
}

// Languages returns the choices of a language: automatic, with the label otherwise, then each
// language by its own name.
func Languages(otherwise string) []string {
	list := []string{people.Auto, otherwise}
	for _, l := range lang.All {
		list = append(list, l.Code(), l.OwnName())
	}
	return list
}
