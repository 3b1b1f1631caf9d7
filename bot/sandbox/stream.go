package sandbox

import "sync"

// stream collects what one page has to be told until it is sent: news in order, and whether the world has changed. Nobody who tells it
// something ever waits.
type stream struct {
	mu      sync.Mutex
	list    []news
	changed bool
	ready   chan struct{} // of capacity 1: there is something to take
}

func newStream() *stream { return &stream{ready: make(chan struct{}, 1)} }

// tell adds news.
func (st *stream) tell(list []news) {
	if len(list) == 0 {
		return
	}
	st.mu.Lock()
	st.list = append(st.list, list...)
	st.mu.Unlock()
	st.wake()
}

// change says that the world is not as it was. Several changes are told as one.
func (st *stream) change() {
	st.mu.Lock()
	st.changed = true
	st.mu.Unlock()
	st.wake()
}

func (st *stream) wake() {
	select {
	case st.ready <- struct{}{}:
	default:
	}
}

// take hands over what has been collected.
func (st *stream) take() (list []news, changed bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	list, changed = st.list, st.changed
	st.list, st.changed = nil, false
	return list, changed
}

// watch lets a page hear of changes of the world until the returned function is called.
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

// changed tells all pages that the world is not as it was.
func (s *sandbox) changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = true
	for st := range s.streams {
		st.change()
	}
}
