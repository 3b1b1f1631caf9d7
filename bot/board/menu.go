package board

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// moves returns the controls for playing. Buttons keep the board in sight; menus of at most 25
// entries are for many choices (P55). A public board has controls for the waiting player's first
// step only. If these would reveal a secret, serve several players, or not fit one menu, a single
// button opens them privately.
func moves(rec match.Match, to Reader) []discordgo.MessageComponent {
	if rec.Status != match.Running || rec.Parked != nil {
		return nil
	}
	if ArrangingPhase(rec) {
		if !to.public() || !slices.ContainsFunc(rec.Players, func(p match.Player) bool {
			return IsArranging(rec, p.User)
		}) {
			return nil
		}
		return []discordgo.MessageComponent{discord.Row(component.Button(to.In.Speak(sayLabelSetup),
			discordgo.PrimaryButton, component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActSetup}))}
	}
	seat, ok := mover(rec, to)
	if !ok {
		return nil
	}
	at := component.Target{Match: rec.ID, Head: rec.Board()}
	if to.shared() && (rec.Rules().Hidden || rec.Waiting.Len() > 1) {
		at.Action = component.ActOpen
		return []discordgo.MessageComponent{discord.Row(component.Button(to.In.Speak(choose.SayMove),
			discordgo.PrimaryButton, at))}
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil // the board could not be drawn either, and that error is reported
	}
	if to.shared() {
		view = view.Facing(rec.OnlyPerson())
	}
	to.Choice.Vote, to.Choice.Bare = rec.Votes() == seat, bare(rec.Rules(), to)
	if to.Choice.Ask {
		return choose.Question(to.In, at, to.Choice)
	}
	return choose.Controls(to.In, view, at, to.Choice, to.public())
}

// mayChoose reports whether a board offers moves, so that the pieces that can move are highlighted.
// The highlights of a public board reveal nothing secret.
func mayChoose(rec match.Match, to Reader) bool {
	if rec.Status != match.Running || rec.Parked != nil || to.shared() &&
		(rec.Rules().Hidden || rec.Waiting.Len() > 1) {
		return false
	}
	_, ok := mover(rec, to)
	return ok
}

// asked returns the game's own prompt if a board offers moves. Otherwise it returns a sentence that
// fits every game.
func asked(rec match.Match, to Reader, otherwise games.Sentence) games.Sentence {
	if !mayChoose(rec, to) {
		return otherwise
	}
	seat, _ := mover(rec, to)
	view, err := rec.View(seat)
	if err != nil {
		return otherwise // the board could not be drawn either, and that error is reported
	}
	return choose.Prompt(view, otherwise)
}

// mover returns the seat for which a board offers moves: the reader's own on their turn, one on
// which they can vote, or the waiting player's on a public board.
func mover(rec match.Match, to Reader) (games.Seat, bool) {
	for seat := range rec.Waiting.All() {
		if rec.Players[seat].Chosen() && (to.public() || rec.Chooses(to.user) == seat) {
			return seat, true
		}
	}
	return games.Spectator, false
}

// bare reports whether a reader has no use for icons: they read words, or draw the game's pieces in
// a way of their own.
func bare(g *games.Game, to Reader) bool {
	return to.Style == match.Words || slices.ContainsFunc(g.Personal, func(o games.Option) bool {
		return cmp.Or(to.prefer[o.Name], o.Default) != o.Default
	})
}

// halfLabel returns the name that the game gives to a first step, such as "Row h". A later step is
// in notation.
func halfLabel(rec match.Match, to Reader) string {
	half := to.Choice.Half
	seat, ok := mover(rec, to)
	if !ok {
		return half
	}
	view, err := rec.View(seat)
	if err != nil {
		return half // if the board was not drawn either, that error is reported
	}
	for _, c := range view.Complete("") {
		if c.Text == half {
			return to.In.Speak(choose.Short(c))
		}
	}
	return half
}

// CanAsk reports whether a move is short enough for the button that confirms it.
func CanAsk(rec match.Match, move string) bool {
	_, fits := component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActSureOnce, Text: move}.ID()
	return fits
}

// Step makes the private message for a step of a move, or for its confirmation, with the possible
// choices highlighted.
func (k *Maker) Step(in lang.Language, rec match.Match, u match.User, c choose.Choice) (discord.Message, error) {
	return k.StepFor(rec, Reader{user: u.ID, In: in, Style: u.Style, prefer: u.Prefer}, c)
}

// StepFor works like Step, for any reader. With a public reader it replaces the public board.
func (k *Maker) StepFor(rec match.Match, to Reader, c choose.Choice) (discord.Message, error) {
	seat, ok := mover(rec, to)
	if !ok {
		return discord.TextMessage(to.In.Speak(sayOldVoice)), nil
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Message{}, err
	}
	switch {
	case c.Ask:
	case len(view.Complete(c.Half)) == 0:
		return discord.TextMessage(to.In.Speak(sayOldVoice)), nil
	case len(choose.Steps(to.In, view, component.Target{Match: rec.ID, Head: rec.Board()}, c)) == 0:
		return discord.TextMessage(to.In.Say(sayTooLong, rec.Game)), nil
	}
	to.Choice = c
	return k.Board(rec, to)
}

// LineWords returns moves in words, such as "North 3, 5, South 2". A seat that moves on is named once.
func LineWords(in lang.Language, g *games.Game, plies []match.Ply) string {
	list := make([]string, len(plies))
	for i, p := range plies {
		list[i] = Arrow(p.Move)
		if i == 0 || plies[i-1].Seat != p.Seat {
			list[i] = in.Say(sayWhoseMove, in.Text(g.SeatName(p.Seat)), list[i])
		}
	}
	return strings.Join(list, ", ")
}
