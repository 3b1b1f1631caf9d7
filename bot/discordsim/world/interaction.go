package world

import (
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"time"
)

// The types of interactions, Discord's numbers.
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
	InteractionModal        = 5
)

// The time limits for the first answer to an interaction and for its token.
const (
	AnswerTime = 3 * time.Second
	TokenTime  = 15 * time.Minute
)

// AnswerKind is the type of the first answer to an interaction, Discord's number.
type AnswerKind int

// The types of first answers.
const (
	NoAnswer        AnswerKind = 0
	AnswerMessage   AnswerKind = 4
	AnswerDeferred  AnswerKind = 5 // the answer comes later: "is thinking…"
	AnswerDeferEdit AnswerKind = 6 // nothing visible; the message may be edited later
	AnswerUpdate    AnswerKind = 7
	AnswerChoices   AnswerKind = 8
	AnswerModal     AnswerKind = 9
	AnswerLaunch    AnswerKind = 12 // the Activity opens
)

// String returns a name for the message of a test.
func (k AnswerKind) String() string {
	names := map[AnswerKind]string{
		NoAnswer: "none", AnswerMessage: "message", AnswerDeferred: "deferred message",
		AnswerDeferEdit: "deferred update",
		AnswerUpdate:    "update", AnswerChoices: "choices", AnswerModal: "modal",
		AnswerLaunch: "launch",
	}
	if n, ok := names[k]; ok {
		return n
	}
	return fmt.Sprintf("answer %d", int(k))
}

// Interaction is one action of a person on the bot, as the service sees it.
type Interaction struct {
	ID      InteractionID
	Token   string
	Kind    int
	User    UserID
	Channel ChannelID
	Command string
	Focused OptionType // for autocomplete: the type of the option being typed
	Owners  map[string]string
	Source  MessageID // the message whose component was used or has opened the modal

	Sent     time.Time // when it was sent, by the world's clock; decides the end of the token
	Began    time.Time // when the interaction began, by package time; decides about the first answer
	Answered time.Time
	Answer   AnswerKind
	Original MessageID
	Deferred bool // the answer was deferred and has no content yet
	Failed   bool
	Follow   []MessageID
	Modal    *Modal
	Choices  []Choice
	Launched string        // the instance that was opened
	First    chan struct{} // closed after the first answer or failure
	Settled  chan struct{} // closed when no answer is missing

	timer     *time.Timer
	isSettled bool
}

// interactions holds all interactions whose tokens may still be valid.
type interactions struct {
	Interactions map[InteractionID]*Interaction
	ByToken      map[string]*Interaction
	order        []*Interaction // interactions, oldest first
	Unsettled    int
	Uploads      map[AttachmentID]Attachment
}

func newInteractions() interactions {
	return interactions{
		Interactions: map[InteractionID]*Interaction{}, ByToken: map[string]*Interaction{},
		Uploads: map[AttachmentID]Attachment{},
	}
}

// Begin sets an interaction's id, token and times.
func (s *State) Begin(i *Interaction) {
	s.forgetOld()
	i.ID = InteractionID(s.NewID())
	sum := sha512.Sum512([]byte("token of " + i.ID))
	i.Token = base64.RawURLEncoding.EncodeToString(sum[:])
	i.Sent, i.Began, i.First, i.Settled = s.Now(), time.Now(), make(chan struct{}), make(chan struct{})
	s.Interactions[i.ID], s.ByToken[i.Token] = i, i
	s.order = append(s.order, i)
	s.Unsettled++
	if s.Closed {
		return
	}
	i.timer = time.AfterFunc(AnswerTime, func() {
		s.Lock()
		defer s.Unlock()
		if !s.Closed {
			s.Fail(i)
		}
	})
}

// Fail marks an interaction as failed, unless it has an answer or has already failed.
func (s *State) Fail(i *Interaction) {
	if i.Answer != NoAnswer || i.Failed {
		return
	}
	i.Failed = true
	close(i.First)
	s.settle(i)
	s.Emit(Event{Type: EventFailed, ChannelID: i.Channel, Interaction: i.ID, For: i.User})
}

// Answered records an interaction's first answer.
func (s *State) Answered(i *Interaction, kind AnswerKind) {
	i.Answer, i.Answered = kind, time.Now()
	close(i.First)
	if i.timer != nil {
		i.timer.Stop()
	}
	if kind != AnswerDeferred {
		s.settle(i)
	}
	s.Emit(Event{Type: EventAnswered, ChannelID: i.Channel, Interaction: i.ID, For: i.User, Modal: i.Modal})
}

// Filled records that the message of a deferred answer exists, or that it is no longer expected.
func (s *State) Filled(i *Interaction) {
	i.Deferred = false
	s.settle(i)
}

// settle records that no answer of an interaction is missing.
func (s *State) settle(i *Interaction) {
	if i.isSettled {
		return
	}
	i.isSettled = true
	close(i.Settled)
	s.Unsettled--
	s.Wake()
}

// forgetOld drops interactions whose tokens expired some time ago.
func (s *State) forgetOld() {
	for len(s.order) > 0 && s.Now().Sub(s.order[0].Sent) > TokenTime+time.Minute {
		old := s.order[0]
		s.order[0] = nil
		s.order = s.order[1:]
		delete(s.Interactions, old.ID)
		delete(s.ByToken, old.Token)
		s.settle(old)
	}
}

func (s *State) stopTimers() {
	for _, i := range s.order {
		if i.timer != nil {
			i.timer.Stop()
		}
	}
}
