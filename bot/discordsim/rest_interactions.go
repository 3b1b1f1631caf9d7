package discordsim

import (
	"encoding/json"
	"slices"
	"time"
)

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
