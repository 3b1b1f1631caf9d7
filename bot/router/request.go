package router

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// AnyHead is the request as an act that means the match, not the board that was shown.
func (r *Request) AnyHead() match.Act {
	a := r.Act(r.Target.Match)
	a.Head = 0
	return a
}

// Act is the request as something done to a match.
func (r *Request) Act(id match.ID) match.Act {
	return match.Act{Match: id, User: r.User, Head: r.Target.Head, Cause: match.Cause(r.Ix.ID)}
}

// Request is an interaction as handlers see it: who asks what, and where. It does not know which way it came.
type Request struct {
	*Router
	Ix          *discordgo.Interaction
	Raw         json.RawMessage // as it came
	Answer      *discord.Responder
	User        match.UserID
	Name        string        // for display
	Guild       match.GuildID // empty in direct messages, and where the bot is not a member
	Channel     match.ChannelID
	In          lang.Language // what the person is answered in
	received    time.Time     // by the clock of the process
	UserInstall bool          // invoked where the bot is not a member: only interaction responses are possible

	// Of commands.
	path    string // "kalah move"; of a user command its name
	Game    *games.Game
	Options map[string]*discordgo.ApplicationCommandInteractionDataOption
	Focused string // the option being typed
	users   map[string]*discordgo.User
	members map[string]*discordgo.Member
	uploads map[string]*discordgo.MessageAttachment
	Subject string // whom a user command was used on

	// Of components and forms.
	Target  show.Target
	Values  []string
	DmBoard bool         // the message is the person's private board in direct messages
	keep    *match.Match // what a private message in a channel shows after the answer, to be kept up to date
	once    bool         // that message is there for one move alone
	played  *match.Match // if not nil, the answer says what was played in it, see [deliver.PrivateBoards.KeepNote]
	shows   string       // digest of what that board shows after the answer; empty: not what it would by itself
}

// Reasons for not handling an interaction.
var (
	errNoData    = errors.New("bot: an interaction without data, or of an unknown kind")
	ErrNoActor   = errors.New("bot: an interaction of nobody")
	ErrNoHandler = errors.New("bot: no such command or action")
)

// decode reads an interaction. Nothing in it is believed: one that discordgo can't read, because of a component type that it does not know, still
// gives a request that can be answered. Read is what discordgo has made of it already, nil if nothing; reading is most of what a click costs, so
// it is not done twice.
func decode(raw json.RawMessage, read *discordgo.Interaction) (*Request, error) {
	ix := read
	var unread error
	if ix == nil {
		ix = new(discordgo.Interaction)
		unread = json.Unmarshal(raw, ix)
	}
	if read == nil {
		var more struct {
			ID    string                    `json:"id"`
			AppID string                    `json:"application_id"`
			Type  discordgo.InteractionType `json:"type"`
			Token string                    `json:"token"`
		}
		if err := json.Unmarshal(raw, &more); err != nil {
			return &Request{Ix: ix}, err
		}
		ix.ID, ix.AppID, ix.Type, ix.Token = more.ID, more.AppID, more.Type, more.Token
	}
	r := &Request{Ix: ix, Raw: raw, Guild: match.GuildID(ix.GuildID), Channel: match.ChannelID(ix.ChannelID), In: lang.Match(string(ix.Locale))}
	if r.UserInstall = userInstalled(ix); r.UserInstall {
		r.Guild = ""
	}
	user := ix.User
	if ix.Member != nil && ix.Member.User != nil {
		user = ix.Member.User
	}
	if user != nil {
		r.User, r.Name = match.UserID(user.ID), displayName(user, ix.Member)
	}
	switch data := ix.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		r.decodeCommand(data)
	case discordgo.MessageComponentInteractionData:
		t, err := show.ParseID(data.CustomID)
		if err != nil {
			return r, err
		}
		r.Target, r.Values, r.users, r.members = t, data.Values, data.Resolved.Users, data.Resolved.Members
	case discordgo.ModalSubmitInteractionData:
		t, err := show.ParseID(data.CustomID)
		if err != nil {
			return r, err
		}
		r.Target, r.Values = t, discord.ModalValues(data)
	default:
		return r, fmt.Errorf("%w: %w", errNoData, unread)
	}
	if user == nil {
		return r, ErrNoActor
	}
	return r, nil
}

// userInstalled reports whether an interaction was made where the bot is not a member: in a direct message of others, or in a server that has not installed
// it.
func userInstalled(ix *discordgo.Interaction) bool {
	_, installed := ix.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return ix.Context == discordgo.InteractionContextPrivateChannel ||
		ix.Context == discordgo.InteractionContextGuild && len(ix.AuthorizingIntegrationOwners) > 0 && !installed
}

func (r *Request) decodeCommand(data discordgo.ApplicationCommandInteractionData) {
	r.path, r.Subject = data.Name, data.TargetID
	if data.Resolved != nil {
		r.users, r.members, r.uploads = data.Resolved.Users, data.Resolved.Members, data.Resolved.Attachments
	}
	r.Options = make(map[string]*discordgo.ApplicationCommandInteractionDataOption)
	list := data.Options
	for len(list) == 1 && list[0] != nil && list[0].Type <= discordgo.ApplicationCommandOptionSubCommandGroup {
		r.path += " " + list[0].Name
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

// Text is the value of a string or user option, trimmed; empty if it is missing.
func (r *Request) Text(option string) string {
	if o := r.Options[option]; o != nil {
		if s, ok := o.Value.(string); ok {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// File is what was attached to an option; nil if nothing was.
func (r *Request) File(option string) *discordgo.MessageAttachment { return r.uploads[r.Text(option)] }

// largest is the largest number that Discord lets anybody type.
const largest = 1 << 53

// Number is the value of an integer option. Whatever has been sent, it is a number that Discord lets people type.
func (r *Request) Number(option string) (int, bool) {
	if o := r.Options[option]; o != nil {
		if f, ok := o.Value.(float64); ok {
			return int(min(max(f, -largest), largest)), true
		}
	}
	return 0, false
}

// Yes is the value of a boolean option, or otherwise.
func (r *Request) Yes(option string, otherwise bool) bool {
	if o := r.Options[option]; o != nil {
		if b, ok := o.Value.(bool); ok {
			return b
		}
	}
	return otherwise
}

// Person finds a member named in the command.
func (r *Request) Person(id string) (user *discordgo.User, name string) {
	user = r.users[id]
	if user == nil {
		return nil, ""
	}
	return user, displayName(user, r.members[id])
}

// lane is the queue that the request waits in: its person's, and on a board their own of that match. So nobody waits for what others ask, and look at;
// changes of a match are made one after the other all the same, by the match service.
func (r *Request) lane() string {
	if r.Target.Match != "" {
		return "match " + string(r.Target.Match) + " " + string(r.User)
	}
	return "user " + string(r.User)
}

// May reports whether the bot has all of the permissions where the request was made.
func (r *Request) May(permissions int64) bool {
	return r.Guild == "" || r.Ix.AppPermissions&discordgo.PermissionAdministrator != 0 || r.Ix.AppPermissions&permissions == permissions
}

// place is a channel as an interaction tells of it.
type place struct {
	Type   discordgo.ChannelType `json:"type"`
	Parent match.ChannelID       `json:"parent_id"`
}

// where is the channel in which a request was made, as far as can be told.
func (r *Request) where() place {
	var in struct {
		Channel place `json:"channel"`
	}
	if json.Unmarshal(r.Raw, &in) != nil {
		return place{}
	}
	return in.Channel
}

// InThread reports whether a request was made in a thread, as far as can be told.
func (r *Request) InThread() bool {
	kind := r.where().Type
	return kind >= discordgo.ChannelTypeGuildNewsThread && kind <= discordgo.ChannelTypeGuildPrivateThread
}

// Parent is the channel in whose thread a request was made; empty if it was made in no thread.
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

// ephemeral reports whether a component of a message in a channel that only the presser sees was used.
func (r *Request) ephemeral() bool {
	return r.Ix.Message != nil && r.Ix.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// madeBy is the interaction that has made the private message that was used.
func (r *Request) madeBy() string {
	if m := r.Ix.Message; m != nil && m.InteractionMetadata != nil {
		return m.InteractionMetadata.ID
	}
	return ""
}

// OnPrivate reports whether a component of a message that only the presser sees was used.
func (r *Request) OnPrivate() bool {
	return r.DmBoard || r.ephemeral()
}

// displayName is how a person is called where the interaction was made, fit to stand in a line.
func displayName(u *discordgo.User, m *discordgo.Member) string {
	name := u.Username
	if u.GlobalName != "" {
		name = u.GlobalName
	}
	if m != nil && m.Nick != "" {
		name = m.Nick
	}
	return discord.OneLine(name, 32)
}

// AccountName is how a person is called wherever Discord shows them, and not by a nickname that they have in one server.
func (r *Request) AccountName() string {
	switch {
	case r.Ix.Member != nil && r.Ix.Member.User != nil:
		return displayName(r.Ix.Member.User, nil)
	case r.Ix.User != nil:
		return displayName(r.Ix.User, nil)
	}
	return ""
}

// autocomplete reports whether the request asks what could be typed.
func (r *Request) autocomplete() bool {
	return r.Ix.Type == discordgo.InteractionApplicationCommandAutocomplete
}
