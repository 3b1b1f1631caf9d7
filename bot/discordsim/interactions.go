package discordsim

import (
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// callback takes the first answer to an interaction.
func (s *Sim) callback(c *call) (answer, *refusal) {
	i := s.byID[InteractionID(c.param("interaction_id"))]
	switch {
	case i == nil || i.token != c.param("interaction_token"):
		return refuse(errNoInteraction)
	case i.answer != NoAnswer:
		return refuse(errAcknowledged)
	case time.Since(i.began) >= answerTime:
		return refuse(errNoInteraction)
	}
	f, body := c.form()
	if !body.must() || !body.object() || !body.at("type").must() {
		return refuse(f.invalid())
	}
	kind := AnswerKind(body.at("type").among(1, 4, 5, 6, 7, 8, 9, 12, 13))
	if no := f.invalid(); no != nil {
		return refuse(no)
	}
	if allowed := i.fitting(); !slices.Contains(allowed, int64(kind)) {
		body.at("type").fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", joinInts(allowed))
		return refuse(f.invalid())
	}
	m, no := s.respond(i, kind, f, body.at("data"), c.files)
	if no != nil {
		return refuse(no)
	}
	i.answer, i.answered = kind, time.Now()
	close(i.first)
	if i.timer != nil {
		i.timer.Stop()
	}
	if kind != AnswerDeferred {
		s.settle(i)
	}
	s.emit(Event{Type: EventAnswered, ChannelID: i.channel, Interaction: i.id, For: i.user, Modal: i.modal})
	if c.query.Get("with_response") != "true" {
		return done()
	}
	return ok(s.callbackJSON(i, m))
}

// fitting are the answers that an interaction can have (discord.md, section 2.1).
func (i *Interaction) fitting() []int64 {
	switch i.kind {
	case interactionAutocomplete:
		return []int64{8}
	case interactionComponent:
		return []int64{4, 5, 6, 7, 9}
	case interactionModal:
		if i.source != "" {
			return []int64{4, 5, 6, 7}
		}
		return []int64{4, 5}
	}
	return []int64{4, 5, 9}
}

// respond carries out a first answer and returns the message that it made or changed, if any.
func (s *Sim) respond(i *Interaction, kind AnswerKind, f *form, data field, files []upload) (*Message, *refusal) {
	switch kind {
	case AnswerMessage:
		return s.respondMessage(i, f, data, files)
	case AnswerDeferred:
		return s.respondLater(i, f, data)
	case AnswerDeferEdit:
		i.original = i.source
		return s.messages[i.source], nil
	case AnswerUpdate:
		return s.respondUpdate(i, f, data, files)
	case AnswerChoices:
		return nil, s.respondChoices(i, f, data)
	default:
		return nil, s.respondModal(i, f, data)
	}
}

func (s *Sim) respondMessage(i *Interaction, f *form, data field, files []upload) (*Message, *refusal) {
	if data.empty() {
		return nil, errEmpty
	}
	d := checkMessage(data, firstAnswer, files, nil)
	if no := f.invalid(); no != nil {
		return nil, no
	}
	ch := s.channels[i.channel]
	if ch == nil {
		return nil, errNoChannel
	}
	m, no := s.build(d, ch)
	if no != nil {
		return nil, no
	}
	s.address(i, m)
	i.original = m.ID
	s.send(m, d)
	return m, nil
}

// address makes a message an answer to an interaction.
func (s *Sim) address(i *Interaction, m *Message) {
	m.Source = &MessageSource{ID: i.id, Type: i.kind, UserID: i.user, Name: i.command}
	m.Type, m.Reference = 20, ""
	if i.kind != interactionCommand {
		m.Type, m.Reference = 19, i.source
	}
	if m.Ephemeral() {
		m.VisibleTo = i.user
	}
}

// respondLater defers: people see that the bot is thinking. Only EPHEMERAL may be set, and it decides for the
// message that follows.
func (s *Sim) respondLater(i *Interaction, f *form, data field) (*Message, *refusal) {
	data.object()
	flags := Flags(data.at("flags").integer(0, 1<<31-1))
	if flags&^FlagEphemeral != 0 {
		data.at("flags").fail("MESSAGE_FLAGS_INVALID", "Only EPHEMERAL can be set on a deferred answer.")
	}
	if no := f.invalid(); no != nil {
		return nil, no
	}
	ch := s.channels[i.channel]
	if ch == nil {
		return nil, errNoChannel
	}
	m := &Message{
		ID: MessageID(s.newID()), ChannelID: ch.ID, GuildID: ch.GuildID, AuthorID: s.bot,
		Flags: flags | FlagLoading, Timestamp: s.now().UTC(),
	}
	s.address(i, m)
	i.original, i.deferred = m.ID, true
	s.add(m)
	return m, nil
}

func (s *Sim) respondUpdate(i *Interaction, f *form, data field, files []upload) (*Message, *refusal) {
	old := s.messages[i.source]
	if old == nil {
		return nil, errNoMessage
	}
	i.original = i.source
	if data.empty() {
		return old, nil
	}
	d := checkMessage(data, updateBody, files, old)
	if no := f.invalid(); no != nil {
		return nil, no
	}
	return s.edit(old, d)
}

func (s *Sim) respondChoices(i *Interaction, f *form, data field) *refusal {
	if data.must() && data.object() {
		for _, c := range data.at("choices").list(0, 25) {
			if c.must() && c.object() {
				checkChoice(c, i.focused)
			}
		}
	}
	if no := f.invalid(); no != nil {
		return no
	}
	for _, c := range data.at("choices").list(0, 25) {
		i.choices = append(i.choices, Choice{Name: c.at("name").text(0, 0), Value: plainValue(c.at("value").value)})
	}
	return nil
}

func (s *Sim) respondModal(i *Interaction, f *form, data field) *refusal {
	newTree(true).modal(data)
	if no := f.invalid(); no != nil {
		return no
	}
	m := &Modal{}
	if err := json.Unmarshal(mustJSON(data.value), m); err != nil {
		data.fail("DICT_TYPE_CONVERT", "Could not read the modal: %v", err)
		return f.invalid()
	}
	m.Interaction, m.ChannelID, m.source = i.id, i.channel, i.source
	i.modal = m
	return nil
}

func (s *Sim) callbackJSON(i *Interaction, m *Message) map[string]any {
	about := map[string]any{"id": i.id, "type": i.kind, "channel_id": i.channel}
	if ch := s.channels[i.channel]; ch != nil && ch.GuildID != "" {
		about["guild_id"] = ch.GuildID
	}
	out := map[string]any{"interaction": about}
	if m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = i.answer == AnswerDeferred
		about["response_message_ephemeral"] = m.Ephemeral()
		if i.answer == AnswerMessage || i.answer == AnswerUpdate {
			out["resource"] = map[string]any{"type": i.answer, "message": s.messageJSON(m)}
		}
	}
	return out
}

// webhook finds the interaction whose token a webhook path carries.
func (s *Sim) webhook(c *call) (*Interaction, *refusal) {
	i := s.byToken[c.param("webhook_token")]
	switch {
	case c.param("webhook_id") != s.appID:
		return nil, errNoWebhook
	case i == nil || s.now().Sub(i.sent) >= tokenTime:
		return nil, errWebhookToken
	case i.answer == NoAnswer:
		return nil, errNoWebhook
	}
	return i, nil
}

// maxUserInstalled is how many follow-ups there are where the bot is not a member.
const maxUserInstalled = 5

// postFollowUp sends a further message, or fills a deferred answer if that was not done yet.
func (s *Sim) postFollowUp(c *call) (answer, *refusal) {
	i, no := s.webhook(c)
	if no != nil {
		return refuse(no)
	}
	f, body := c.form()
	d := checkMessage(body, followUp, c.files, nil)
	if no := f.invalid(); no != nil {
		return refuse(no)
	}
	ch := s.channels[i.channel]
	if ch == nil {
		return refuse(errNoChannel)
	}
	if old := s.messages[i.original]; i.deferred && old != nil {
		m, no := s.edit(old, d)
		if no != nil {
			return refuse(no)
		}
		i.deferred = false
		s.settle(i)
		return ok(s.messageJSON(m))
	}
	if i.owners["0"] == "" && len(i.follow) >= maxUserInstalled {
		return refuse(errFollowUps)
	}
	if s.archived(ch) && ch.Thread.Locked {
		return refuse(errThreadLocked)
	}
	m, no := s.build(d, ch)
	if no != nil {
		return refuse(no)
	}
	s.address(i, m)
	m.Type, m.Reference = 0, ""
	if i.original != "" && i.answer != AnswerModal {
		m.Type, m.Reference = 19, i.original
	}
	i.follow = append(i.follow, m.ID)
	s.send(m, d)
	return ok(s.messageJSON(m))
}

// webhookMessage finds a message that an interaction's token reaches: its answer, its follow-ups, and the
// message whose component was used.
func (s *Sim) webhookMessage(c *call) (*Interaction, *Message, *refusal) {
	i, no := s.webhook(c)
	if no != nil {
		return nil, nil, no
	}
	id := c.message()
	if id == "" || id == "@original" {
		id = i.original
	} else if id != i.original && id != i.source && !slices.Contains(i.follow, id) {
		return nil, nil, errNoMessage
	}
	m := s.messages[id]
	if id == "" || m == nil {
		return nil, nil, errNoMessage
	}
	return i, m, nil
}

func (s *Sim) showWebhookMessage(c *call) (answer, *refusal) {
	_, m, no := s.webhookMessage(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.messageJSON(m))
}

func (s *Sim) patchWebhookMessage(c *call) (answer, *refusal) {
	i, m, no := s.webhookMessage(c)
	if no != nil {
		return refuse(no)
	}
	if s.archived(s.channels[m.ChannelID]) {
		return refuse(errThreadArchived)
	}
	f, body := c.form()
	d := checkMessage(body, webhookEdit, c.files, m)
	if no := f.invalid(); no != nil {
		return refuse(no)
	}
	next, no := s.edit(m, d)
	if no != nil {
		return refuse(no)
	}
	if next.ID == i.original && i.deferred {
		i.deferred = false
		s.settle(i)
	}
	return ok(s.messageJSON(next))
}

func (s *Sim) removeWebhookMessage(c *call) (answer, *refusal) {
	_, m, no := s.webhookMessage(c)
	if no != nil {
		return refuse(no)
	}
	s.deleteMessage(m)
	return done()
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
