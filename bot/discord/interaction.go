package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// ReadInteraction reads only the needed parts of an interaction. Of the clicked message it reads
// the id, the top-level parts and the files, and of people their identity. So unexpected data in
// other parts, which Discord may change any day, does not prevent an answer. Unexpected data in
// needed parts is left out. Data is nil if the type of the interaction is unknown.
func ReadInteraction(raw []byte) *discordgo.Interaction {
	var in struct {
		ID             string                                          `json:"id"`
		AppID          string                                          `json:"application_id"`
		Type           discordgo.InteractionType                       `json:"type"`
		Token          string                                          `json:"token"`
		GuildID        string                                          `json:"guild_id"`
		ChannelID      string                                          `json:"channel_id"`
		Locale         discordgo.Locale                                `json:"locale"`
		GuildLocale    *discordgo.Locale                               `json:"guild_locale"`
		Context        discordgo.InteractionContextType                `json:"context"`
		Owners         map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
		AppPermissions int64                                           `json:"app_permissions,string"`
		User           *someone                                        `json:"user"`
		Member         *member                                         `json:"member"`
		Message        *used                                           `json:"message"`
		Data           struct {
			CustomID      string                                               `json:"custom_id"`
			ComponentType discordgo.ComponentType                              `json:"component_type"`
			Values        []string                                             `json:"values"`
			Name          string                                               `json:"name"`
			CommandType   discordgo.ApplicationCommandType                     `json:"type"`
			TargetID      string                                               `json:"target_id"`
			Options       []*discordgo.ApplicationCommandInteractionDataOption `json:"options"`
			Components    []field                                              `json:"components"`
			Resolved      struct {
				Users       map[string]*someone `json:"users"`
				Members     map[string]*member  `json:"members"`
				Attachments map[string]*file    `json:"attachments"`
			} `json:"resolved"`
		} `json:"data"`
	}
	_ = json.Unmarshal(raw, &in) // on a value of the wrong type, Unmarshal still reads the rest
	ix := &discordgo.Interaction{
		ID: in.ID, AppID: in.AppID, Type: in.Type, Token: in.Token, GuildID: in.GuildID, ChannelID: in.ChannelID,
		Locale: in.Locale, GuildLocale: in.GuildLocale,
		Context: in.Context, AuthorizingIntegrationOwners: in.Owners, AppPermissions: in.AppPermissions,
		User: in.User.read(), Member: in.Member.read(), Message: in.Message.read(),
	}
	users, members := each(in.Data.Resolved.Users, (*someone).read), each(in.Data.Resolved.Members, (*member).read)
	switch in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		ix.Data = discordgo.ApplicationCommandInteractionData{
			Name: in.Data.Name, CommandType: in.Data.CommandType, TargetID: in.Data.TargetID, Options: in.Data.Options,
			Resolved: &discordgo.ApplicationCommandInteractionDataResolved{
				Users: users, Members: members,
				Attachments: each(in.Data.Resolved.Attachments, (*file).read),
			},
		}
	case discordgo.InteractionMessageComponent:
		ix.Data = discordgo.MessageComponentInteractionData{
			CustomID: in.Data.CustomID, ComponentType: in.Data.ComponentType, Values: in.Data.Values,
			Resolved: discordgo.MessageComponentInteractionDataResolved{Users: users, Members: members},
		}
	case discordgo.InteractionModalSubmit:
		ix.Data = discordgo.ModalSubmitInteractionData{
			CustomID:   in.Data.CustomID,
			Components: inputs(in.Data.Components),
		}
	}
	return ix
}

// each reads all values of a map.
func each[A, B any](from map[string]*A, read func(*A) *B) map[string]*B {
	to := make(map[string]*B, len(from))
	for id, v := range from {
		to[id] = read(v)
	}
	return to
}

// someone holds the fields of a user that the bot reads.
type someone struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

func (u *someone) read() *discordgo.User {
	if u == nil {
		return nil
	}
	return &discordgo.User{ID: u.ID, Username: u.Username, GlobalName: u.GlobalName, Bot: u.Bot}
}

// member is the needed part of a member of a server.
type member struct {
	User        *someone `json:"user"`
	Nick        string   `json:"nick"`
	Roles       []string `json:"roles"`
	Permissions int64    `json:"permissions,string"`
}

func (m *member) read() *discordgo.Member {
	if m == nil {
		return nil
	}
	return &discordgo.Member{User: m.User.read(), Nick: m.Nick, Roles: m.Roles, Permissions: m.Permissions}
}

// file is the needed part of an attachment.
type file struct {
	URL      string `json:"url"`
	Filename string `json:"filename"`
	Size     int    `json:"size"`
}

func (f *file) read() *discordgo.MessageAttachment {
	if f == nil {
		return nil
	}
	return &discordgo.MessageAttachment{URL: f.URL, Filename: f.Filename, Size: f.Size}
}

// used is the needed part of a message whose component was used.
type used struct {
	ID    string                 `json:"id"`
	Flags discordgo.MessageFlags `json:"flags"`
	Made  *struct {
		ID string `json:"id"`
	} `json:"interaction_metadata"`
	Components []struct {
		Type discordgo.ComponentType `json:"type"`
	} `json:"components"`
	Files []*file `json:"attachments"`
}

func (m *used) read() *discordgo.Message {
	if m == nil {
		return nil
	}
	out := &discordgo.Message{ID: m.ID, Flags: m.Flags}
	if m.Made != nil {
		out.InteractionMetadata = &discordgo.MessageInteractionMetadata{ID: m.Made.ID}
	}
	for _, c := range m.Components {
		out.Components = append(out.Components, ofType(c.Type))
	}
	for _, f := range m.Files {
		out.Attachments = append(out.Attachments, f.read())
	}
	return out
}

// ofType is a component with only its type.
type ofType discordgo.ComponentType

// Type returns the type of the component.
func (t ofType) Type() discordgo.ComponentType { return discordgo.ComponentType(t) }

// MarshalJSON writes the type.
func (t ofType) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type discordgo.ComponentType `json:"type"`
	}{t.Type()})
}

// field is a component of a submitted form, or a container of one.
type field struct {
	Type       discordgo.ComponentType `json:"type"`
	CustomID   string                  `json:"custom_id"`
	Value      string                  `json:"value"`
	Components []field                 `json:"components"`
}

// inputs returns the text inputs of a form, each in a row.
func inputs(rows []field) (list []discordgo.MessageComponent) {
	for _, r := range rows {
		for _, f := range r.Components {
			if f.Type == discordgo.TextInputComponent {
				list = append(list,
					&discordgo.ActionsRow{Components: []discordgo.MessageComponent{&discordgo.TextInput{CustomID: f.CustomID, Value: f.Value}}})
			}
		}
	}
	return list
}
