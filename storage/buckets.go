package storage

// The buckets. Numbers in keys are big-endian, so that keys sort as numbers do; 0 ends a name inside a key.
var (
	metaBucket    = []byte("meta")     // facts about the file: its schema
	idBucket      = []byte("ids")      // id -> number of the match, counted from 1
	matchBucket   = []byte("matches")  // number -> row: what is played at the same time lies together
	logBucket     = []byte("log")      // number -> id 0 JSON of match.Event, see layout.LogKeys
	causeBucket   = []byte("causes")   // a bucket for each day: cause -> seq id
	userBucket    = []byte("users")    // id -> JSON of match.User
	guildBucket   = []byte("guilds")   // id -> JSON of match.Guild
	noteBucket    = []byte("notes")    // key -> value
	erasureBucket = []byte("erasures") // user -> what they become
	auditBucket   = []byte("audit")    // guild 0 number -> JSON of match.Audit
	mentionBucket = []byte("mentions") // user 0 id: the matches in whose records or events a person occurs

	standingBucket = []byte("standings") // guild 0 game 0 pool player -> JSON of match.Standing
	rankingBucket  = []byte("ranking")   // guild 0 game 0 pool, then what paddock/storage/ranking keeps: the standings in the order of lists
)
