package sandbox

import (
	"sync"

	"paddock/bot/tasks"
)

// stream collects items for one page until they are sent: news in order, and whether the world has
// changed. Adding never blocks.
type stream struct {
	mu      sync.Mutex
	list    []news
	changed bool
	ready   tasks.Signal // signals that there are items to take
}

func newStream() *stream { return &stream{ready: tasks.NewSignal()} }

// tell adds news.
func (st *stream) tell(list []news) {
	if len(list) == 0 {
		return
	}
	st.mu.Lock()
	st.list = append(st.list, list...)
	st.mu.Unlock()
	st.ready.Send()
}

// change records that the world has changed. Several changes are sent as one.
func (st *stream) change() {
	st.mu.Lock()
	st.changed = true
	st.mu.Unlock()
	st.ready.Send()
}

// take removes and returns the collected items.
func (st *stream) take() (list []news, changed bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	list, changed = st.list, st.changed
	st.list, st.changed = nil, false
	return list, changed
}

// watch adds a page that receives changes of the world, until the returned function is called.
func (s *sandbox) watch(st *stream) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.streams[st] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.streams, st)
	}
}

// changed tells all pages that the world has changed.
func (s *sandbox) changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = true
	for st := range s.streams {
		st.change()
	}
}
