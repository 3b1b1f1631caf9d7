package sandbox

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"paddock/bot/discordsim"
)

// act is an action of the page's user. Kind, in the address, decides which fields are used.
type act struct {
	As      string               `json:"as"` // the member's user name
	Channel discordsim.ChannelID `json:"channel"`
	Text    string               `json:"text"`    // a message, or a command: "/kalah move move:3"
	Focused string               `json:"focused"` // for autocomplete, the option with the cursor
	// the attached files, by the name of their option or modal field
	Files    []upload                 `json:"files"`
	Name     string                   `json:"name"` // name of a command in a context menu
	Message  discordsim.MessageID     `json:"message"`
	CustomID string                   `json:"custom_id"`
	Values   []string                 `json:"values"` // the values picked in a select menu
	Modal    discordsim.InteractionID `json:"modal"`
	// values of the modal's fields, by custom id; several values are joined by commas
	Fields     map[string]string `json:"fields"`
	User       discordsim.UserID `json:"user"`
	Open       bool              `json:"open"`
	Permission string            `json:"permission"`
	Allow      bool              `json:"allow"`
	Seconds    int               `json:"seconds"`
	Instance   string            `json:"instance"` // id of the Activity's instance
	Scopes     []string          `json:"scopes"`   // scopes that the Activity asks for
	Token      string            `json:"token"`    // the token with which the Activity signs in
}

// upload is a file attached to a command or a modal.
type upload struct {
	Name    string `json:"name"`
	Content []byte `json:"content"` // content of the file, in base64 as JSON has it
}

// outcome is the immediate result of an act. Messages come in the stream of events.
type outcome struct {
	Failed  bool                `json:"failed,omitempty"` // the error is that the bot did not answer in time
	Modal   *discordsim.Modal   `json:"modal,omitempty"`
	Choices []discordsim.Choice `json:"choices,omitempty"`
	Frame   *frameView          `json:"frame,omitempty"`   // the Activity that opens
	Code    string              `json:"code,omitempty"`    // an OAuth code for the Activity's server
	Granted *grantView          `json:"granted,omitempty"` // what the member has allowed the Activity
}

// refusal is an error with a sentence for the page's user.
type refusal struct{ say string }

func (e refusal) Error() string { return e.say }

// longestSkip is the longest time by which one click may put the clock forward.
const longestSkip = 31 * 24 * time.Hour

// locales are the languages of a member's client that Paddock supports, as Discord's codes.
var locales = []string{"en-US", "sv-SE", "de"}

// acts maps the last part of an address to an act.
var acts = map[string]func(*sandbox, context.Context, discordsim.UserID, act) (outcome, error){
	"say":          (*sandbox).say,
	"command":      (*sandbox).command,
	"autocomplete": (*sandbox).autocomplete,
	"context":      (*sandbox).contextMenu,
	"click":        onControl((*sandbox).click),
	"select":       onControl((*sandbox).pick),
	"submit":       (*sandbox).submit,
	"dismiss":      (*sandbox).dismiss,
	"delete":       onMessage((*sandbox).remove),
	"read":         (*sandbox).read,
	"skip":         changes((*sandbox).skip),
	"dms":          changes((*sandbox).dms),
	"locale":       changes((*sandbox).locale),
	"permission":   changes((*sandbox).permission),
	"thread":       changes((*sandbox).thread),
	"membership":   changes((*sandbox).membership),
	"trouble":      changes((*sandbox).trouble),
	"launch":       (*sandbox).launch,
	"authorize":    (*sandbox).authorize,
	"authenticate": (*sandbox).authenticate,
	"leave":        (*sandbox).leave,
}

// changes returns an act that changes the world and has no other outcome.
func changes(do func(*sandbox, discordsim.UserID,
	act) error,
) func(*sandbox, context.Context, discordsim.UserID, act) (outcome, error) {
	return func(s *sandbox, _ context.Context, me discordsim.UserID, a act) (outcome, error) {
		err := do(s, me, a)
		if err == nil {
			s.changed()
		}
		return outcome{}, err
	}
}

// onMessage returns an act on a message, which must still exist.
func onMessage(do func(*sandbox, context.Context, discordsim.UserID, act,
	discordsim.Message) (outcome, error),
) func(*sandbox, context.Context, discordsim.UserID, act) (outcome, error) {
	return func(s *sandbox, ctx context.Context, me discordsim.UserID, a act) (outcome, error) {
		m := s.sim.Message(a.Message, me)
		if !m.Exists() { // deleted while it was pressed
			return outcome{}, refusal{"That message is gone already."}
		}
		return do(s, ctx, me, a, m)
	}
}

// onControl returns an act on a button or menu of a message, which must still be there.
func onControl(do func(*sandbox, context.Context, discordsim.UserID, act,
	discordsim.Message) (outcome, error),
) func(*sandbox, context.Context, discordsim.UserID, act) (outcome, error) {
	return onMessage(func(s *sandbox, ctx context.Context, me discordsim.UserID, a act,
		m discordsim.Message,
	) (outcome, error) {
		stands := func(c discordsim.Component) bool { return c.CustomID == a.CustomID && !c.Disabled }
		if len(m.Where(stands)) == 0 { // edited while it was pressed
			return outcome{}, refusal{"That message has changed meanwhile. Look at it again."}
		}
		return do(s, ctx, me, a, m)
	})
}

func (s *sandbox) say(_ context.Context, me discordsim.UserID, a act) (outcome, error) {
	if strings.TrimSpace(a.Text) == "" {
		return outcome{}, refusal{"The message is empty. Type something first."}
	}
	_, err := s.sim.As(me).In(a.Channel).Say(a.Text)
	return outcome{}, err
}

func (s *sandbox) command(ctx context.Context, me discordsim.UserID, a act) (outcome, error) {
	who := s.sim.As(me).In(a.Channel)
	for _, f := range a.Files {
		who = who.WithFile(f.Name, f.Content)
	}
	return s.wait(ctx, me, who.Slash(a.Text))
}

func (s *sandbox) autocomplete(ctx context.Context, me discordsim.UserID, a act) (outcome, error) {
	return s.wait(ctx, me, s.sim.As(me).In(a.Channel).Autocomplete(a.Text, a.Focused))
}

func (s *sandbox) contextMenu(ctx context.Context, me discordsim.UserID, a act) (outcome, error) {
	if a.Message != "" {
		return onMessage((*sandbox).messageMenu)(s, ctx, me, a)
	}
	return s.wait(ctx, me, s.sim.As(me).In(a.Channel).ContextMenu(a.Name, a.User))
}

func (s *sandbox) messageMenu(ctx context.Context, me discordsim.UserID, a act, m discordsim.Message) (outcome, error) {
	return s.wait(ctx, me, s.sim.As(me).In(a.Channel).MessageMenu(a.Name, m))
}

func (s *sandbox) click(ctx context.Context, me discordsim.UserID, a act, m discordsim.Message) (outcome, error) {
	return s.wait(ctx, me, s.sim.As(me).Click(m, a.CustomID))
}

func (s *sandbox) pick(ctx context.Context, me discordsim.UserID, a act, m discordsim.Message) (outcome, error) {
	return s.wait(ctx, me, s.sim.As(me).Select(m, a.CustomID, a.Values...))
}

func (s *sandbox) submit(ctx context.Context, me discordsim.UserID, a act) (outcome, error) {
	s.mu.Lock()
	open := s.modals[a.Modal] // the form is zero if it is not open
	s.mu.Unlock()
	if open.by != me {
		return outcome{}, refusal{"This form is no longer open. Close it and open it again."}
	}
	who := s.sim.As(me)
	for _, f := range a.Files {
		who = who.WithFile(f.Name, f.Content)
	}
	out, err := s.wait(ctx, me, who.Submit(open.modal, a.Fields))
	if err == nil && !out.Failed {
		s.mu.Lock()
		delete(s.modals, a.Modal)
		s.mu.Unlock()
	}
	return out, err
}

// mostModals is the largest number of remembered open forms. A person with more has forgotten the
// first.
const mostModals = 100

type openModal struct {
	by    discordsim.UserID
	modal *discordsim.Modal
}

// wait waits for the bot's first answer. It does not wait for a deferred answer, which comes as a
// message.
func (s *sandbox) wait(ctx context.Context, me discordsim.UserID, i *discordsim.Interaction) (outcome, error) {
	err := i.WaitAnswer(ctx)
	if errors.Is(err, discordsim.ErrNoAnswer) {
		return outcome{Failed: true}, nil
	}
	if err != nil {
		return outcome{}, err
	}
	out := outcome{Modal: i.Modal(), Choices: i.Choices(), Frame: s.frame(i.Launched())}
	if out.Modal != nil {
		s.show(me, out.Modal)
	}
	return out, nil
}

func (s *sandbox) dismiss(_ context.Context, me discordsim.UserID, a act) (outcome, error) {
	m := s.sim.Message(a.Message, me)
	if !m.Ephemeral() {
		return outcome{}, refusal{"Only a message that you alone can see can be dismissed."}
	}
	s.sim.DeleteMessage(m.ID)
	return outcome{}, nil
}

func (s *sandbox) remove(_ context.Context, _ discordsim.UserID, _ act, m discordsim.Message) (outcome, error) {
	s.sim.DeleteMessage(m.ID)
	return outcome{}, nil
}

func (s *sandbox) read(_ context.Context, me discordsim.UserID, a act) (outcome, error) {
	if s.reading.done(me, a.Channel, s.sim.Last(a.Channel, me).ID) {
		s.changed()
	}
	return outcome{}, nil
}

func (s *sandbox) skip(_ discordsim.UserID, a act) error {
	d := time.Duration(a.Seconds) * time.Second
	if d <= 0 || d > longestSkip {
		return refusal{"The clock can be put forward by at most a month at a time, and never back."}
	}
	s.clock.skip(d)
	return nil
}

func (s *sandbox) dms(_ discordsim.UserID, a act) error {
	if a.Open {
		s.sim.OpenDMs(a.User)
	} else {
		s.sim.CloseDMs(a.User)
	}
	return nil
}

// locale sets the language of a member's client, like Discord's settings.
func (s *sandbox) locale(_ discordsim.UserID, a act) error {
	if !slices.Contains(locales, a.Text) {
		return refusal{"The sandbox's members read one of " + strings.Join(locales, ", ") + "."}
	}
	s.sim.SetLocale(a.User, a.Text)
	return nil
}

func (s *sandbox) permission(_ discordsim.UserID, a act) error {
	for _, p := range permissions {
		if p.name != a.Permission {
			continue
		}
		if a.Allow {
			s.sim.Allow(a.Channel, p.bits)
		} else {
			s.sim.Deny(a.Channel, p.bits)
		}
		return nil
	}
	return refusal{"There is no such permission."}
}

// thread locks or unlocks a thread.
func (s *sandbox) thread(_ discordsim.UserID, a act) error {
	c, _ := s.sim.Channel(a.Channel)
	if c.Thread == nil {
		return refusal{"Only a thread can be locked."}
	}
	s.sim.SetThread(a.Channel, c.Thread.Archived, !a.Allow)
	return nil
}

// membership removes the bot from the server, or invites it back.
func (s *sandbox) membership(me discordsim.UserID, a act) error {
	for _, g := range s.sim.Snapshot(me).Guilds {
		if a.Allow {
			s.sim.InviteBot(g.ID)
		} else {
			s.sim.KickBot(g.ID)
		}
	}
	return nil
}

// trouble makes Discord answer all requests of the bot with an error, until it is switched off.
func (s *sandbox) trouble(_ discordsim.UserID, a act) error {
	s.mu.Lock()
	if s.recover != nil {
		s.recover()
		s.recover = nil
	}
	if !a.Allow {
		s.recover = s.sim.Inject(discordsim.Fault{Times: -1, Status: 503})
	}
	s.mu.Unlock()
	return nil
}
