package service

import (
	"context"

	"paddock/games/match"
	"paddock/games/match/decide"
)

// Moderators makes the changes that managers of a server make to its matches, and keeps the log of
// them (P106). The caller has checked that the user is a moderator and that the match is in their
// server. Each call is the action of the same name in paddock/games/match/decide.
type Moderators struct {
	*core
	audits match.Audits
}

// End closes a match without a result, in any state. The caller must not end a running game of a
// tournament: the tournament decides those.
func (s *Moderators) End(ctx context.Context, a match.Act, o match.Order) (match.Change, error) {
	return s.update(ctx, a, decide.End{Order: o})
}

// Remove takes a member out of a running match.
func (s *Moderators) Remove(ctx context.Context, a match.Act, who match.UserID, o match.Order) (match.Change, error) {
	return s.update(ctx, a, decide.Remove{Who: who, Order: o})
}

// HandOver offers another member the seat of a member, or the ownership of the match.
func (s *Moderators) HandOver(ctx context.Context, a match.Act, h match.HandOver) (match.Change, error) {
	return s.update(ctx, a, decide.HandOver{Of: h})
}

// Refuse declines a moderator's offer to the user.
func (s *Moderators) Refuse(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.Refuse{})
}

// TakeOver accepts a moderator's offer to the user.
func (s *Moderators) TakeOver(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, decide.TakeOver{})
}

// Note adds a line to the log of a server, with the present time.
func (s *Moderators) Note(ctx context.Context, a match.Audit) error {
	a.At = s.now()
	if err := s.audits.AddAudit(ctx, a); err != nil {
		return match.Unsaved("write the audit log", err)
	}
	return nil
}

// Log lists at most max lines of a server's log that are older than line before, newest first. With
// before 0 it starts at the newest line.
func (s *Moderators) Log(ctx context.Context, g match.GuildID, before, max int) ([]match.Audit, error) {
	list, err := s.audits.Audit(ctx, g, before, max)
	if err != nil {
		return nil, match.Unread("read the audit log", err)
	}
	return list, nil
}
