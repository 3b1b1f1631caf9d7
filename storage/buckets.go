package storage

import (
	"bytes"
	"encoding/binary"

	"paddock/games/match"
	"paddock/storage/ledger"
	"paddock/storage/transfer"
)

// The buckets. Numbers in keys are big-endian, so that keys sort like numbers; 0 ends a name inside
// a key.
var (
	metaBucket    = []byte("meta")     // facts about the file, such as its schema
	idBucket      = []byte("ids")      // id -> number of the match, from 1
	matchBucket   = []byte("matches")  // number -> row; matches that are played at the same time are close together
	logBucket     = []byte("log")      // number -> id 0 JSON of match.Event, see layout.LogKeys
	causeBucket   = []byte("causes")   // one bucket per day, which maps a cause to seq and id
	userBucket    = []byte("users")    // id -> JSON of match.User
	guildBucket   = []byte("guilds")   // id -> JSON of match.Guild
	noteBucket    = []byte("notes")    // maps a key to a value
	erasureBucket = []byte("erasures") // user -> their new name
	auditBucket   = []byte("audit")    // guild 0 number -> JSON of match.Audit
	mentionBucket = []byte("mentions") // user 0 id: the matches whose record or events contain a user

	standingBucket = []byte("standings") // guild 0 game 0 pool player -> JSON of match.Standing
	// guild 0 game 0 pool, then the keys of paddock/storage/ranking: the standings in list order
	rankingBucket = []byte("ranking")
)

// The buckets of tournaments. There are few of them, and each is one entry: a round's results are
// stored together.
var (
	tournamentBucket        = []byte("tournaments")            // id -> JSON of tourney.Record
	openTournamentBucket    = []byte("open-tournaments")       // id of the tournament, if work is pending
	channelTournamentBucket = []byte("tournaments-by-channel") // channel 0 time-created id

	tournamentBuckets = [][]byte{tournamentBucket, openTournamentBucket, channelTournamentBucket}
)

// plainBuckets maps the kinds whose items are plain entries to their buckets.
var plainBuckets = map[transfer.Kind][]byte{
	transfer.Users: userBucket, transfer.Guilds: guildBucket, transfer.Notes: noteBucket,
	transfer.Erasures: erasureBucket, transfer.Audits: auditBucket, transfer.Tournaments: tournamentBucket,
}

// itemKey returns the key of the item of a plain entry.
func itemKey(kind transfer.Kind, key []byte) string {
	if guild, no, _ := bytes.Cut(key, []byte{0}); kind == transfer.Audits && len(no) == 8 {
		return ledger.AuditKey(match.GuildID(guild), int(binary.BigEndian.Uint64(no)))
	}
	return string(key)
}
