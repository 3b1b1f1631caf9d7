package monitor

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// watched reads a State at each scrape.
type watched struct{ state atomic.Pointer[State] }

var (
	behindDesc = prometheus.NewDesc("paddock_behind",
		"Things that people have not been shown yet, by kind: boards, private boards, notices and others.",
		[]string{"kind"}, nil)
	thinkingDesc = prometheus.NewDesc("paddock_thinking_queue",
		"Matches that wait for a computer player to have time for them.", nil, nil)
	waitingDesc = prometheus.NewDesc("paddock_discord_requests_waiting",
		"Requests to Discord that wait for their turn.", nil, nil)
	refusedDesc = prometheus.NewDesc("paddock_discord_refused",
		"Answers 401, 403 and 429 of the last ten minutes. Discord blocks an address at 10,000.", nil, nil)
	liveDesc    = prometheus.NewDesc("paddock_matches_live", "Matches that are open or running.", nil, nil)
	silenceDesc = prometheus.NewDesc("paddock_gateway_silence_seconds",
		"Time since Discord was last heard over the gateway.", nil, nil)
	readyDesc = prometheus.NewDesc("paddock_ready", "1 if the bot takes part, otherwise 0.", nil, nil)
)

// Describe implements prometheus.Collector.
func (w *watched) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		behindDesc, thinkingDesc, waitingDesc, refusedDesc, liveDesc, silenceDesc, readyDesc,
	} {
		to <- d
	}
}

// askWithin is the time limit of a question to the store.
const askWithin = 2 * time.Second

// Collect implements prometheus.Collector. It leaves out unknown values.
func (w *watched) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, n, labels...)
	}
	s := w.state.Load()
	if s == nil {
		s = new(State)
	}
	ready := 0.0
	if s.Ready != nil && s.Ready() == nil {
		ready = 1
	}
	gauge(readyDesc, ready)
	if s.Behind != nil {
		for kind, n := range s.Behind() {
			gauge(behindDesc, float64(n), kind)
		}
	}
	if s.Thinking != nil {
		gauge(thinkingDesc, float64(s.Thinking()))
	}
	if s.Waiting != nil {
		gauge(waitingDesc, float64(s.Waiting()))
	}
	if s.Refused != nil {
		gauge(refusedDesc, float64(s.Refused()))
	}
	if s.Silence != nil {
		if d, known := s.Silence(); known {
			gauge(silenceDesc, d.Seconds())
		}
	}
	if s.Live != nil {
		ctx, cancel := context.WithTimeout(context.Background(), askWithin)
		defer cancel()
		if n, err := s.Live(ctx); err == nil {
			gauge(liveDesc, float64(n))
		}
	}
}
