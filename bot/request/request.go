package request

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// AnyHead returns Act without the head: the act applies even if the clicked board is old.
func (r *Request) AnyHead() match.Act {
	a := r.Act(r.Target.Match)
	a.Head = 0
	return a
}

// Act returns the request as an act in a match.
func (r *Request) Act(id match.ID) match.Act {
	return match.Act{Match: id, User: r.User, Head: r.Target.Head, Cause: match.Cause(r.Ix.ID)}
}

// Request is an interaction as handlers see it: who asks what, and where. It is the same for
// gateway and HTTP.
type Request struct {
	router   *Router
	Ix       *discordgo.Interaction
	Raw      json.RawMessage // the interaction as received
	Answer   *discord.Responder
	User     match.UserID
	Name     string        // the person's name, for display
	Avatar   string        // hash of the person's avatar; empty: they have none
	Guild    match.GuildID // empty in direct messages, and where the bot is not a member
	Channel  match.ChannelID
	In       lang.Language // the language of the answer
	received time.Time     // when it was received, by the process's clock and not Router.Now
	// whether the request was made where the bot is not a member: only interaction responses are
	// possible
	UserInstall bool

	// Fields of commands.
	Path    string // "kalah move", or the name of a user command
	Game    *games.Game
	Options map[string]*discordgo.ApplicationCommandInteractionDataOption
	Focused string // the option being typed
	users   map[string]*discordgo.User
	members map[string]*discordgo.Member
	uploads map[string]*discordgo.MessageAttachment
	Subject string // the target of a user command

	// Fields of components and forms.
	Target component.Target
	Values []string
	// the choices in the labelled fields of a submitted form, by name; nil: the request is no form
	filled  map[string]string
	DmBoard bool // the message is the person's private board in direct messages
}

// Errors of interactions that have no handler.
var (
	errNoData    = errors.New("bot: an interaction without data, or of an unknown kind")
	ErrNoActor   = errors.New("bot: an interaction of nobody")
	ErrNoHandler = errors.New("bot: no such command or action")
)

// decode reads an interaction and trusts none of its data.
func decode(raw json.RawMessage) (*Request, error) {
	ix := discord.ReadInteraction(raw)
	r := &Request{
		Ix: ix, Raw: raw, Guild: match.GuildID(ix.GuildID), Channel: match.ChannelID(ix.ChannelID),
		In: lang.Match(string(ix.Locale)),
	}
	if r.UserInstall = userInstalled(ix); r.UserInstall {
		r.Guild = ""
	}
	user := ix.User
	if ix.Member != nil && ix.Member.User != nil {
		user = ix.Member.User
	}
	if user != nil {
		r.User, r.Name, r.Avatar = match.UserID(user.ID), displayName(user, ix.Member), user.Avatar
	}
	switch data := ix.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		r.decodeCommand(data)
	case discordgo.MessageComponentInteractionData:
		t, err := component.ParseID(data.CustomID)
		if err != nil {
			return r, err
		}
		r.Target, r.Values, r.users, r.members = t, data.Values, data.Resolved.Users, data.Resolved.Members
	case discordgo.ModalSubmitInteractionData:
		t, err := component.ParseID(data.CustomID)
		if err != nil {
			return r, err
		}
		form := discord.ReadForm(raw)
		r.Target, r.Values, r.filled, r.users, r.members = t, discord.ModalValues(data), form.Values, form.Users,
			form.Members
	default:
		return r, errNoData
	}
	if r.User == "" {
		return r, ErrNoActor
	}
	return r, nil
}

// userInstalled reports whether the bot is not a member of the place where the interaction was
// made: a direct message between others, or a server that has not installed it.
func userInstalled(ix *discordgo.Interaction) bool {
	_, installed := ix.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return ix.Context == discordgo.InteractionContextPrivateChannel ||
		ix.Context == discordgo.InteractionContextGuild && len(ix.AuthorizingIntegrationOwners) > 0 && !installed
}

// Place returns where the request was made.
func (r *Request) Place() match.Place {
	at := match.Place{Guild: r.Guild, Channel: r.Channel}
	if r.UserInstall {
		at.Outside = cmp.Or(r.Ix.GuildID, match.Between)
	}
	return at
}

// Direct reports whether the request was made in the person's direct messages with the bot.
func (r *Request) Direct() bool { return r.Guild == "" && !r.UserInstall }

// Installed reports whether the person has installed the bot for themselves, if the request tells.
func (r *Request) Installed() bool {
	by := r.Ix.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]
	return by != "" && by == string(r.User)
}

// useExternalApps is Discord's permission USE_EXTERNAL_APPS, which discordgo does not name.
const useExternalApps = 1 << 50

// Muted reports whether nobody but the person sees the answers here: the bot is not a member of the
// server, and the person may not use external apps.
func (r *Request) Muted() bool {
	return r.UserInstall && r.Ix.Member != nil && r.Ix.Member.Permissions&useExternalApps == 0
}

func (r *Request) decodeCommand(data discordgo.ApplicationCommandInteractionData) {
	r.Path, r.Subject = data.Name, data.TargetID
	if data.Resolved != nil {
		r.users, r.members, r.uploads = data.Resolved.Users, data.Resolved.Members, data.Resolved.Attachments
	}
	r.Options = make(map[string]*discordgo.ApplicationCommandInteractionDataOption)
	list := data.Options
	for len(list) == 1 && list[0] != nil && list[0].Type <= discordgo.ApplicationCommandOptionSubCommandGroup {
		r.Path += " " + list[0].Name
		list = list[0].Options
	}
	for _, o := range list {
		if o == nil {
			continue
		}
		r.Options[o.Name] = o
		if o.Focused {
			r.Focused = o.Name
		}
	}
}

// Text returns the trimmed value of a string or user option, or "".
func (r *Request) Text(option string) string {
	if o := r.Options[option]; o != nil {
		if s, ok := o.Value.(string); ok {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// File returns the attachment of an option, or nil.
func (r *Request) File(option string) *discordgo.MessageAttachment { return r.uploads[r.Text(option)] }

// largest is the largest integer that Discord accepts in an option.
const largest = 1 << 53

// Number returns the value of an integer option, limited to the range that Discord accepts. It
// returns false if the option is missing.
func (r *Request) Number(option string) (int, bool) {
	if o := r.Options[option]; o != nil {
		if f, ok := o.Value.(float64); ok {
			return int(min(max(f, -largest), largest)), true
		}
	}
	return 0, false
}

// Yes returns the value of a boolean option. If the option is missing, it returns its second
// argument.
func (r *Request) Yes(option string, otherwise bool) bool {
	if o := r.Options[option]; o != nil {
		if b, ok := o.Value.(bool); ok {
			return b
		}
	}
	return otherwise
}

// ShownMatch returns the match shown by the message whose menu was used, or "".
func (r *Request) ShownMatch() (id match.ID) {
	var in struct {
		Data struct {
			Resolved struct {
				Messages map[string]any `json:"messages"`
			} `json:"resolved"`
		} `json:"data"`
	}
	_ = json.Unmarshal(r.Raw, &in) // on an error the message shows no match
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, inner := range v {
				look(inner)
			}
		case map[string]any:
			if text, ok := v["custom_id"].(string); ok && id == "" {
				if t, err := component.ParseID(text); err == nil {
					id = t.Match
				}
			}
			look(v["components"])
			look(v["accessory"])
		}
	}
	look(in.Data.Resolved.Messages[r.Subject])
	return id
}

// Person returns a user that the command names, and their display name.
func (r *Request) Person(id string) (user *discordgo.User, name string) {
	user = r.users[id]
	if user == nil {
		return nil, ""
	}
	return user, displayName(user, r.members[id])
}

// Member returns a user that the request names as a member of its server, with their permissions in
// its channel. It is nil if the user is no member, or if Discord did not send it.
func (r *Request) Member(id string) *discordgo.Member { return r.members[id] }

// lane returns the queue in which the request waits: its person's, or for a component the person's
// queue of that match. So no person waits for another. The match service still makes the changes of
// a match one by one.
func (r *Request) lane() string {
	if r.Target.Match != "" {
		return "match " + string(r.Target.Match) + " " + string(r.User)
	}
	return "user " + string(r.User)
}

// May reports whether the bot has all of the permissions in the channel of the request.
func (r *Request) May(permissions int64) bool {
	return r.Guild == "" || r.Ix.AppPermissions&discordgo.PermissionAdministrator != 0 ||
		r.Ix.AppPermissions&permissions == permissions
}

// place is the part of an interaction's channel that is needed here.
type place struct {
	Name   string                `json:"name"`
	Type   discordgo.ChannelType `json:"type"`
	Parent match.ChannelID       `json:"parent_id"`
}

// where returns the channel of the request. Its fields are zero if Discord did not send them.
func (r *Request) where() place {
	var in struct {
		Channel place `json:"channel"`
	}
	_ = json.Unmarshal(r.Raw, &in) // fields that can't be read stay zero
	return in.Channel
}

// InThread reports whether the request was made in a thread, if Discord says so.
func (r *Request) InThread() bool {
	kind := r.where().Type
	return kind >= discordgo.ChannelTypeGuildNewsThread && kind <= discordgo.ChannelTypeGuildPrivateThread
}

// ChannelName returns the name of the request's channel, such as "#games".
func (r *Request) ChannelName() string {
	if name := r.where().Name; name != "" {
		return "#" + name
	}
	return r.In.Speak(sayThisChannel)
}

// Parent returns the parent channel of the request's thread, or "" outside threads.
func (r *Request) Parent() match.ChannelID {
	if !r.InThread() {
		return ""
	}
	return r.where().Parent
}

// Manages reports whether the person may manage the server.
func (r *Request) Manages() bool {
	return r.Ix.Member != nil &&
		r.Ix.Member.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
}

// Ephemeral reports whether the clicked component is in an ephemeral message.
func (r *Request) Ephemeral() bool {
	return r.Ix.Message != nil && r.Ix.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// MadeBy returns the id of the interaction that created the clicked message, or "".
func (r *Request) MadeBy() string {
	if m := r.Ix.Message; m != nil && m.InteractionMetadata != nil {
		return m.InteractionMetadata.ID
	}
	return ""
}

// OnPrivate reports whether the clicked component is in a message that only its reader sees: an
// ephemeral message or a private board.
func (r *Request) OnPrivate() bool {
	return r.DmBoard || r.Ephemeral()
}

// displayName returns the name of a person where the interaction was made, on one line. It skips
// names without visible characters.
func displayName(u *discordgo.User, m *discordgo.Member) string {
	nick := ""
	if m != nil {
		nick = m.Nick
	}
	return cmp.Or(discord.OneLine(nick, 32), discord.OneLine(u.GlobalName, 32), discord.OneLine(u.Username, 32))
}

// AccountName returns the display name of the person's account, not their nickname in a server.
func (r *Request) AccountName() string {
	switch {
	case r.Ix.Member != nil && r.Ix.Member.User != nil:
		return displayName(r.Ix.Member.User, nil)
	case r.Ix.User != nil:
		return displayName(r.Ix.User, nil)
	}
	return ""
}

func (r *Request) autocomplete() bool {
	return r.Ix.Type == discordgo.InteractionApplicationCommandAutocomplete
}
