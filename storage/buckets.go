package storage

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
