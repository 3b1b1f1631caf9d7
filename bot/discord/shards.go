package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Holders stores the owners of shards. A shard is named "number/count".
type Holders interface {
	// Take takes a shard, so that no other process connects for it. It reports false if another
	// process has it.
	Take(ctx context.Context, shard string) (give func(), ok bool)
	// Theirs returns the shards of other processes, and Others the number of other processes.
	Theirs(ctx context.Context) ([]string, error)
	Others(ctx context.Context) (int, error)
	// MayIdentify reports whether nobody else has started a session in a bucket within the last
	// five seconds. If so, it records a start by this process.
	MayIdentify(ctx context.Context, bucket int) bool
}

// errHolders wraps an error of Holders, so that the log does not blame Discord.
var errHolders = errors.New("the database does not say which process holds which shard")

// Shards holds a process's gateway connections, if it has several or shares them with other
// processes. Each shard belongs to one process, and all processes have about the same number. Other
// processes take over the shards of a dead one. When a shard changes hands, its events of some
// seconds are lost.
type Shards struct {
	// number of shards of all processes together; 0: as many as Discord recommends. The number of
	// running processes takes precedence
	Count   int
	Session func() (*discordgo.Session, error)
	Holders Holders
	Log     *slog.Logger

	once sync.Once
	// holds a token during a round or Close. It is a channel instead of a mutex, because a round
	// sleeps
	lock       chan struct{}
	closed     bool
	held       []*shard
	identified map[int]time.Time // start of the last session, by bucket
}

// shard is one connection.
type shard struct {
	Gateway
	name string
	give func()
	dead chan error
	stop context.CancelFunc // function that ends the goroutine that watches the shard
}

// The pause between two rounds, and the least time between the starts of two sessions in one
// bucket.
const (
	shardRound    = 3 * time.Second
	identifyEvery = 5*time.Second + 200*time.Millisecond
)

// Open connects for the first free shard, if there is one. Watch takes the others.
func (s *Shards) Open(ctx context.Context) error {
	s.identified = make(map[int]time.Time)
	return reach(ctx, s.Log, func(ctx context.Context) error {
		defer s.hold()()
		return s.round(ctx, 1)
	})
}

// Watch takes and releases shards until ctx ends. It returns an error when a connection is dead;
// other processes then take its shard.
func (s *Shards) Watch(ctx context.Context) error {
	timer := time.NewTicker(shardRound)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		dead, err := s.turn(ctx)
		switch {
		case dead != nil:
			return dead
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrToken), errors.Is(err, errIntents), errors.Is(err, errStart):
			return err
		case err != nil:
			s.Log.Warn("could not connect for a shard: trying again", "err", Redact(err))
		}
	}
}

// hold takes the lock and returns the function that releases it.
func (s *Shards) hold() (give func()) {
	s.once.Do(func() { s.lock = make(chan struct{}, 1) })
	s.lock <- struct{}{}
	return func() { <-s.lock }
}

// turn returns the error of a dead connection, and otherwise takes or gives up shards. After Close
// it does nothing.
func (s *Shards) turn(ctx context.Context) (dead, err error) {
	defer s.hold()()
	if s.closed {
		return nil, nil
	}
	for i := 0; i < len(s.held); i++ {
		select {
		case dead := <-s.held[i].dead:
			if !errors.Is(dead, errAway) {
				return dead, nil
			}
			// another process may have taken the shard meanwhile
			s.drop(i)
			i--
		default:
		}
	}
	return nil, s.round(ctx, len(s.held)+1)
}

// Close closes all connections and releases the shards.
func (s *Shards) Close() {
	defer s.hold()()
	s.closed = true
	for len(s.held) > 0 {
		s.drop(len(s.held) - 1)
	}
}

// round moves this process closer to its share: it drops one shard, or takes at most the given
// number.
func (s *Shards) round(ctx context.Context, most int) error {
	theirs, err := s.Holders.Theirs(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errHolders, err)
	}
	others, err := s.Holders.Others(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errHolders, err)
	}
	for i, one := range s.held {
		// another process has taken the shard, because this one was away for longer than its lease
		if slices.Contains(theirs, one.name) {
			s.drop(i)
			return nil
		}
	}
	if err := s.agree(ctx, theirs); err != nil {
		return err
	}
	share := (s.Count + others) / (others + 1) // this process's share of the shards, rounded up
	if len(s.held) > share {
		s.drop(len(s.held) - 1)
		return nil
	}
	for n := range s.Count {
		if len(s.held) >= min(most, share) {
			return nil
		}
		if name := s.name(n); s.holds(name) || slices.Contains(theirs, name) {
			continue
		}
		if err := s.take(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shards) name(n int) string { return fmt.Sprintf("%d/%d", n, s.Count) }

func (s *Shards) holds(name string) bool {
	return slices.ContainsFunc(s.held, func(one *shard) bool { return one.name == name })
}

// agree determines the number of shards: that of the other processes, otherwise the configured one,
// otherwise Discord's recommendation.
func (s *Shards) agree(ctx context.Context, theirs []string) error {
	if len(s.held) == 0 {
		for _, name := range theirs {
			_, count, _ := strings.Cut(name, "/")
			if n, err := strconv.Atoi(count); err == nil && n > 0 {
				if s.Count != 0 && s.Count != n {
					s.Log.Warn("other processes run with another number of shards, which goes on until all have ended",
						"theirs", n, "ours", s.Count)
				}
				s.Count = n
			}
		}
	}
	if s.Count > 0 {
		return nil
	}
	session, err := s.Session()
	if err != nil {
		return err
	}
	got, err := asked(ctx, session)
	if err == nil {
		s.Count = max(1, got.Shards)
	}
	return err
}

// asked returns Discord's data about shards and about sessions that may be started.
func asked(ctx context.Context, session *discordgo.Session) (*discordgo.GatewayBotResponse, error) {
	got, err := session.GatewayBot(discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
	if err != nil {
		return nil, unreached(err)
	}
	return got, nil
}

// take connects for a shard, unless another process has just taken it.
func (s *Shards) take(ctx context.Context, n int) error {
	name := s.name(n)
	give, ok := s.Holders.Take(ctx, name)
	if !ok {
		return nil
	}
	session, err := s.Session()
	var got *discordgo.GatewayBotResponse
	if err == nil {
		got, err = asked(ctx, session)
	}
	if err == nil {
		err = s.pace(ctx, n%max(1, got.SessionStartLimit.MaxConcurrency))
	}
	if err != nil {
		give()
		return err
	}
	session.ShardID, session.ShardCount = n, s.Count
	one := &shard{Gateway: Gateway{Session: session, Log: s.Log}, name: name, give: give, dead: make(chan error, 1)}
	if err := one.tryOpen(ctx); err != nil {
		one.Gateway.Close()
		give()
		return err
	}
	watched, stop := context.WithCancel(context.WithoutCancel(ctx))
	one.stop = stop
	go func() { // the goroutine exits when the shard is dropped
		if err := one.Gateway.watch(watched); err != nil {
			one.dead <- err
		}
	}()
	s.held = append(s.held, one)
	s.Log.Info("connected for a shard", "shard", name)
	return nil
}

// pace waits until a session may be started.
func (s *Shards) pace(ctx context.Context, bucket int) error {
	if !Sleep(ctx, time.Until(s.identified[bucket].Add(identifyEvery))) {
		return ctx.Err()
	}
	for !s.Holders.MayIdentify(ctx, bucket) {
		if !Sleep(ctx, time.Second) {
			return ctx.Err()
		}
	}
	s.identified[bucket] = time.Now()
	return nil
}

// drop closes a connection and releases its shard.
func (s *Shards) drop(i int) {
	one := s.held[i]
	s.held = append(s.held[:i:i], s.held[i+1:]...)
	one.stop()
	one.Gateway.Close()
	one.give()
	s.Log.Info("gave a shard up", "shard", one.name)
}

// ShardOf returns the shard that receives the events of a server.
func ShardOf(guild string, count int) int {
	id, _ := strconv.ParseUint(guild, 10, 64)
	return int(id >> 22 % uint64(max(1, count)))
}
