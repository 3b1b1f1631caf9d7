package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// webhooks handles requests with an interaction's token.
type webhooks struct {
	*API
	write composer
}

// callback handles the first response to an interaction.
func (s webhooks) callback(c *call) (answer, *validate.Refusal) {
	i := s.Interactions[world.InteractionID(c.param("interaction_id"))]
	if i == nil || i.Token != c.param("interaction_token") {
		return refuse(errNoInteraction)
	}
	m, no := s.first(i, c)
	if no != nil {
		return refuse(no)
	}
	if c.query.Get("with_response") != "true" {
		return done()
	}
	return ok(s.callbackJSON(i, m))
}

// first handles the first response to an interaction, by callback or in a body.
func (s webhooks) first(i *world.Interaction, c *call) (*world.Message, *validate.Refusal) {
	switch {
	case i.Answer != world.NoAnswer:
		return nil, errAcknowledged
	case i.Failed || time.Since(i.Began) >= world.AnswerTime:
		return nil, errNoInteraction
	}
	f, body := c.form()
	if !body.Must() || !body.Object() || !body.At("type").Must() {
		return nil, f.Invalid()
	}
	kind := world.AnswerKind(body.At("type").Among(1, 4, 5, 6, 7, 8, 9, 12, 13))
	if no := f.Invalid(); no != nil {
		return nil, no
	}
	body.At("type").Among(fitting(i)...)
	if no := f.Invalid(); no != nil {
		return nil, no
	}
	if kind == world.AnswerLaunch && !s.HasActivity() {
		body.At("type").Fail("INTERACTION_CALLBACK_TYPE_INVALID", "The application has no Activity")
		return nil, f.Invalid()
	}
	m, no := s.respond(i, kind, f, body.At("data"), c.files)
	if no != nil {
		return nil, no
	}
	s.Answered(i, kind)
	return m, nil
}

// AnswerInBody handles a first response in the body of the response to a posted interaction. The
// caller holds the world's lock.
func (s *API) AnswerInBody(i *world.Interaction, contentType string, body []byte) error {
	c := &call{header: http.Header{"Content-Type": {contentType}}, body: body, at: time.Now()}
	no := c.read()
	if no == nil {
		_, no = webhooks{s, composer{State: s.State}}.first(i, c)
	}
	if no != nil {
		return fmt.Errorf("the answer in the body was refused: %s", no.Body())
	}
	return nil
}

// fitting returns the response types that an interaction allows
// (https://docs.discord.com/developers/interactions/receiving-and-responding).
func fitting(i *world.Interaction) []int64 {
	switch i.Kind {
	case world.InteractionAutocomplete:
		return []int64{8}
	case world.InteractionComponent:
		return []int64{4, 5, 6, 7, 9, 12}
	case world.InteractionModal:
		if i.Source != "" {
			return []int64{4, 5, 6, 7, 12}
		}
		return []int64{4, 5, 12}
	}
	return []int64{4, 5, 9, 12}
}

// respond applies a first response. It returns the created or changed message, if any.
func (s webhooks) respond(i *world.Interaction, kind world.AnswerKind, f *validate.Form, data validate.Field,
	files []world.Upload,
) (*world.Message, *validate.Refusal) {
	switch kind {
	case world.AnswerMessage:
		return s.respondMessage(i, f, data, files)
	case world.AnswerDeferred:
		return s.respondLater(i, f, data)
	case world.AnswerDeferEdit:
		if s.Posted[i.Source] == nil {
			return nil, errNoMessage
		}
		i.Original = i.Source
		return s.Posted[i.Source], nil
	case world.AnswerUpdate:
		return s.respondUpdate(i, f, data, files)
	case world.AnswerChoices:
		return nil, s.respondChoices(i, f, data)
	case world.AnswerLaunch:
		return nil, s.respondLaunch(i)
	default:
		return nil, s.respondModal(i, f, data)
	}
}

func (s webhooks) respondMessage(i *world.Interaction, f *validate.Form, data validate.Field,
	files []world.Upload,
) (*world.Message, *validate.Refusal) {
	if data.Empty() {
		return nil, errEmpty
	}
	d := validate.Message(data, validate.FirstAnswer, files, nil)
	if no := f.Invalid(); no != nil {
		return nil, no
	}
	ch := s.Channels[i.Channel]
	if ch == nil {
		return nil, errNoChannel
	}
	m, no := s.write.build(d, ch)
	if no != nil {
		return nil, no
	}
	s.address(i, m)
	i.Original = m.ID
	s.write.send(m, d)
	return m, nil
}

// address marks a message as an answer to an interaction.
func (s webhooks) address(i *world.Interaction, m *world.Message) {
	m.Source = &world.MessageSource{ID: i.ID, Type: i.Kind, UserID: i.User, Name: i.Command, Owners: i.Owners}
	m.Type, m.Reference = 20, ""
	if i.Kind != world.InteractionCommand {
		m.Type, m.Reference = 19, i.Source
	}
	if s.AnswersInPrivate(i) {
		m.Flags |= world.FlagEphemeral
	}
	if m.Ephemeral() {
		m.VisibleTo = i.User
	}
}

// respondLater defers the answer: people see that the bot is thinking. Only the flag EPHEMERAL is
// allowed, and it applies to the message that follows.
func (s webhooks) respondLater(i *world.Interaction, f *validate.Form,
	data validate.Field,
) (*world.Message, *validate.Refusal) {
	data.Object()
	flags := world.Flags(data.At("flags").Integer(0, 1<<31-1))
	if flags&^world.FlagEphemeral != 0 {
		data.At("flags").Fail("MESSAGE_FLAGS_INVALID", "Only EPHEMERAL can be set on a deferred answer.")
	}
	if no := f.Invalid(); no != nil {
		return nil, no
	}
	ch := s.Channels[i.Channel]
	if ch == nil {
		return nil, errNoChannel
	}
	m := &world.Message{
		ID: world.MessageID(s.NewID()), ChannelID: ch.ID, GuildID: ch.GuildID, AuthorID: s.BotID,
		Flags: flags | world.FlagLoading, Timestamp: s.Now().UTC(),
	}
	s.address(i, m)
	i.Original, i.Deferred = m.ID, true
	s.Add(m)
	return m, nil
}

func (s webhooks) respondUpdate(i *world.Interaction, f *validate.Form, data validate.Field,
	files []world.Upload,
) (*world.Message, *validate.Refusal) {
	old := s.Posted[i.Source]
	if old == nil {
		return nil, errNoMessage
	}
	i.Original = i.Source
	if data.Empty() {
		return old, nil
	}
	d := validate.Message(data, validate.UpdateBody, files, old)
	if no := f.Invalid(); no != nil {
		return nil, no
	}
	return s.write.edit(old, d)
}

func (s webhooks) respondChoices(i *world.Interaction, f *validate.Form, data validate.Field) *validate.Refusal {
	if data.Must() && data.Object() {
		for _, c := range data.At("choices").List(0, 25) {
			if c.Must() && c.Object() {
				validate.Choice(c, i.Focused)
			}
		}
	}
	if no := f.Invalid(); no != nil {
		return no
	}
	for _, c := range data.At("choices").List(0, 25) {
		i.Choices = append(i.Choices,
			world.Choice{Name: c.At("name").Text(0, 0), Value: plainValue(c.At("value").Value)})
	}
	return nil
}

// respondLaunch opens the Activity for the person who asked, in their channel.
func (s webhooks) respondLaunch(i *world.Interaction) *validate.Refusal {
	ch := s.Channels[i.Channel]
	if ch == nil {
		return errNoChannel
	}
	i.Launched = s.Launch(i.User, ch).ID
	return nil
}

func (s webhooks) respondModal(i *world.Interaction, f *validate.Form, data validate.Field) *validate.Refusal {
	validate.Modal(data)
	if no := f.Invalid(); no != nil {
		return no
	}
	m := &world.Modal{}
	if err := json.Unmarshal(world.JSON(data.Value), m); err != nil {
		data.Fail("DICT_TYPE_CONVERT", "Could not read the modal: %v", err)
		return f.Invalid()
	}
	m.Interaction, m.ChannelID, m.Source = i.ID, i.Channel, i.Source
	i.Modal = m
	return nil
}

func (s webhooks) callbackJSON(i *world.Interaction, m *world.Message) map[string]any {
	about := map[string]any{"id": i.ID, "type": i.Kind, "channel_id": i.Channel}
	if ch := s.Channels[i.Channel]; ch != nil && ch.GuildID != "" {
		about["guild_id"] = ch.GuildID
	}
	out := map[string]any{"interaction": about}
	if i.Launched != "" {
		about["activity_instance_id"] = i.Launched
		out["resource"] = map[string]any{"type": i.Answer, "activity_instance": map[string]any{"id": i.Launched}}
	}
	if m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = i.Answer == world.AnswerDeferred
		about["response_message_ephemeral"] = m.Ephemeral()
		if i.Answer == world.AnswerMessage || i.Answer == world.AnswerUpdate {
			out["resource"] = map[string]any{"type": i.Answer, "message": s.MessageJSON(m)}
		}
	}
	return out
}

// webhook returns the interaction whose token is in a webhook path.
func (s webhooks) webhook(c *call) (*world.Interaction, *validate.Refusal) {
	i := s.ByToken[c.param("webhook_token")]
	switch {
	case c.param("webhook_id") != s.AppID:
		return nil, errNoWebhook
	case i == nil || s.Now().Sub(i.Sent) >= world.TokenTime:
		return nil, errWebhookToken
	case i.Answer == world.NoAnswer:
		return nil, errNoWebhook
	}
	return i, nil
}

// maxUserInstalled is the largest number of follow-ups where the bot is not a member.
const maxUserInstalled = 5

// postFollowUp sends a further message, or fills a deferred answer.
func (s webhooks) postFollowUp(c *call) (answer, *validate.Refusal) {
	i, no := s.webhook(c)
	if no != nil {
		return refuse(no)
	}
	f, body := c.form()
	d := validate.Message(body, validate.FollowUp, c.files, nil)
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	ch := s.Channels[i.Channel]
	if ch == nil {
		return refuse(errNoChannel)
	}
	if old := s.Posted[i.Original]; i.Deferred && old != nil {
		m, no := s.write.edit(old, d)
		if no != nil {
			return refuse(no)
		}
		s.Filled(i)
		return ok(s.MessageJSON(m))
	}
	if i.Owners["0"] == "" && len(i.Follow) >= maxUserInstalled {
		return refuse(errFollowUps)
	}
	if s.Archived(ch) && ch.Thread.Locked {
		return refuse(errThreadLocked)
	}
	m, no := s.write.build(d, ch)
	if no != nil {
		return refuse(no)
	}
	s.address(i, m)
	m.Type, m.Reference = 0, ""
	if i.Original != "" && i.Answer != world.AnswerModal {
		m.Type, m.Reference = 19, i.Original
	}
	i.Follow = append(i.Follow, m.ID)
	s.write.send(m, d)
	return ok(s.MessageJSON(m))
}

// webhookMessage returns a message that an interaction's token can reach: its answer, which after an
// update is the clicked message, and its follow-ups.
func (s webhooks) webhookMessage(c *call) (*world.Interaction, *world.Message, *validate.Refusal) {
	i, no := s.webhook(c)
	if no != nil {
		return nil, nil, no
	}
	id := c.message()
	if id == "" || id == "@original" {
		id = i.Original
	} else if id != i.Original && !slices.Contains(i.Follow, id) {
		return nil, nil, errNoMessage
	}
	m := s.Posted[id]
	if id == "" || m == nil {
		return nil, nil, errNoMessage
	}
	return i, m, nil
}

func (s webhooks) showWebhookMessage(c *call) (answer, *validate.Refusal) {
	_, m, no := s.webhookMessage(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.MessageJSON(m))
}

func (s webhooks) patchWebhookMessage(c *call) (answer, *validate.Refusal) {
	i, m, no := s.webhookMessage(c)
	if no != nil {
		return refuse(no)
	}
	if s.Archived(s.Channels[m.ChannelID]) {
		return refuse(errThreadArchived)
	}
	f, body := c.form()
	d := validate.Message(body, validate.WebhookEdit, c.files, m)
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	next, no := s.write.edit(m, d)
	if no != nil {
		return refuse(no)
	}
	if next.ID == i.Original && i.Deferred {
		s.Filled(i)
	}
	return ok(s.MessageJSON(next))
}

func (s webhooks) removeWebhookMessage(c *call) (answer, *validate.Refusal) {
	_, m, no := s.webhookMessage(c)
	if no != nil {
		return refuse(no)
	}
	s.DropMessage(m)
	return done()
}

// plainValue converts a decoded JSON number to a float64.
func plainValue(v any) any {
	if n, ok := v.(json.Number); ok {
		x, _ := n.Float64()
		return x
	}
	return v
}
