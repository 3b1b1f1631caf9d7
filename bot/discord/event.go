package discord

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Permissions that discordgo does not know.
const (
	PermissionCreateEvents = 1 << 44
	PermissionPinMessages  = 1 << 51
)

// Event is a scheduled event of a server that takes place at an address.
type Event struct {
	Name, About string
	Place       string // the event's location, which also identifies it
	Start, End  time.Time
}

// Limits of scheduled events.
const (
	maxEventName  = 100
	maxEventAbout = 1000
)

// Schedule creates an event, unless the server has one by the bot at the same place. It returns the
// id.
func (c *Client) Schedule(ctx context.Context, guild, self string, e Event) (id string, err error) {
	url := discordgo.EndpointGuildScheduledEvents(guild)
	var list []struct {
		ID      string `json:"id"`
		Creator string `json:"creator_id"`
		Data    struct {
			Location string `json:"location"`
		} `json:"entity_metadata"`
	}
	if err := c.Read(ctx, url, "", &list); err != nil {
		return "", err
	}
	for _, known := range list {
		if known.Creator == self && known.Data.Location == e.Place {
			return known.ID, nil
		}
	}
	return c.create(ctx, request{url: url, body: map[string]any{
		"name": OneLine(e.Name, maxEventName), "description": Truncate(e.About, maxEventAbout),
		"privacy_level":        discordgo.GuildScheduledEventPrivacyLevelGuildOnly,
		"scheduled_start_time": e.Start.UTC(), "scheduled_end_time": e.End.UTC(),
		"entity_type":     discordgo.GuildScheduledEventEntityTypeExternal,
		"entity_metadata": map[string]string{"location": e.Place},
	}})
}

// BeginEvent starts a scheduled event.
func (c *Client) BeginEvent(ctx context.Context, guild, id string) error {
	url := discordgo.EndpointGuildScheduledEvent(guild, id)
	_, err := c.Call(ctx, "PATCH", url, discordgo.EndpointGuildScheduledEvent(guild, ""),
		map[string]any{"status": discordgo.GuildScheduledEventStatusActive}, nil)
	return err
}

// DropEvent deletes an event.
func (c *Client) DropEvent(ctx context.Context, guild, id string) error {
	url := discordgo.EndpointGuildScheduledEvent(guild, id)
	_, err := c.Call(ctx, "DELETE", url, discordgo.EndpointGuildScheduledEvent(guild, ""), nil, nil)
	return err
}

// Pin pins a message of a channel.
func (c *Client) Pin(ctx context.Context, channel, id string) error {
	url := discordgo.EndpointChannelMessages(channel) + "/pins/"
	_, err := c.Call(ctx, "PUT", url+id, url, nil, nil)
	return err
}
