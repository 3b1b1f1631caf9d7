package process_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// deed is an action of a simulated person that should make a move.
type deed struct {
	who discordsim.UserID
	ix  *discordsim.Interaction
	own bool // a message that only this person sees was used

	gone atomic.Bool // the message was deleted before the person's next action
}

// acknowledged reports whether the person was told that the move was made. A deleted private menu
// counts as such an answer; it may also be deleted later, because of another move.
func (d *deed) acknowledged() bool {
	return d.gone.Load() || d.ix.Answer() == discordsim.AnswerUpdate ||
		strings.Contains(d.ix.Message().Text(), "You played")
}

// acknowledged counts the moves that people were told of.
func (r *rig) acknowledged() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range r.deeds {
		if d.acknowledged() {
			n++
		}
	}
	return n
}

// did records an action on a message, if there is one, and waits for its result. If the action was
// answered and made no move, the error is errRefused.
func (r *rig) did(ctx context.Context, who discordsim.UserID, ix *discordsim.Interaction, on discordsim.Message) error {
	r.mu.Lock()
	d := &deed{who: who, ix: ix, own: on.Ephemeral()}
	r.deeds = append(r.deeds, d)
	r.mu.Unlock()
	err := ix.Wait(ctx)
	if err != nil {
		return err
	}
	deferred := ix.Answer() == discordsim.AnswerDeferEdit
	for range 50 { // the loop waits for a menu to be deleted, which happens a moment after the answer
		if d.gone.Store(d.own && deferred && !ix.Message().Exists()); d.acknowledged() || !deferred {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if !d.acknowledged() {
		return fmt.Errorf("%w: %s", errRefused, ix.Message().Text())
	}
	return nil
}

var (
	errNoMove  = errors.New("nothing on this board can be played")
	errRefused = errors.New("the move was refused")
)

// play makes one whole move on a public board, with a random one of its buttons or menus. Its error
// is what the person sees.
func (r *rig) play(ctx context.Context, who discordsim.UserID, b discordsim.Message) error {
	for range 40 {
		var keys []discordsim.Component
		for _, c := range b.Buttons() {
			if !c.Disabled && (does(c) == "m" || does(c) == "mp") {
				keys = append(keys, c)
			}
		}
		if len(keys) > 0 {
			return r.did(ctx, who, r.sim.As(who).Click(b, keys[rand.IntN(len(keys))].CustomID), b)
		}
		var ix *discordsim.Interaction
		var steps []string
		for _, c := range b.Buttons() {
			if (does(c) == "o" || does(c) == "mo") && !strings.HasSuffix(c.CustomID, ":") &&
				!strings.Contains(c.CustomID, "/") {
				steps = append(steps, c.CustomID)
			}
		}
		if len(steps) > 0 {
			ix = r.sim.As(who).Click(b, steps[rand.IntN(len(steps))])
		} else if menus := b.Selects(); len(menus) > 0 {
			options := menus[0].Options
			pick := options[rand.IntN(len(options))].Value
			ix = r.sim.As(who).Select(b, menus[0].CustomID, pick)
			if strings.HasPrefix(pick, "=") {
				return r.did(ctx, who, ix, b)
			}
		} else if i := slices.IndexFunc(b.Buttons(), func(c discordsim.Component) bool {
			return does(c) == "o"
		}); i >= 0 {
			ix = r.sim.As(who).Click(b, b.Buttons()[i].CustomID)
		} else {
			return fmt.Errorf("%w: it has %q\n%s", errNoMove, b.Labels(), b.Text())
		}
		if err := ix.Wait(ctx); err != nil {
			return err
		}
		b = ix.Message()
	}
	return errNoMove
}

// does returns the action of a button: m plays a move, o opens the menus of moves.
func does(c discordsim.Component) string {
	if parts := strings.SplitN(c.CustomID, ":", 5); len(parts) == 5 {
		return parts[3]
	}
	return ""
}

// shows returns the match and head in the controls of a message.
func shows(m discordsim.Message) (id match.ID, head match.Seq, ok bool) {
	for _, c := range m.Buttons() {
		parts := strings.SplitN(c.CustomID, ":", 5)
		if len(parts) != 5 || parts[1] == "" {
			continue
		}
		if n, err := strconv.ParseInt(parts[2], 36, 64); err == nil {
			return match.ID(parts[1]), match.Seq(n), true
		}
	}
	return "", 0, false
}

// board returns the newest public board of a match in a channel. With an empty id it is the newest
// of any match.
func (r *rig) board(ch discordsim.ChannelID, id match.ID) discordsim.Message {
	list := r.sim.Messages(ch, r.eve)
	for _, m := range slices.Backward(list) {
		if of, _, ok := shows(m); ok && framed(m) && (id == "" || of == id) {
			return m
		}
	}
	return discordsim.Message{}
}

// framed reports whether a message is a board or challenge. Notices to single people have no
// container.
func framed(m discordsim.Message) bool {
	const container = 17
	return len(m.Components) > 0 && m.Components[0].Type == container
}

// mover returns the person whom a board waits for; "" if it waits for nobody.
func (r *rig) mover(b discordsim.Message) discordsim.UserID {
	for _, u := range []discordsim.UserID{r.ann, r.bob, r.cid} {
		if strings.Contains(b.Text(), "<@"+string(u)+">, it's your turn") {
			return u
		}
	}
	return ""
}

func isOver(b discordsim.Message) bool { return slices.Contains(b.Labels(), "Rematch") }

// slash types a command and waits for its answer.
func (r *rig) slash(who discordsim.UserID, ch discordsim.ChannelID, text string) discordsim.Message {
	r.Helper()
	i := r.sim.As(who).In(ch).Slash(text)
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	if err := i.Wait(ctx); err != nil {
		r.Fatalf("%s: %v", text, err)
	}
	return i.Message()
}

// click waits for a board with a button on it, presses the button and waits for the answer. If there is
// no answer in time, as may happen on a busy machine, it presses again, as long as the button is there.
func (r *rig) click(who discordsim.UserID, ch discordsim.ChannelID, label string) {
	r.Helper()
	tried := false
	r.until("there is an answer to the button "+label, func() bool {
		b := r.board(ch, "")
		if !slices.Contains(b.Labels(), label) {
			return tried
		}
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		err := r.sim.As(who).Click(b, label).Wait(ctx)
		if tried = errors.Is(err, discordsim.ErrNoAnswer); err != nil && !tried {
			r.Fatalf("[%s]: %v", label, err)
		}
		return err == nil
	})
}

// confirm confirms the set-up of a person by direct message, twice if the bot asks again.
func (r *rig) confirm(who discordsim.UserID) {
	r.Helper()
	r.until("a set-up is confirmed", func() bool {
		letter := r.sim.Last(r.sim.DM(who), who)
		press, ok := letter.Button("Confirm")
		if !ok {
			return strings.Contains(letter.Text(), "confirmed") ||
				strings.Contains(r.board(r.hall, "").Text(), "Both armies are ready")
		}
		if press.Disabled {
			return true
		}
		ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
		defer cancel()
		// on an error the loop checks the message again, because it may be about to change
		_ = r.sim.As(who).Click(letter, "Confirm").Wait(ctx)
		return false
	})
}

// turn waits until the board of the channel waits for a person, and plays one move on it. It
// returns false if the match is over.
func (r *rig) turn(ch discordsim.ChannelID) (going bool) {
	r.Helper()
	why := ""
	r.until("somebody can move", func() bool {
		b := r.board(ch, "")
		why = "the board is\n" + b.Text()
		if going = !isOver(b); !going || r.mover(b) == "" {
			return !going
		}
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		err := r.play(ctx, r.mover(b), b)
		why = fmt.Sprintf("%v on the board\n%s", err, b.Text())
		// such errors are normal while the board changes, and on a busy machine people try again
		if err != nil && !errors.Is(err, errNoMove) && !errors.Is(err, errRefused) &&
			!errors.Is(err, discordsim.ErrClient) && !errors.Is(err, discordsim.ErrNoAnswer) {
			r.Fatalf("a move on this board: %v\n%s", err, b.Text())
		}
		return err == nil
	}, &why)
	return going
}

// ring is one notification of a person about a match.
type ring struct {
	who     discordsim.UserID
	id      match.ID
	head    match.Seq
	message discordsim.MessageID
}

// heard records who was notified of what.
func (r *rig) heard(e discordsim.Event) {
	if e.Type != discordsim.EventNotification || e.Message.GuildID == "" { // other checks cover direct messages
		return
	}
	if id, head, ok := shows(*e.Message); ok {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.rings = append(r.rings, ring{e.For, id, head, e.Message.ID})
	}
}
