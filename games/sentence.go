package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Sentence is a sentence for people. Its arguments are kept separate so that it can be translated.
// The zero Sentence is empty.
type Sentence struct {
	Format string // English, as for fmt.Sprintf; also the key of its translations
	Args   []any  // strings, numbers or Sentences
}

// Say returns a Sentence. It converts arguments with a text form, such as squares and errors, to
// that text, so the Sentence survives storing.
func Say(format string, args ...any) Sentence {
	args = slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case Sentence:
		case error:
			args[i] = a.Error()
		case fmt.Stringer:
			args[i] = a.String()
		}
	}
	return Sentence{Format: format, Args: args}
}

// String returns the sentence in English.
func (s Sentence) String() string {
	if s.Format == "" {
		return ""
	}
	return fmt.Sprintf(s.Format, s.Args...)
}

// Voice translates sentences into a language. The nil Voice speaks English.
type Voice func(Sentence) string

// Speak returns a sentence in the voice's language.
func (v Voice) Speak(s Sentence) string {
	if v == nil {
		return s.String()
	}
	return v(s)
}

// Say returns the sentence of a format and its arguments in the voice's language.
func (v Voice) Say(format string, args ...any) string { return v.Speak(Say(format, args...)) }

func Join(parts []Sentence, sep string) Sentence {
	args := make([]any, len(parts))
	verbs := make([]string, len(parts))
	for i, p := range parts {
		args[i], verbs[i] = p, "%s"
	}
	return Sentence{Format: strings.Join(verbs, sep), Args: args}
}

// Capital returns a text with its first letter in upper case.
func Capital(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}

// And joins names: "Ann, Bob and Cid".
func And(names []string) Sentence {
	if len(names) < 2 {
		return Say("%s", strings.Join(names, ""))
	}
	return Say("%s and %s", strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
}

// UnmarshalJSON reads a stored sentence and restores the kinds of its arguments: strings, ints,
// floats, Sentences.
func (s *Sentence) UnmarshalJSON(b []byte) error {
	var stored struct {
		Format string
		Args   []json.RawMessage
	}
	if err := json.Unmarshal(b, &stored); err != nil {
		return err
	}
	*s = Sentence{Format: stored.Format}
	for _, raw := range stored.Args {
		arg, err := argument(raw)
		if err != nil {
			return err
		}
		s.Args = append(s.Args, arg)
	}
	return nil
}

func argument(raw json.RawMessage) (any, error) {
	if bytes.HasPrefix(raw, []byte("{")) {
		var nested Sentence
		err := json.Unmarshal(raw, &nested)
		return nested, err
	}
	var whole int
	if json.Unmarshal(raw, &whole) == nil && !bytes.Equal(raw, []byte("null")) {
		return whole, nil
	}
	var other any
	err := json.Unmarshal(raw, &other)
	return other, err
}

// Refusal is the error for a move, option or text that the rules do not allow. Nothing has changed.
// Its sentence tells the person what is wrong, why, and what they can do instead.
type Refusal struct {
	Say Sentence
	// another input that the person may have meant, for an action of an arrangement; zero: none. It
	// is offered, never taken unasked.
	Offer Pick
}

// Refuse returns a Refusal.
func Refuse(format string, args ...any) *Refusal { return &Refusal{Say: Say(format, args...)} }

// Error returns the sentence in English.
func (r *Refusal) Error() string { return r.Say.String() }

// ErrNoRuling is the error of Position.Rule if the game cannot continue after the ruling: the match
// must end.
var ErrNoRuling = errors.New("games: no such ruling in this game")
