#!/usr/bin/env bash
# Guess (2026-11-28): a counter that is called boards_sent, without _total, is a counter in both forms
#   of a page of metrics; OpenMetrics, which demands the ending, gets boards_sent_total.
# Version: github.com/prometheus/client_golang 1.25.0.
# Behaviour: in OpenMetrics its name stays and its type becomes unknown. So turning OpenMetrics on
#   changes the type that Prometheus notes, and a bucket le="1" becomes le="1.0".
# Seen: "TYPE boards_sent counter" in the text form, "TYPE boards_sent unknown" in OpenMetrics.
# Source: observed; MetricFamilyToOpenMetrics in prometheus/common.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'MOD'
module finding

go 1.26

require github.com/prometheus/client_golang v1.25.0
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

func main() {
	r := prometheus.NewRegistry()
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: "boards_sent", Help: "Boards sent."})
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: "answer_seconds", Help: "Time.", Buckets: []float64{1}})
	r.MustRegister(c, h)
	c.Inc()
	page := func(accept string) string {
		q := httptest.NewRequest("GET", "/metrics", nil)
		q.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		promhttp.HandlerFor(r, promhttp.HandlerOpts{EnableOpenMetrics: true}).ServeHTTP(w, q)
		fmt.Println(w.Header().Get("Content-Type"))
		fmt.Println(w.Body.String())
		return w.Body.String()
	}
	text, open := page("text/plain;version=0.0.4"), page("application/openmetrics-text;version=1.0.0")
	for page, has := range map[string][]string{
		text: {"TYPE boards_sent counter\nboards_sent 1", `le="1"`},
		open: {"TYPE boards_sent unknown\nboards_sent 1", `le="1.0"`},
	} {
		if !strings.Contains(page, has[0]) || !strings.Contains(page, has[1]) {
			os.Exit(1)
		}
	}
}
GO
go mod tidy 2>/dev/null
go run .
