package cli

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"paddock/games/match"
	"paddock/games/match/transcript"
)

// archive turns finished matches into texts without names or ids, for people who study games (P130).
// A text is a record (docs/record.md) in which a match and its players have pseudonyms. Each archive
// makes them with its own random key. Within one archive a person always has the same pseudonym, and
// nobody can find out later who it was.
type archive struct {
	key   [32]byte
	guild match.GuildID // the only server whose matches are written; empty: all servers

	agreed map[match.UserID]bool
}

// newArchive returns an archive of a server, or of all. Agreed lists the users who agreed to be in
// archives.
func newArchive(guild match.GuildID, agreed map[match.UserID]bool) *archive {
	a := &archive{guild: guild, agreed: agreed}
	rand.Read(a.key[:]) // can't fail
	return a
}

// text returns the name and the text of a match, or false if it does not belong in the archive. It
// belongs there if it has a result, was played in a server by at least one person, and all of them
// have agreed and were not erased.
func (a *archive) text(m match.Match, log []match.Event) (name, text string, ok bool) {
	if m.Status != match.Over || m.Place.Guild == "" || a.guild != "" && m.Place.Guild != a.guild ||
		len(m.Members()) == 0 ||
		slices.ContainsFunc(m.Players, func(p match.Player) bool {
			return p.Gone != "" || p.User != "" && !a.agreed[p.User]
		}) {
		return "", "", false
	}
	if m.Voting != nil &&
		slices.ContainsFunc(m.Voting.Turnout, func(v match.Voter) bool { return !a.agreed[v.User] }) {
		return "", "", false
	}
	var names []string
	for _, p := range m.Players {
		if p.Computer != "" {
			names = append(names, "Computer ("+p.Computer+")")
		} else {
			names = append(names, a.pseudonym("player", cmp.Or(string(p.Channel), string(p.User))))
		}
	}
	r, err := transcript.Record(m, log, names)
	if err != nil { // the rules have changed and can't replay the match
		return "", "", false
	}
	if r.Match = a.pseudonym("match", string(m.ID)); r.Start != "" {
		r.Now = m.Position
	}
	return string(m.Game) + "-" + r.Match, r.Text(), true
}

// pseudonym returns the pseudonym of an id. Each kind of id has its own pseudonyms.
func (a *archive) pseudonym(kind, id string) string {
	h := hmac.New(sha256.New, a.key[:])
	fmt.Fprintf(h, "%s/%s", kind, id)
	return kind + "-" + hex.EncodeToString(h.Sum(nil)[:8])
}
