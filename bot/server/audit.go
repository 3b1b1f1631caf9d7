package server

import (
	"context"
	"slices"
	"strconv"

	"paddock/bot/component"
	"paddock/bot/request"
)

func (f *Feature) serverAudit() *request.Command {
	return &request.Command{Name: "audit", Help: "What those who manage the server have changed", Run: f.audit}
}

// auditPage is the number of entries on a page of the audit log.
const auditPage = 8

// audit handles `/server audit` and its buttons: the newest page of the log, or the page before an
// entry.
func (f *Feature) audit(ctx context.Context, r *request.Request) (request.Reply, error) {
	if err := checkManages(r); err != nil {
		return request.Reply{}, err
	}
	before := 0
	if r.Answer.IsComponent() && r.Target.Text != "" {
		var err error
		if before, err = strconv.Atoi(r.Target.Text); err != nil || before < 0 {
			return request.Reply{}, component.ErrID
		}
	}
	list, err := f.Matches.Moderate.Log(ctx, r.Guild, before, auditPage+1)
	if err != nil {
		return request.Reply{}, err
	}
	more := len(list) > auditPage
	if more {
		list = list[:auditPage]
	}
	return request.ReplyPrivate(r,
		auditMessage(r.In, auditLog{
			Lines: list, Settings: auditSettings(), Game: f.Matches.Read.Game,
			Newer: before > 0, Older: more,
		})), nil
}

// auditSettings returns the labels of all settings of a server and of their values.
func auditSettings() map[string]settingNames {
	names := make(map[string]settingNames)
	for _, s := range slices.Concat(serverSettings(), defaultSettings()) {
		n := settingNames{Help: s.Help, Values: make(map[string]string)}
		for i := 0; i+1 < len(s.Choices); i += 2 {
			n.Values[s.Choices[i]] = s.Choices[i+1]
		}
		names[s.Name] = n
	}
	return names
}
