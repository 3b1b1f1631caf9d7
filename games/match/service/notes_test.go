package service_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// shownInPlace records an edit of the newest message, as package deliver does.
func (w *world) shownInPlace() {
	w.Helper()
	r, err := w.svc.Read.Match(ctx, w.id)
	if err != nil {
		w.Fatal(err)
	}
	s := r.Shown
	s.Head, s.Turn = r.Head, r.Turn
	if err := w.svc.Delivery.NoteShown(ctx, w.id, s); err != nil {
		w.Fatal(err)
	}
}

// quick starts a duel in which both players have just moved, so that the board is edited.
func (w *world) quick() {
	w.Helper()
	w.duel("race")
	w.show()
	w.play(ann, "1")
	w.show()
	w.play(bob, "1")
	w.show()
}

func TestWhatWasNotedIsStoredWithTheNextEvent(t *testing.T) {
	w := newWorld(t)
	w.quick()
	before := w.record()
	w.play(ann, "1")
	w.shownInPlace()
	if got := w.record(); got.Shown != before.Shown {
		t.Errorf("stored already: %+v", got.Shown)
	}
	if got, err := w.svc.Read.Match(ctx, w.id); got.Shown.Head != got.Head || err != nil {
		t.Errorf("Match = shown %d of %d, %v; want what was noted", got.Shown.Head, got.Head, err)
	}
	head := w.record().Head
	w.play(bob, "1")
	if got := w.record(); got.Shown.Head != head {
		t.Errorf("after the next move the store says %d is shown, want %d", got.Shown.Head, head)
	}
	if err := w.svc.Delivery.StoreShown(ctx); err != nil || w.record().Shown.Head != head {
		t.Errorf("StoreShown with nothing left to store = %v, shown %d; want no change", err, w.record().Shown.Head)
	}
}

func TestStoreShownArmsThePing(t *testing.T) {
	w := newWorld(t)
	w.quick()
	w.play(ann, "1")
	w.shownInPlace()
	if err := w.svc.Delivery.StoreShown(ctx); err != nil {
		t.Fatal(err)
	}
	r := w.record()
	if r.Shown.Head != r.Head || !r.Due.Equal(w.now().Add(5*time.Minute)) {
		t.Errorf("shown %d of %d, due %v; want all and the delayed ping after 5 minutes (P43)", r.Shown.Head, r.Head,
			r.Due)
	}
}

func TestALostNoteLeavesTheBoardToBeShown(t *testing.T) {
	w := newWorld(t)
	w.quick()
	w.play(ann, "1")
	w.shownInPlace()
	w.restart()
	list, err := w.store.Unshown(ctx, "", 10)
	if len(list) != 1 || err != nil {
		t.Errorf("Unshown = %d matches, %v; want the one whose note was lost", len(list), err)
	}
	if s := w.svc.Delivery.Show(w.match()); !s.Edit || len(s.Ping) > 0 {
		t.Errorf("%+v, want the same edit once more", s)
	}
}

func TestANewMessageOverrulesANote(t *testing.T) {
	w := newWorld(t)
	w.quick()
	w.play(ann, "1")
	w.shownInPlace()
	w.wait(10 * time.Minute)
	w.show()
	shown := w.record().Shown
	if err := w.svc.Delivery.StoreShown(ctx); err != nil || w.record().Shown != shown {
		t.Errorf("%+v, %v; want %+v", w.record().Shown, err, shown)
	}
}

func TestNoteShownOfNoMatch(t *testing.T) {
	w := newWorld(t)
	if err := w.svc.Delivery.NoteShown(ctx, "none", match.Shown{Head: 1}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.svc.Delivery.StoreShown(ctx); err != nil && !errors.Is(err, match.ErrUnknown) {
			t.Error(err)
		}
	}
	if err := w.svc.Delivery.StoreShown(ctx); err != nil {
		t.Errorf("a note of no match is kept for ever: %v", err)
	}
}

// A copy of a Record shares no memory with the original, except Sentences, which never change.
func TestCloneSharesNothing(t *testing.T) {
	r := match.Record{}
	fill(reflect.ValueOf(&r).Elem(), 0)
	sharing(t, "Record", reflect.ValueOf(r), reflect.ValueOf(r.Clone()))
	if !reflect.DeepEqual(r, r.Clone()) {
		t.Errorf("%+v is no copy of %+v", r.Clone(), r)
	}
}

// fill gives every pointer, slice and map of a value content.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if v.Type().Elem().Kind() != reflect.Interface {
			fill(v.Index(0), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.Zero(v.Type().Key()), reflect.Zero(v.Type().Elem()))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), depth+1)
		}
	}
}

func sharing(t *testing.T, path string, a, b reflect.Value) {
	t.Helper()
	switch a.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if a.IsNil() {
			return
		}
		if a.Pointer() == b.Pointer() {
			t.Errorf("%s is shared with its copy", path)
		}
		if a.Kind() == reflect.Pointer {
			sharing(t, path, a.Elem(), b.Elem())
		}
	case reflect.Struct:
		if a.Type() == reflect.TypeFor[time.Time]() || a.Type() == reflect.TypeFor[games.Sentence]() {
			return
		}
		for i := range a.NumField() {
			sharing(t, path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
		}
	}
}
