// Package monitor serves the bot's numbers for Prometheus at /metrics, the health of the process at
// /healthz and its readiness at /readyz. It counts reported events and asks given functions. It
// knows neither matches nor Discord, and its numbers do not name players. docs/operations.md
// explains every number. Start reading at [New].
package monitor

import (
	"context"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Monitor counts events. Make it with New; it is safe for concurrent use. A nil Monitor counts
// nothing.
type Monitor struct {
	registry *prometheus.Registry

	interactions *prometheus.CounterVec
	latency      *prometheus.HistogramVec
	moves        *prometheus.CounterVec
	requests     *prometheus.CounterVec
	limited      *prometheus.CounterVec
	commits      prometheus.Histogram
	writes       prometheus.Counter
	copies       *prometheus.CounterVec
	handed       *prometheus.CounterVec
	copied       prometheus.Gauge

	watched watched
}

// Build holds the versions of the program.
type Build struct{ Version, Revision, Go string }

// New returns a Monitor of a program.
func New(b Build) *Monitor {
	registry := prometheus.NewRegistry()
	register := promauto.With(registry)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return register.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Monitor{
		registry: registry,
		interactions: counter("paddock_interactions_total", "Interactions by what was asked and what became of it.",
			"command", "outcome"),
		latency: register.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "paddock_answer_seconds",
			Help:    "Time from receiving an interaction to its answer, what it waited for included.",
			Buckets: []float64{.01, .025, .05, .1, .25, .5, 1, 1.5, 2.5, 5, 15},
		}, []string{"kind"}),
		moves: counter("paddock_moves_total", "Moves stored, by game.", "game"),
		requests: counter("paddock_discord_requests_total",
			"Requests to Discord by method and status of the answer; status 0: none came.", "method", "status"),
		limited: counter("paddock_discord_rate_limited_total",
			"Requests that Discord refused as too many, by scope. Discord blocks an address after 10,000 in ten minutes, not counting the scope shared.", "scope"),
		commits: register.NewHistogram(prometheus.HistogramOpts{
			Name: "paddock_commit_seconds", Help: "Time to bring a group of writes to the disk.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}),
		writes: counter("paddock_writes_total",
			"Writes that were brought to the disk, many in one commit.").WithLabelValues(),
		copies: counter("paddock_backups_total", "Scheduled backups by outcome.", "outcome"),
		handed: counter("paddock_backup_hooks_total",
			"Runs of the hook that takes scheduled backups elsewhere, by outcome.", "outcome"),
		copied: register.NewGauge(prometheus.GaugeOpts{
			Name: "paddock_backup_timestamp_seconds",
			Help: "When the newest scheduled backup was found sound, in seconds since 1970; 0: none since the start.",
		}),
	}
	build := register.NewGaugeVec(prometheus.GaugeOpts{
		Name: "paddock_build_info", Help: "Always 1; its labels say which program this is.",
	}, []string{"version", "revision", "go"})
	build.WithLabelValues(b.Version, b.Revision, b.Go).Set(1)
	registry.MustRegister(&m.watched, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.begin()
	return m
}

// begin sets some counters to zero at once. Without a first value, monitoring would miss the first
// rise.
func (m *Monitor) begin() {
	for _, scope := range []string{"user", "global", "shared"} {
		m.limited.WithLabelValues(scope)
	}
	for _, outcome := range []string{Sound, Failed} {
		m.copies.WithLabelValues(outcome)
	}
	for _, outcome := range []string{Done, Failed} {
		m.handed.WithLabelValues(outcome)
	}
}

// Interaction counts a finished interaction. Command must be one of a small set.
func (m *Monitor) Interaction(kind, command, outcome string, took time.Duration) {
	if m != nil {
		m.interactions.WithLabelValues(command, outcome).Inc()
		m.latency.WithLabelValues(kind).Observe(took.Seconds())
	}
}

// Moves counts stored moves.
func (m *Monitor) Moves(game string, n int) {
	if m != nil && n > 0 {
		m.moves.WithLabelValues(game).Add(float64(n))
	}
}

// Request counts a request to Discord. Scope is that of a 429, otherwise empty.
func (m *Monitor) Request(method string, status int, scope string) {
	if m == nil {
		return
	}
	m.requests.WithLabelValues(method, strconv.Itoa(status)).Inc()
	if scope != "" {
		m.limited.WithLabelValues(scope).Inc()
	}
}

// Commit counts a group of writes to the disk.
func (m *Monitor) Commit(writes int, took time.Duration) {
	if m != nil {
		m.commits.Observe(took.Seconds())
		m.writes.Add(float64(writes))
	}
}

// The outcomes of a backup.
const (
	Sound  = "sound"
	Done   = "done"
	Failed = "failed"
)

// Backup counts a scheduled backup, with the time of its check; zero if it failed.
func (m *Monitor) Backup(at time.Time) {
	switch {
	case m == nil:
	case at.IsZero():
		m.copies.WithLabelValues(Failed).Inc()
	default:
		m.copies.WithLabelValues(Sound).Inc()
		m.copied.Set(float64(at.Unix()))
	}
}

// Handed counts a run of the hook for backups.
func (m *Monitor) Handed(err error) {
	switch {
	case m == nil:
	case err != nil:
		m.handed.WithLabelValues(Failed).Inc()
	default:
		m.handed.WithLabelValues(Done).Inc()
	}
}

// State holds the functions that a Monitor calls for current values. A nil function means that the
// value is unknown.
type State struct {
	Behind   func() map[string]int              // number of changes not yet shown to people, by kind
	Thinking func() int                         // number of matches that wait for a computer player
	Waiting  func() int                         // number of requests that wait for Pace
	Refused  func() int                         // number of refusals of the last ten minutes
	Live     func(context.Context) (int, error) // number of open or running matches
	// time since Discord's last message over the gateway; false: there is no open gateway
	Silence func() (time.Duration, bool)
	Ready   func() error // the reason why the bot cannot answer people; nil: it can
}

// Watch sets the functions that return the values of gauges.
func (m *Monitor) Watch(s State) {
	if m != nil {
		m.watched.state.Store(&s)
	}
}
