package world

import (
	"encoding/json"
	"slices"
	"time"
)

// This file encodes users, guilds and channels like Discord's API and gateway.

// UserJSON returns a user; an unknown id gives a deleted account.
func (s *State) UserJSON(id UserID) map[string]any {
	u := s.Users[id]
	if u == nil {
		u = &User{ID: id, Username: "deleted_user", GlobalName: "Deleted User"}
	}
	out := map[string]any{
		"id": u.ID, "username": u.Username, "global_name": u.GlobalName, "discriminator": "0",
		"avatar": nil, "public_flags": 0, "flags": 0, "primary_guild": nil,
	}
	if u.Avatar != "" {
		out["avatar"] = u.Avatar
	}
	if u.Bot {
		out["bot"] = true
	}
	return out
}

// MemberJSON returns a full member. Interactions add "permissions".
func (s *State) MemberJSON(g *Guild, id UserID) map[string]any {
	m := g.Members[id]
	var nick any
	if m.Nick != "" {
		nick = m.Nick
	}
	roles := OrEmpty(m.Roles)
	if id == s.BotID {
		roles = append(slices.Clip(roles), RoleID(id))
	}
	return map[string]any{
		"user": s.UserJSON(id), "nick": nick, "roles": roles, "joined_at": stamp(m.JoinedAt),
		"avatar": nil, "banner": nil, "communication_disabled_until": nil, "flags": 0, "pending": false,
		"premium_since": nil, "mute": false, "deaf": false,
	}
}

// ChannelJSON returns a channel, thread, DM or group.
func (s *State) ChannelJSON(c *Channel) map[string]any {
	out := map[string]any{"id": c.ID, "type": c.Type, "flags": 0, "last_message_id": nil}
	if c.LastMessageID != "" {
		out["last_message_id"] = c.LastMessageID
	}
	if c.IsBotDM() {
		out["recipients"] = []any{s.UserJSON(c.Recipient)}
		return out
	}
	if c.IsPrivate() {
		var people []any
		for _, u := range c.Members {
			people = append(people, s.UserJSON(u))
		}
		out["recipients"] = people
		if c.Type == ChannelGroup {
			out["name"], out["owner_id"], out["icon"] = c.Name, c.OwnerID, nil
		}
		return out
	}
	out["guild_id"], out["name"], out["parent_id"] = c.GuildID, c.Name, nil
	if c.ParentID != "" {
		out["parent_id"] = c.ParentID
	}
	if !c.IsThread() {
		out["position"], out["nsfw"], out["topic"] = 0, false, nil
		out["permission_overwrites"] = []any{map[string]any{
			"id": s.BotID, "type": 1, "allow": "0",
			"deny": c.BotDenied,
		}}
		return out
	}
	archived := s.Archived(c)
	out["owner_id"], out["message_count"], out["total_message_sent"] = c.OwnerID, len(c.MessageIDs), len(c.MessageIDs)
	out["member_count"], out["rate_limit_per_user"] = len(c.Members), 0
	out["thread_metadata"] = map[string]any{
		"archived": archived, "locked": c.Thread.Locked, "auto_archive_duration": c.Thread.AutoArchiveDuration,
		"archive_timestamp": stamp(c.Thread.ArchiveTimestamp), "invitable": true,
	}
	return out
}

// GuildJSON returns the answer of GET /guilds/{id}.
func (s *State) GuildJSON(g *Guild) map[string]any {
	out := map[string]any{
		"id": g.ID, "name": g.Name, "owner_id": g.OwnerID, "preferred_locale": g.Locale, "region": "deprecated",
		"afk_timeout": 300, "max_members": 500000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
		"roles": s.rolesJSON(g),
	}
	for _, k := range []string{
		"icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id",
		"afk_channel_id",
		"system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code", "rules_channel_id",
		"safety_alerts_channel_id", "public_updates_channel_id", "incidents_data",
	} {
		out[k] = nil
	}
	for _, k := range []string{
		"system_channel_flags", "verification_level", "default_message_notifications", "mfa_level",
		"explicit_content_filter", "premium_tier", "premium_subscription_count", "nsfw_level",
	} {
		out[k] = 0
	}
	for _, k := range []string{"widget_enabled", "premium_progress_bar_enabled", "nsfw"} {
		out[k] = false
	}
	for _, k := range []string{"features", "emojis", "stickers"} {
		out[k] = []any{}
	}
	return out
}

// rolesJSON returns the roles of a guild; @everyone has the guild's own id.
func (s *State) rolesJSON(g *Guild) []any {
	list := []any{roleJSON(RoleID(g.ID), "@everyone", 0)}
	if bot := g.Members[s.BotID]; bot != nil { // a bot has a role of its own
		own := roleJSON(RoleID(s.BotID), s.Users[s.BotID].Username, 1)
		own["permissions"], own["managed"], own["tags"] = bot.Permissions, true, map[string]any{"bot_id": s.BotID}
		list = append(list, own)
	}
	for i, r := range g.Roles {
		list = append(list, roleJSON(r.ID, r.Name, i+2))
	}
	return list
}

func roleJSON(id RoleID, name string, position int) map[string]any {
	permissions := Permissions(0)
	if position == 0 {
		permissions = DefaultMemberPermissions
	}
	return map[string]any{
		"id": id, "name": name, "permissions": permissions, "position": position, "color": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist":  false, "managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}

// RoleJSON returns a role as an interaction refers to it; nil if there is none.
func (s *State) RoleJSON(g GuildID, id RoleID) any {
	guild := s.Guilds[g]
	if guild == nil {
		return nil
	}
	for _, r := range s.rolesJSON(guild) {
		if r.(map[string]any)["id"] == id {
			return r
		}
	}
	return nil
}

// GuildCreate returns the payload of GUILD_CREATE: the guild, the channels that the bot sees, and
// the bot as a member.
func (s *State) GuildCreate(g *Guild) map[string]any {
	out := s.GuildJSON(g)
	channels, threads := []any{}, []any{}
	for _, c := range s.Channels {
		if c.GuildID != g.ID || !s.BotPermissions(c).Has(PermViewChannel) {
			continue
		}
		if !c.IsThread() {
			channels = append(channels, s.ChannelJSON(c))
		} else if !s.Archived(c) {
			threads = append(threads, s.ChannelJSON(c))
		}
	}
	out["channels"], out["threads"] = channels, threads
	out["members"] = []any{}
	if g.Members[s.BotID] != nil {
		out["members"] = []any{s.MemberJSON(g, s.BotID)}
		out["joined_at"] = stamp(g.Members[s.BotID].JoinedAt)
	}
	out["member_count"], out["large"], out["unavailable"] = len(g.Members), false, false
	for _, k := range []string{
		"presences", "voice_states", "stage_instances", "guild_scheduled_events",
		"soundboard_sounds",
	} {
		out[k] = []any{}
	}
	return out
}

// EventJSON returns a scheduled event.
func (s *State) EventJSON(g *Guild, e ScheduledEvent) map[string]any {
	var about any
	if e.Description != "" {
		about = e.Description
	}
	return map[string]any{
		"id": e.ID, "guild_id": g.ID, "name": e.Name, "description": about, "channel_id": nil, "creator_id": e.Creator,
		"image":                nil,
		"scheduled_start_time": stamp(e.Start), "scheduled_end_time": stamp(e.End), "status": e.Status,
		"entity_type": 3, "entity_id": nil,
		"recurrence_rule": nil, "privacy_level": 2, "guild_scheduled_event_exceptions": []any{},
		"entity_metadata": map[string]any{"location": e.Location},
	}
}

// EmojiJSON returns an emoji of the application.
func (s *State) EmojiJSON(e AppEmoji) map[string]any {
	return map[string]any{
		"id": e.ID, "name": e.Name, "user": s.UserJSON(s.BotID), "roles": []any{}, "require_colons": true,
		"managed": false, "animated": false, "available": true,
	}
}

// MessageJSON returns a message as in Discord's API and gateway.
func (s *State) MessageJSON(m *Message) map[string]any {
	mentions := []any{}
	for _, u := range m.Mentions {
		mentions = append(mentions, s.UserJSON(u))
	}
	out := map[string]any{
		"id": m.ID, "channel_id": m.ChannelID, "type": m.Type, "content": m.Content, "author": s.UserJSON(m.AuthorID),
		"components": OrEmpty(m.Components), "embeds": OrEmpty(m.Embeds), "attachments": OrEmpty(m.Attachments),
		"flags": m.Flags, "timestamp": stamp(m.Timestamp), "edited_timestamp": nil, "mentions": mentions,
		"mention_roles": []string{}, "mention_everyone": m.Everyone, "pinned": m.Pinned, "tts": false,
	}
	if !m.Edited.IsZero() {
		out["edited_timestamp"] = stamp(m.Edited)
	}
	if m.Nonce != "" {
		out["nonce"] = m.Nonce
	}
	if m.Reference != "" {
		out["message_reference"] = map[string]any{"type": 0, "channel_id": m.ChannelID, "message_id": m.Reference}
	}
	if m.Source != nil {
		out["application_id"], out["webhook_id"] = s.AppID, s.AppID
		out["interaction_metadata"] = s.sourceJSON(m)
	}
	if t := s.Channels[m.ThreadID]; t != nil {
		out["thread"] = s.ChannelJSON(t)
	}
	return out
}

func (s *State) sourceJSON(m *Message) map[string]any {
	meta := map[string]any{
		"id": m.Source.ID, "type": m.Source.Type, "user": s.UserJSON(m.Source.UserID),
		"authorizing_integration_owners": m.Source.Owners,
	}
	if m.Source.Owners == nil { // saved by an older version
		meta["authorizing_integration_owners"] = s.Owners(s.Channels[m.ChannelID], m.Source.UserID)
	}
	switch m.Source.Type {
	case InteractionComponent:
		meta["interacted_message_id"] = m.Reference
	case InteractionModal:
		meta["triggering_interaction_metadata"] = map[string]any{
			"id": m.Source.ID, "type": InteractionCommand, "user": s.UserJSON(m.Source.UserID),
			"authorizing_integration_owners": meta["authorizing_integration_owners"],
		}
	}
	return meta
}

// OrEmpty replaces a nil slice by an empty one, which JSON writes as [].
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// stamp formats a time like Discord.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// JSON marshals values of this package, which cannot fail.
func JSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic("discordsim: " + err.Error())
	}
	return b
}
