package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// ReadInteraction reads only the needed parts of an interaction. Of the clicked message it reads
// the id, the top-level parts and the files. So unexpected data in other parts, which Discord may
// change any day, does not prevent an answer. Unexpected data in needed parts is left out. Data is
// nil if the type of the interaction is unknown.
//
// All interactions are read by it, from the gateway too, although discordgo has decoded those: two
// readers of the same interaction know different fields sooner or later.
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
		User           tolerant[discordgo.User]                        `json:"user"`
		Member         tolerant[discordgo.Member]                      `json:"member"`
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
			Resolved      resolved                                             `json:"resolved"`
		} `json:"data"`
	}
	_ = json.Unmarshal(raw, &in) // on a value of the wrong type, Unmarshal still reads the rest
	ix := &discordgo.Interaction{
		ID: in.ID, AppID: in.AppID, Type: in.Type, Token: in.Token, GuildID: in.GuildID, ChannelID: in.ChannelID,
		Locale: in.Locale, GuildLocale: in.GuildLocale,
		Context: in.Context, AuthorizingIntegrationOwners: in.Owners, AppPermissions: in.AppPermissions,
		User: in.User.value, Member: in.Member.value, Message: in.Message.read(),
	}
	users, members := values(in.Data.Resolved.Users), values(in.Data.Resolved.Members)
	switch in.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		ix.Data = discordgo.ApplicationCommandInteractionData{
			Name: in.Data.Name, CommandType: in.Data.CommandType, TargetID: in.Data.TargetID, Options: in.Data.Options,
			Resolved: &discordgo.ApplicationCommandInteractionDataResolved{
				Users: users, Members: members,
				Attachments: values(in.Data.Resolved.Attachments),
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

// resolved holds what an interaction says about the ids in its values.
type resolved struct {
	Users       map[string]tolerant[discordgo.User]              `json:"users"`
	Members     map[string]tolerant[discordgo.Member]            `json:"members"`
	Attachments map[string]tolerant[discordgo.MessageAttachment] `json:"attachments"`
}

// tolerant reads all fields of a JSON object, one at a time: a field with unexpected data is left
// out, and the others are read nevertheless. The value is nil if there is no object.
type tolerant[T any] struct{ value *T }

// UnmarshalJSON reads the object and returns no error. Only an object with unexpected data is read
// field by field, which takes four times as long.
func (o *tolerant[T]) UnmarshalJSON(raw []byte) error {
	var whole *T
	if json.Unmarshal(raw, &whole) == nil {
		o.value = whole
		return nil
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return nil
	}
	o.value = new(T)
	for name, field := range fields {
		one, err := json.Marshal(map[string]json.RawMessage{name: field})
		if err == nil {
			_ = json.Unmarshal(one, o.value)
		}
	}
	return nil
}

// values returns the values that were read.
func values[T any](from map[string]tolerant[T]) map[string]*T {
	to := make(map[string]*T, len(from))
	for id, v := range from {
		to[id] = v.value
	}
	return to
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
	Files []tolerant[discordgo.MessageAttachment] `json:"attachments"`
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
		out.Attachments = append(out.Attachments, f.value)
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
					&discordgo.ActionsRow{Components: []discordgo.MessageComponent{
						&discordgo.TextInput{CustomID: f.CustomID, Value: f.Value},
					}})
			}
		}
	}
	return list
}
