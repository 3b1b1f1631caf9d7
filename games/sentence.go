package games

import (
	"errors"
	"fmt"
)

// Sentence is something said to people, with its arguments kept apart so that it can be said in another language. The zero Sentence is
// silence.
type Sentence struct {
	Format string // English, as for fmt.Sprintf; also the key under which translations are found
	Args   []any  // strings, numbers, or Sentences
}

// Say makes a Sentence.
func Say(format string, args ...any) Sentence { return Sentence{Format: format, Args: args} }

// String is the sentence in English.
func (s Sentence) String() string {
	if s.Format == "" {
		return ""
	}
	return fmt.Sprintf(s.Format, s.Args...)
}

// Refusal is the error for a move, option or text that the rules do not allow. It changes nothing. Its sentence is for the person
// who tried: what is wrong, why, and what can be done instead.
type Refusal struct {
	Say Sentence
}

// Refuse makes a Refusal.
func Refuse(format string, args ...any) *Refusal { return &Refusal{Say: Say(format, args...)} }

// Error is the refusal's sentence in English.
func (r *Refusal) Error() string { return r.Say.String() }

// ErrNoRuling is returned by Position.Rule where the game can't go on after the ruling: the match has to end.
var ErrNoRuling = errors.New("games: no such ruling in this game")
