package discordsim

import (
	"encoding/json"
	"time"
)

// This file writes people, guilds and channels the way Discord's API and gateway do.

func (s *Sim) userJSON(id UserID) map[string]any {
	u := s.users[id]
	if u == nil {
		u = &User{ID: id, Username: "deleted_user", GlobalName: "Deleted User"}
	}
	out := map[string]any{
		"id": u.ID, "username": u.Username, "global_name": u.GlobalName, "discriminator": "0",
		"avatar": nil, "public_flags": 0, "flags": 0, "primary_guild": nil,
	}
	if u.Bot {
		out["bot"] = true
	}
	return out
}

// memberJSON is a full member; inside an interaction "permissions" is added.
func (s *Sim) memberJSON(g *Guild, id UserID) map[string]any {
	m := g.Members[id]
	var nick any
	if m.Nick != "" {
		nick = m.Nick
	}
	return map[string]any{
		"user": s.userJSON(id), "nick": nick, "roles": []string{}, "joined_at": stamp(m.JoinedAt),
		"avatar": nil, "banner": nil, "communication_disabled_until": nil, "flags": 0, "pending": false,
		"premium_since": nil, "mute": false, "deaf": false,
	}
}

func (s *Sim) channelJSON(c *Channel) map[string]any {
	out := map[string]any{"id": c.ID, "type": c.Type, "flags": 0, "last_message_id": nil}
	if c.LastMessageID != "" {
		out["last_message_id"] = c.LastMessageID
	}
	if c.Type == ChannelDM {
		out["recipients"] = []any{s.userJSON(c.Recipient)}
		return out
	}
	if c.Type == ChannelGroup {
		var people []any
		for _, u := range c.Members {
			people = append(people, s.userJSON(u))
		}
		out["recipients"], out["name"], out["owner_id"], out["icon"] = people, c.Name, c.OwnerID, nil
		return out
	}
	out["guild_id"], out["name"], out["parent_id"] = c.GuildID, c.Name, nil
	if c.ParentID != "" {
		out["parent_id"] = c.ParentID
	}
	if !c.isThread() {
		out["position"], out["nsfw"], out["topic"] = 0, false, nil
		out["permission_overwrites"] = []any{map[string]any{"id": s.bot, "type": 1, "allow": "0", "deny": c.BotDenied}}
		return out
	}
	archived := s.archived(c)
	out["owner_id"], out["message_count"], out["total_message_sent"] = c.OwnerID, len(c.messages), len(c.messages)
	out["member_count"], out["rate_limit_per_user"] = len(c.Members), 0
	out["thread_metadata"] = map[string]any{
		"archived": archived, "locked": c.Thread.Locked, "auto_archive_duration": c.Thread.AutoArchiveDuration,
		"archive_timestamp": stamp(c.Thread.ArchiveTimestamp), "invitable": true,
	}
	return out
}

// guildJSON is what GET /guilds/{id} answers.
func (s *Sim) guildJSON(g *Guild) map[string]any {
	out := map[string]any{
		"id": g.ID, "name": g.Name, "owner_id": g.OwnerID, "preferred_locale": g.Locale, "region": "deprecated",
		"afk_timeout": 300, "max_members": 500000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
		"roles": []any{s.everyoneRole(g)},
	}
	for _, k := range []string{
		"icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id", "afk_channel_id",
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

func (s *Sim) everyoneRole(g *Guild) map[string]any {
	return map[string]any{
		"id": g.ID, "name": "@everyone", "permissions": DefaultMemberPermissions, "position": 0, "color": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"hoist":  false, "managed": false, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}

// guildCreate is the payload of GUILD_CREATE: the guild, the channels the bot sees, and the bot as member.
func (s *Sim) guildCreate(g *Guild) map[string]any {
	out := s.guildJSON(g)
	channels, threads := []any{}, []any{}
	for _, c := range s.channels {
		if c.GuildID != g.ID || !s.botPermissions(c).has(PermViewChannel) {
			continue
		}
		if !c.isThread() {
			channels = append(channels, s.channelJSON(c))
		} else if !s.archived(c) {
			threads = append(threads, s.channelJSON(c))
		}
	}
	out["channels"], out["threads"] = channels, threads
	out["members"] = []any{}
	if g.Members[s.bot] != nil {
		out["members"] = []any{s.memberJSON(g, s.bot)}
		out["joined_at"] = stamp(g.Members[s.bot].JoinedAt)
	}
	out["member_count"], out["large"], out["unavailable"] = len(g.Members), false, false
	for _, k := range []string{"presences", "voice_states", "stage_instances", "guild_scheduled_events", "soundboard_sounds"} {
		out[k] = []any{}
	}
	return out
}

// stamp writes a time as Discord does.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// mustJSON marshals values made here, which cannot fail.
func mustJSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic("discordsim: " + err.Error())
	}
	return b
}
