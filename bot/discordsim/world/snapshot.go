package world

import "slices"

// Snapshot is the world as one user sees it.
type Snapshot struct {
	Me     User    `json:"me"`
	Bot    User    `json:"bot"`
	Users  []User  `json:"users"` // users who share a server with the viewer
	Guilds []Guild `json:"guilds"`
	// channels that the viewer sees, with threads and direct messages
	Channels []Channel               `json:"channels"`
	Messages map[ChannelID][]Message `json:"messages"`
	Commands []Command               `json:"commands"` // commands of all servers of the viewer
}

// Snapshot returns the world as viewer sees it; zero for an unknown user.
func (w World) Snapshot(viewer UserID) Snapshot {
	s := w.lock()
	defer s.Unlock()
	me := s.Users[viewer]
	if me == nil {
		return Snapshot{}
	}
	out := Snapshot{Me: *me, Bot: *s.Users[s.BotID], Messages: map[ChannelID][]Message{}}
	known := map[UserID]bool{}
	for _, g := range s.Guilds {
		if g.Members[viewer] == nil {
			continue
		}
		out.Guilds = append(out.Guilds, *snapshotGuild(g))
		for u := range g.Members {
			known[u] = true
		}
		out.Commands = AppendCommands(out.Commands, s.Registered[g.ID])
	}
	out.Commands = AppendCommands(out.Commands, s.Registered[""])
	for u := range known {
		out.Users = append(out.Users, *s.Users[u])
	}
	for _, c := range s.Channels {
		if s.Sees(viewer, c) {
			s.Archived(c)
			out.Channels = append(out.Channels, *SnapshotChannel(c))
			out.Messages[c.ID] = s.history(c.ID, viewer)
		}
	}
	slices.SortFunc(out.Users, func(a, b User) int { return CompareIDs(string(a.ID), string(b.ID)) })
	slices.SortFunc(out.Guilds, func(a, b Guild) int { return CompareIDs(string(a.ID), string(b.ID)) })
	slices.SortFunc(out.Channels, func(a, b Channel) int { return CompareIDs(string(a.ID), string(b.ID)) })
	return out
}

// AppendCommands adds copies of commands to a list.
func AppendCommands(list []Command, more []*Command) []Command {
	for _, c := range more {
		list = append(list, *c)
	}
	return list
}

func snapshotGuild(g *Guild) *Guild {
	out := *g
	out.Members = make(map[UserID]*Member, len(g.Members))
	for u, m := range g.Members {
		copied := *m
		out.Members[u] = &copied
	}
	return &out
}
