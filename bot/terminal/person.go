package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"paddock/bot/bounded"
	"paddock/games"
	"paddock/games/record"
)

// command is a word that can be typed instead of a move.
type command struct {
	name, argument, help string
	do                   func(t *table, ctx context.Context, seat games.Seat, argument string) error
}

func commands() []command {
	return []command{
		{"help", "", "what can be typed", (*table).help},
		{"rules", "", "the rules in brief", (*table).rules},
		{"legal", "", "all legal moves", (*table).legal},
		{"board", "", "the board once more", (*table).board},
		{"undo", "", "take the last move back", (*table).undo},
		{"save", "FILE", "keep the game in a file", (*table).save},
		{"load", "FILE", "go on with a game that was kept", (*table).load},
		{"resign", "", "give up", (*table).resign},
		{"quit", "", "leave", func(*table, context.Context, games.Seat, string) error { return errQuit }},
	}
}

// person asks for input until a move was played or another command has changed the game.
func (t *table) person(ctx context.Context, seat games.Seat) error {
	if err := t.reveal(ctx, seat); err != nil {
		return err
	}
	line, err := t.ask(ctx, t.game.SeatName(seat)+"> ")
	if err != nil || line == "" {
		return err
	}
	word, argument, _ := strings.Cut(line, " ")
	for _, c := range commands() {
		if strings.EqualFold(word, c.name) {
			return t.explain(c.do(t, ctx, seat, strings.TrimSpace(argument)))
		}
	}
	err = t.move(seat, line)
	if refused, ok := errors.AsType[*games.Refusal](err); ok {
		t.say("%s\n", refused.Say)
		t.say("You can type a move%s; legal lists them.\n", t.suchAs(seat))
		return nil
	}
	return err
}

// explain prints an error that the person can correct, and returns all others.
func (t *table) explain(err error) error {
	var refusal *games.Refusal
	if errors.As(err, &refusal) {
		t.say("%s\n", refusal.Say)
		return nil
	}
	return err
}

// reveal shows a seat its own view. It is for games with secrets that several people play at one
// screen.
func (t *table) reveal(ctx context.Context, seat games.Seat) error {
	if !t.game.Hidden || len(t.people()) < 2 || t.seen == seat {
		return nil
	}
	t.say("%s", strings.Repeat("\n", 60))
	if _, err := t.ask(ctx, fmt.Sprintf("It is %s's turn. The others look away; press Enter to see the board.",
		t.game.SeatName(seat))); err != nil {
		return err
	}
	t.seen = seat
	t.show(seat)
	return nil
}

func (t *table) help(_ context.Context, seat games.Seat, _ string) error {
	t.say("Type a move%s, or\n", t.suchAs(seat))
	for _, c := range commands() {
		t.say("  %-12s %s\n", strings.TrimSpace(c.name+" "+c.argument), c.help)
	}
	return nil
}

func (t *table) rules(context.Context, games.Seat, string) error {
	t.say("%s\n", strings.NewReplacer("*", "", "`", "").Replace(t.game.RulesIn(strings.Clone, nil)))
	return nil
}

// legalAtMost is the largest number of listed moves.
const legalAtMost = 200

// legal lists the moves of a seat. While the seat arranges its pieces, it lists the next steps
// instead, because there are too many moves.
func (t *table) legal(_ context.Context, seat games.Seat, _ string) error {
	view := t.now().View(seat)
	if _, arranging := view.Arrangement(); arranging {
		for _, c := range view.Complete("") {
			t.say("  %-12s %s\n", c.Text, strings.TrimPrefix(c.Label.String(), c.Text+": "))
		}
		return nil
	}
	var list []string
	for m := range view.Legal() {
		if list = append(list, m); len(list) > legalAtMost {
			list[legalAtMost] = "and more"
			break
		}
	}
	t.say("%s\n", screen{width: cmp.Or(t.screen.width, usualWidth)}.wrap(strings.Join(list, " ")))
	return nil
}

func (t *table) board(_ context.Context, seat games.Seat, _ string) error {
	t.show(seat)
	return nil
}

// undo returns to the last turn of a person, before the computers' answers.
func (t *table) undo(_ context.Context, _ games.Seat, _ string) error {
	for i := len(t.past) - 1; i >= 0; i-- {
		if t.player(t.past[i].seat) == "" {
			t.past = t.past[:i]
			t.show(t.audience())
			return nil
		}
	}
	return games.Refuse("There is nothing to take back: you haven't moved yet.")
}

func (t *table) resign(ctx context.Context, seat games.Seat, _ string) error {
	sure, err := t.ask(ctx, "Do you really want to give up? (yes/no) ")
	if err != nil {
		return err
	}
	if !strings.HasPrefix(strings.ToLower(sure), "y") {
		return nil
	}
	played, err := t.now().Rule(games.Ruling{Kind: games.Resign, Seat: seat})
	switch {
	case err == nil:
		t.past = append(t.past, step{t.now(), seat, "", played.Next})
		for _, e := range played.Events {
			t.say("%s\n", e.Say)
		}
		t.show(t.audience())
	case errors.Is(err, games.ErrNoRuling):
		t.resigned = true
		t.say("%s resigned", t.game.SeatName(seat))
		if t.game.MaxSeats == 2 {
			t.say("; the win goes to %s", t.game.SeatName(1-seat))
		}
		t.say(".\n")
	default:
		return err
	}
	return nil
}

// A saved game has a line with the game's id, a line with the start's position text, and a line
// with seat and move for each move.
const savedHead = "paddock game "

func (t *table) save(_ context.Context, _ games.Seat, file string) error {
	if file == "" {
		return games.Refuse("Name the file: save game.txt")
	}
	lines := []string{savedHead + string(t.game.ID), t.first.Text()}
	for _, s := range t.past {
		if s.move == "" {
			return games.Refuse("A game in which somebody has resigned can't be saved.")
		}
		lines = append(lines, fmt.Sprint(s.seat+1, " ", s.move))
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		return games.Refuse("The game could not be saved: %v.", err)
	}
	t.say("Saved in %s.\n", file)
	return nil
}

func (t *table) load(_ context.Context, _ games.Seat, file string) error {
	if file == "" {
		return games.Refuse("Name the file: load game.txt")
	}
	text, err := bounded.File(file, record.MaxBytes)
	if err != nil {
		return games.Refuse("The game could not be read: %v.", err)
	}
	saved := &table{game: t.game}
	if err := saved.replay(strings.Split(strings.TrimSpace(string(text)), "\n")); err != nil {
		return games.Refuse("%s holds no game of %s that can be played on: %v", file, t.game.Name, err)
	}
	t.begin(saved.first)
	t.past = saved.past
	t.show(t.audience())
	return nil
}

// replay plays the lines of a saved game.
func (t *table) replay(lines []string) error {
	if len(lines) < 2 || strings.TrimSpace(lines[0]) != savedHead+string(t.game.ID) {
		return games.Refuse("the first line must be %q.", savedHead+string(t.game.ID))
	}
	p, err := t.game.Parse(strings.TrimSpace(lines[1]))
	if err != nil {
		return err
	}
	t.begin(p)
	for i, line := range lines[2:] {
		number, move, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > t.game.MaxSeats {
			return games.Refuse("line %d does not begin with a seat.", i+3)
		}
		at, seat := t.now(), games.Seat(n-1)
		played, err := at.Play(seat, move)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+3, err)
		}
		t.past = append(t.past, step{at, seat, move, played.Next})
	}
	return nil
}
