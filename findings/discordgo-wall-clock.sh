#!/usr/bin/env bash
# Guess (2026-11-28): discordgo measures the silence of the gateway by the monotonic clock, as Go does
#   between two calls of time.Now, so setting the machine's clock can't end a healthy connection.
# Version: github.com/bwmarrin/discordgo 0.29.0, Go 1.26.
# Behaviour: its times of heartbeats come from time.Now().UTC(), and UTC drops the monotonic reading.
#   Silence is a difference of the wall clock: one that is set forward by more than five
#   heartbeats, as after a machine's sleep, makes it leave the connection.
# Seen: the times of the heartbeat and of its answer have no monotonic reading; time.Now() has one.
# Source: observed; "Monotonic Clocks" in package time; heartbeat in wsapi.go subtracts these times.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'MOD'
module finding

go 1.26

require (
	github.com/bwmarrin/discordgo v0.29.0
	github.com/gorilla/websocket v1.5.3
)
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// gateway says hello, and answers heartbeats and the identification.
func gateway(w http.ResponseWriter, r *http.Request) {
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	say := func(text string) { _ = conn.WriteMessage(websocket.TextMessage, []byte(text)) }
	say(`{"op":10,"d":{"heartbeat_interval":100}}`)
	for {
		var said struct {
			Op int `json:"op"`
		}
		if conn.ReadJSON(&said) != nil {
			return
		}
		switch said.Op {
		case 1:
			say(`{"op":11}`)
		case 2:
			say(`{"op":0,"s":1,"t":"READY","d":{"v":10,"session_id":"s","user":{"id":"1"},"guilds":[]}}`)
		}
	}
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gateway" {
			fmt.Fprintf(w, `{"url":"ws://%s"}`, r.Host)
			return
		}
		gateway(w, r)
	}))
	discordgo.EndpointGateway = server.URL + "/gateway"
	s, _ := discordgo.New("Bot token")
	if err := s.Open(); err != nil {
		panic(err)
	}
	opened := s.LastHeartbeatAck
	acked := opened
	for acked.Equal(opened) {
		time.Sleep(10 * time.Millisecond)
		s.RLock()
		acked = s.LastHeartbeatAck
		s.RUnlock()
	}
	s.Close()
	ok := true
	for _, at := range []struct {
		what string
		time time.Time
		want bool
	}{{"heartbeat", s.LastHeartbeatSent, false}, {"answer", acked, false}, {"time.Now", time.Now(), true}} {
		monotonic := strings.Contains(at.time.String(), " m=")
		fmt.Println(at.what, "has a monotonic reading:", monotonic)
		ok = ok && monotonic == at.want
	}
	if !ok {
		os.Exit(1)
	}
}
GO
go mod tidy 2>/dev/null
go run .
