package discordsim

import (
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The kinds of interaction, Discord's numbers.
const (
	interactionCommand      = 2
	interactionComponent    = 3
	interactionAutocomplete = 4
	interactionModal        = 5
)

// How long an interaction may wait for its first answer, and how long its token serves.
const (
	answerTime = 3 * time.Second
	tokenTime  = 15 * time.Minute
)

// AnswerKind is the bot's first answer to an interaction, Discord's numbers.
type AnswerKind int

// The first answers.
const (
	NoAnswer        AnswerKind = 0
	AnswerMessage   AnswerKind = 4
	AnswerDeferred  AnswerKind = 5 // "is thinking…"
	AnswerDeferEdit AnswerKind = 6 // nothing to see; the message may be edited later
	AnswerUpdate    AnswerKind = 7
	AnswerChoices   AnswerKind = 8
	AnswerModal     AnswerKind = 9
)

func (k AnswerKind) String() string {
	names := map[AnswerKind]string{
		NoAnswer: "none", AnswerMessage: "message", AnswerDeferred: "deferred message", AnswerDeferEdit: "deferred update",
		AnswerUpdate: "update", AnswerChoices: "choices", AnswerModal: "modal",
	}
	if n, ok := names[k]; ok {
		return n
	}
	return fmt.Sprintf("answer %d", int(k))
}

// ErrClient is wrapped by errors of what Discord's own client would not have let a person do.
var ErrClient = errors.New("the client refuses")

// ErrNoAnswer is "The application did not respond".
var ErrNoAnswer = errors.New("the application did not respond")

// Interaction is one thing that a person did to the bot, and what came of it. Its methods tell the state at
// the moment of the call; in a synctest bubble call synctest.Wait before, elsewhere Wait.
type Interaction struct {
	sim *Sim
	err error // the client refused; nothing was sent

	id      InteractionID
	token   string
	kind    int
	user    UserID
	channel ChannelID
	command string
	focused OptionType // of an autocomplete
	owners  map[string]string
	source  MessageID // the message whose component was used, or from whose component the modal came

	// Guarded by Sim.mu.
	sent      time.Time // by Config.Now: for the token's end
	began     time.Time // by package time: for the first answer
	answered  time.Time
	answer    AnswerKind
	original  MessageID
	deferred  bool // answered with 5 and not filled yet
	failed    bool
	follow    []MessageID
	modal     *Modal
	choices   []Choice
	timer     *time.Timer
	first     chan struct{} // closed at the first answer, or when it has failed
	settled   chan struct{}
	isSettled bool
}

// Modal is a form that the bot opened for one person.
type Modal struct {
	Interaction InteractionID `json:"interaction_id"` // that it answers
	CustomID    string        `json:"custom_id"`
	Title       string        `json:"title"`
	Components  []Component   `json:"components"`
	ChannelID   ChannelID     `json:"channel_id"`
	source      MessageID
}

// Inputs are the fields to fill in, in order.
func (m Modal) Inputs() []Component {
	var out []Component
	Walk(m.Components, func(c Component) bool {
		if c.CustomID != "" {
			out = append(out, c)
		}
		return true
	})
	return out
}

// dialogue is the state of all interactions whose tokens may still serve. Guarded by Sim.mu.
type dialogue struct {
	byID      map[InteractionID]*Interaction
	byToken   map[string]*Interaction
	order     []*Interaction // oldest first
	unsettled int
	uploads   map[AttachmentID]Attachment
}

func newDialogue() dialogue {
	return dialogue{byID: map[InteractionID]*Interaction{}, byToken: map[string]*Interaction{}, uploads: map[AttachmentID]Attachment{}}
}

// begin gives an interaction its id, token and clock. The caller holds mu.
func (s *Sim) begin(i *Interaction) {
	s.forgetOld()
	i.id = InteractionID(s.newID())
	sum := sha512.Sum512([]byte("token of " + i.id))
	i.token = base64.RawURLEncoding.EncodeToString(sum[:])
	i.sent, i.began, i.first, i.settled = s.now(), time.Now(), make(chan struct{}), make(chan struct{})
	s.byID[i.id], s.byToken[i.token] = i, i
	s.order = append(s.order, i)
	s.unsettled++
	if s.closed {
		return
	}
	i.timer = time.AfterFunc(answerTime, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i.answer == NoAnswer && !s.closed {
			s.fail(i)
		}
	})
}

func (s *Sim) fail(i *Interaction) {
	i.failed = true
	close(i.first)
	s.settle(i)
	s.emit(Event{Type: EventFailed, ChannelID: i.channel, Interaction: i.id, For: i.user})
}

// settle says that an interaction owes nothing any more.
func (s *Sim) settle(i *Interaction) {
	if i.isSettled {
		return
	}
	i.isSettled = true
	close(i.settled)
	s.unsettled--
	s.changed.Broadcast()
}

// Abandon says that whoever has put answers off is gone and will never give them, so that Settle doesn't wait for those, and returns how many they are.
func (s *Sim) Abandon() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range s.order {
		if i.answer != NoAnswer && !i.isSettled {
			s.settle(i)
			n++
		}
	}
	return n
}

// forgetOld drops interactions whose tokens ended some time ago.
func (s *Sim) forgetOld() {
	for len(s.order) > 0 && s.now().Sub(s.order[0].sent) > tokenTime+time.Minute {
		old := s.order[0]
		s.order[0] = nil
		s.order = s.order[1:]
		delete(s.byID, old.id)
		delete(s.byToken, old.token)
		s.settle(old)
	}
}

func (s *Sim) stopTimers() {
	for _, i := range s.order {
		if i.timer != nil {
			i.timer.Stop()
		}
	}
}

// plainValue turns a decoded JSON number into a float64.
func plainValue(v any) any {
	if n, ok := v.(json.Number); ok {
		x, _ := n.Float64()
		return x
	}
	return v
}

// WaitAnswer waits for the first answer only, as a client does that shows "is thinking…" until the rest comes. It returns what Wait does.
func (i *Interaction) WaitAnswer(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	select {
	case <-i.first:
		return i.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Wait waits until the interaction owes nothing more: answered, and filled if it was deferred; then it returns
// nil. It returns what Err would, or ctx's error.
func (i *Interaction) Wait(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	select {
	case <-i.settled:
		return i.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Err says what went wrong for the person: an error that wraps ErrClient if the client would not do it at all,
// ErrNoAnswer if the bot let 3 seconds pass.
func (i *Interaction) Err() error {
	if i.err != nil {
		return i.err
	}
	i.sim.mu.Lock()
	defer i.sim.mu.Unlock()
	if i.failed {
		return ErrNoAnswer
	}
	return nil
}

// ID is the interaction's id; "" if the client refused.
func (i *Interaction) ID() InteractionID { return i.id }

// Token is the interaction's token.
func (i *Interaction) Token() string { return i.token }

// Answer is the bot's first answer.
func (i *Interaction) Answer() AnswerKind {
	defer i.lock()()
	return i.answer
}

// Took is how long the first answer took; 0 if there is none.
func (i *Interaction) Took() time.Duration {
	defer i.lock()()
	if i.answer == NoAnswer {
		return 0
	}
	return i.answered.Sub(i.began)
}

// Message is the message that answers, as the person sees it now: the bot's reply, or after an update the
// message that was clicked. The zero Message if there is none.
func (i *Interaction) Message() Message {
	defer i.lock()()
	return i.sim.seen(i.original, i.user)
}

// FollowUps are the further messages, as the person sees them now.
func (i *Interaction) FollowUps() []Message {
	defer i.lock()()
	var out []Message
	for _, id := range i.follow {
		if m := i.sim.seen(id, i.user); m.Exists() {
			out = append(out, m)
		}
	}
	return out
}

// Modal is the form that the bot opened, nil if none.
func (i *Interaction) Modal() *Modal {
	defer i.lock()()
	return i.modal
}

// Choices are the suggestions of an autocomplete.
func (i *Interaction) Choices() []Choice {
	defer i.lock()()
	return i.choices
}

func (i *Interaction) lock() (unlock func()) {
	i.sim.mu.Lock()
	return i.sim.mu.Unlock
}
