package match

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"paddock/games/match/vote"
)

// P30: wherever a record or an event can hold a user, an erasure finds and removes that user. A new
// field is covered as soon as it exists.
func TestP30FromEveryPlace(t *testing.T) {
	places := userPlaces(reflect.TypeFor[Record](), "Record")
	places["Record.Rematch"] = func(v reflect.Value) {
		v.Addr().Interface().(*Record).Rematch = map[string]bool{"user-9": true}
	}
	places["Record.Voting.Votes"] = func(v reflect.Value) {
		v.Addr().Interface().(*Record).Voting = &Voting{Votes: []vote.Vote{{By: "user-9", Move: "a1"}}}
	}
	delete(places, "Record.HandOvers.Asking") // the field is empty as soon as the new player has accepted
	for _, want := range []string{"Record.Heir.Asking", "Record.Heir.To.User", "Record.Heir.From.User"} {
		if places[want] == nil {
			t.Errorf("%s is not among the places", want)
		}
	}
	for name, put := range places {
		t.Run(name, func(t *testing.T) {
			var r Record
			put(reflect.ValueOf(&r).Elem())
			check(t, r, nil)
		})
	}
	for name, put := range userPlaces(reflect.TypeFor[Event](), "Event") {
		t.Run(name, func(t *testing.T) {
			var e Event
			put(reflect.ValueOf(&e).Elem())
			check(t, Record{}, []Event{e})
		})
	}
}

func check(t *testing.T, r Record, log []Event) {
	t.Helper()
	if !slices.Equal(Named(r, log), []UserID{"user-9"}) {
		t.Errorf("Named = %q, want user-9", Named(r, log))
	}
	if gone := (Erasure{User: "user-9", As: "x7"}); !gone.From(&r, log) {
		t.Error("From says that user-9 was not there")
	}
	if left := Named(r, log); len(left) > 0 {
		t.Errorf("Named = %q after the erasure", left)
	}
	if text := fmt.Sprintf("%+v %+v %+v %+v %+v", r, log, r.Heir, r.Parked, r.Voting); strings.Contains(text, "user-9") {
		t.Errorf("left of user-9: %s", text)
	}
}

// userPlaces returns, by name, functions that put user-9 into each place of a type that holds
// a UserID, and make whatever leads there.
func userPlaces(typ reflect.Type, name string) map[string]func(reflect.Value) {
	places := make(map[string]func(reflect.Value))
	inside := func(typ reflect.Type, name string, enter func(reflect.Value, func(reflect.Value))) {
		for name, put := range userPlaces(typ, name) {
			places[name] = func(v reflect.Value) { enter(v, put) }
		}
	}
	switch typ.Kind() {
	case reflect.String:
		if typ == reflect.TypeFor[UserID]() {
			places[name] = func(v reflect.Value) { v.SetString("user-9") }
		}
	case reflect.Pointer:
		inside(typ.Elem(), name, func(v reflect.Value, put func(reflect.Value)) {
			v.Set(reflect.New(typ.Elem()))
			put(v.Elem())
		})
	case reflect.Slice:
		inside(typ.Elem(), name, func(v reflect.Value, put func(reflect.Value)) {
			v.Set(reflect.MakeSlice(typ, 1, 1))
			put(v.Index(0))
		})
	case reflect.Map:
		inside(typ.Key(), name, func(v reflect.Value, put func(reflect.Value)) {
			key := reflect.New(typ.Key()).Elem()
			put(key)
			v.Set(reflect.MakeMap(typ))
			v.SetMapIndex(key, reflect.Zero(typ.Elem()))
		})
	case reflect.Struct:
		for i := range typ.NumField() {
			if f := typ.Field(i); f.IsExported() {
				inside(f.Type, name+"."+f.Name, func(v reflect.Value, put func(reflect.Value)) { put(v.Field(i)) })
			}
		}
	}
	return places
}
