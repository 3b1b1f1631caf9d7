package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"paddock/bot/discordsim"
)

// sandbox is the simulated Discord, what the page needs beside it, and the pages that are open.
type sandbox struct {
	sim     *discordsim.Sim
	clock   clock
	reading reading
	members []discordsim.UserID // in the order of the switcher
	file    string              // keeps the world; "" means it isn't kept
	log     *slog.Logger
	closing chan struct{} // closed when pages shall go

	mu      sync.Mutex
	streams map[*stream]bool
	modals  map[discordsim.InteractionID]openModal
	forms   []discordsim.InteractionID // keys of modals, oldest first
	dirty   bool                       // the world has changed since it was kept
	recover func()                     // ends Discord's trouble; nil while there is none
}

// history is how many messages of a channel are remembered: more than anybody scrolls back, few enough to be kept quickly.
const history = 150

// open makes the world, or takes up the one in file if there is one.
func open(file string, log *slog.Logger) (*sandbox, error) {
	s := &sandbox{
		file: file, log: log, closing: make(chan struct{}),
		streams: map[*stream]bool{}, modals: map[discordsim.InteractionID]openModal{},
	}
	s.sim = discordsim.New(discordsim.Config{BotName: "Paddock", Now: s.clock.now, HistoryLimit: history})
	if err := s.load(); err != nil {
		s.sim.Close()
		return nil, err
	}
	if len(s.members) == 0 {
		s.members = populate(s.sim)
	}
	s.sim.Subscribe("", s.happened)
	return s, nil
}

// close ends the simulated Discord. The bot has to be gone before.
func (s *sandbox) close() { s.sim.Close() }

// run serves the page and runs the bot until ctx ends or either fails, then ends both and keeps the world. It calls ready when the page can
// be opened.
func (s *sandbox) run(ctx context.Context, l net.Listener, bot func(context.Context) error, ready func()) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	server := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second}
	var work sync.WaitGroup
	work.Go(func() { // ends with the server, which is closed below
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			stop(fmt.Errorf("the sandbox's page has ended: %w", err))
		}
	})
	work.Go(func() { stop(bot(ctx)) }) // ends with ctx
	work.Go(func() { s.keep(ctx) })    // likewise
	ready()
	<-ctx.Done()
	close(s.closing)
	hurry, done := context.WithTimeout(context.Background(), time.Second)
	defer done()
	if server.Shutdown(hurry) != nil { // a page is waiting for the bot, which is about to go
		server.Close()
	}
	work.Wait()
	if err := s.save(); err != nil {
		return err
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// happened notes what members have to be told of. It hears of everything.
func (s *sandbox) happened(e discordsim.Event) {
	switch e.Type {
	case discordsim.EventNotification:
		s.reading.notified(e.For, e.ChannelID, e.Message.ID)
	case discordsim.EventMessageDelete:
		s.reading.gone(e.ChannelID, e.Message.ID)
	case discordsim.EventChannelDelete:
		s.reading.gone(e.ChannelID, "")
	case discordsim.EventMessageUpdate:
		s.touch()
		return // changes nothing but the message
	case discordsim.EventMessageCreate, discordsim.EventChannelCreate, discordsim.EventChannelUpdate, discordsim.EventThreadCreate, discordsim.EventCommands:
	default:
		return
	}
	s.changed()
}

// touch says that the world isn't as it was when it was last kept.
func (s *sandbox) touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = true
}

// show remembers a form that the bot has opened for somebody, until it is sent.
func (s *sandbox) show(me discordsim.UserID, m *discordsim.Modal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.modals[m.Interaction] = openModal{me, m}
	s.forms = append(s.forms, m.Interaction)
	if len(s.forms) > mostModals {
		delete(s.modals, s.forms[0])
		s.forms = slices.Delete(s.forms, 0, 1)
	}
}
