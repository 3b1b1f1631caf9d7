package world

import (
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"time"
)

// The kinds of interaction, Discord's numbers.
const (
	InteractionCommand      = 2
	InteractionComponent    = 3
	InteractionAutocomplete = 4
	InteractionModal        = 5
)

// How long an interaction may wait for its first answer, and how long its token serves.
const (
	AnswerTime = 3 * time.Second
	TokenTime  = 15 * time.Minute
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

// String names the kind for a test's message.
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

// Interaction is one thing that a person did to the bot, as the service sees it.
type Interaction struct {
	ID      InteractionID
	Token   string
	Kind    int
	User    UserID
	Channel ChannelID
	Command string
	Focused OptionType // of an autocomplete
	Owners  map[string]string
	Source  MessageID // the message whose component was used, or from whose component the modal came

	Sent     time.Time // by the world's clock: for the token's end
	Began    time.Time // by package time: for the first answer
	Answered time.Time
	Answer   AnswerKind
	Original MessageID
	Deferred bool // answered with 5 and not filled yet
	Failed   bool
	Follow   []MessageID
	Modal    *Modal
	Choices  []Choice
	First    chan struct{} // closed at the first answer, or when it has failed
	Settled  chan struct{} // closed when nothing is owed any more

	timer     *time.Timer
	isSettled bool
}

// interactions is the state of all interactions whose tokens may still serve.
type interactions struct {
	Interactions map[InteractionID]*Interaction
	ByToken      map[string]*Interaction
	order        []*Interaction // oldest first
	Unsettled    int
	Uploads      map[AttachmentID]Attachment
}

func newInteractions() interactions {
	return interactions{Interactions: map[InteractionID]*Interaction{}, ByToken: map[string]*Interaction{}, Uploads: map[AttachmentID]Attachment{}}
}

// Begin gives an interaction its id, token and clock.
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

// Fail says that the person was told that there is no answer, unless the interaction has one or has failed before.
func (s *State) Fail(i *Interaction) {
	if i.Answer != NoAnswer || i.Failed {
		return
	}
	i.Failed = true
	close(i.First)
	s.settle(i)
	s.Emit(Event{Type: EventFailed, ChannelID: i.Channel, Interaction: i.ID, For: i.User})
}

// Answered takes note of an interaction's first answer.
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

// Filled says that the message a deferred answer promised is there, or that nobody waits for it any more.
func (s *State) Filled(i *Interaction) {
	i.Deferred = false
	s.settle(i)
}

// settle says that an interaction owes nothing any more.
func (s *State) settle(i *Interaction) {
	if i.isSettled {
		return
	}
	i.isSettled = true
	close(i.Settled)
	s.Unsettled--
	s.Wake()
}

// forgetOld drops interactions whose tokens ended some time ago.
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
