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
	"paddock/bot/tasks"
)

// sandbox holds the simulated Discord, the data of the page, and the open pages.
type sandbox struct {
	sim     *discordsim.Sim
	clock   clock
	reading reading
	members []discordsim.UserID // members in the order of the page's member switcher
	file    string              // stores the world; "" means that it isn't stored
	frames  *frames             // frames for Activities; nil: there are none
	host    string              // a further name of the page, see Config
	log     *slog.Logger
	closing chan struct{} // a channel that is closed to end all pages

	mu      sync.Mutex
	streams map[*stream]bool
	modals  map[discordsim.InteractionID]openModal
	forms   []discordsim.InteractionID // keys of modals, oldest first
	dirty   bool                       // the world has changed since it was saved
	recover func()                     // function that ends Discord's failure; nil if there is none
}

// history is the number of messages that a channel keeps: more than people scroll back, and few
// enough to save quickly.
const history = 150

// open creates the world, or loads it from file. With frames the bot has an Activity.
func open(file string, f *frames, log *slog.Logger) (*sandbox, error) {
	s := &sandbox{
		clock: clock{woken: tasks.NewSignal()}, file: file, frames: f, log: log, closing: make(chan struct{}),
		streams: map[*stream]bool{}, modals: map[discordsim.InteractionID]openModal{},
	}
	s.sim = discordsim.New(discordsim.Config{
		BotName: "Paddock", Now: s.clock.now, HistoryLimit: history,
		Activities: f != nil,
	})
	if err := s.load(); err != nil {
		s.sim.Close()
		return nil, err
	}
	if len(s.members) == 0 {
		s.members = populate(s.sim)
	}
	if f != nil {
		f.app = s.sim.ApplicationID()
	}
	s.sim.Subscribe("", s.happened)
	return s, nil
}

// close ends the simulated Discord. The bot must have ended before.
func (s *sandbox) close() {
	if s.frames != nil {
		s.frames.listener.Close()
	}
	s.sim.Close()
}

// run serves the page and runs the bot until ctx ends or either fails. It then ends both and saves
// the world. It calls ready when the page can be opened.
func (s *sandbox) run(ctx context.Context, l net.Listener, bot func(context.Context) error, ready func()) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	server := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second}
	var work sync.WaitGroup
	serve := func(what string, server *http.Server, l net.Listener) {
		work.Go(func() { // the goroutine ends with the server, which is closed below
			if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				stop(fmt.Errorf("the sandbox's %s has ended: %w", what, err))
			}
		})
	}
	serve("page", server, l)
	if s.frames != nil {
		proxy := &http.Server{Handler: s.frames.handler(), ReadHeaderTimeout: 10 * time.Second}
		context.AfterFunc(ctx, func() { proxy.Close() })
		serve("proxy", proxy, s.frames.listener)
	}
	work.Go(func() { stop(bot(ctx)) }) // the goroutine ends when ctx ends
	work.Go(func() { s.keep(ctx) })    // the goroutine ends when ctx ends
	ready()
	<-ctx.Done()
	close(s.closing)
	hurry, done := context.WithTimeout(context.Background(), time.Second)
	defer done()
	if server.Shutdown(hurry) != nil { // a request of a page still waits for the bot, so the server is closed
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

// happened updates the data of the page and notifies the pages. It receives all events.
func (s *sandbox) happened(e discordsim.Event) {
	switch e.Type {
	case discordsim.EventNotification:
		s.reading.notified(e.For, e.ChannelID, e.Message.ID)
	case discordsim.EventMessageDelete:
		s.reading.gone(e.ChannelID, e.Message.ID)
	case discordsim.EventChannelDelete:
		s.reading.gone(e.ChannelID, "")
	case discordsim.EventCall:
		if e.Call.Route == "" {
			s.log.Warn("not simulated: this request exists at Discord, or nowhere", "method", e.Call.Method,
				"path", e.Call.Path, "status", e.Call.Status)
		}
		return
	case discordsim.EventMessageUpdate:
		s.touch()
		return // a new text changes no list of the page
	case discordsim.EventMessageCreate, discordsim.EventChannelCreate, discordsim.EventChannelUpdate,
		discordsim.EventThreadCreate, discordsim.EventCommands:
	default:
		return
	}
	s.changed()
}

// touch marks the world as changed since the last save.
func (s *sandbox) touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = true
}

// show remembers a form that the bot has opened for a member, until it is submitted.
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
