package match

import (
	"reflect"
	"strings"
	"testing"
)

// A clone of a User or a Record is equal and shares no map, slice or pointer with the original, in any field.
func TestCloneSharesNothing(t *testing.T) {
	var u User
	fill(reflect.ValueOf(&u).Elem())
	clone := u.Clone()
	if !reflect.DeepEqual(clone, u) {
		t.Error("the copy of a person is not equal")
	}
	for _, path := range shared(reflect.ValueOf(u), reflect.ValueOf(clone), "User") {
		t.Errorf("%s is shared", path)
	}
	var r Record
	fill(reflect.ValueOf(&r).Elem())
	copied := r.Clone()
	if !reflect.DeepEqual(copied, r) {
		t.Error("the copy of a match is not equal")
	}
	for _, path := range shared(reflect.ValueOf(r), reflect.ValueOf(copied), "Record") {
		// sentences that were said are never changed, so they may be shared
		if !strings.HasSuffix(path, ".Args") && path != "Record.Earlier[].Said" {
			t.Errorf("%s is shared", path)
		}
	}
}

// fill sets every exported field of a value to something.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 4))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i))
			}
		}
	}
}

// shared lists the paths of references that two values share.
func shared(a, b reflect.Value, path string) (list []string) {
	switch a.Kind() {
	case reflect.Slice:
		if a.Pointer() == b.Pointer() && a.Cap() > 0 {
			return []string{path}
		}
		for i := range a.Len() {
			list = append(list, shared(a.Index(i), b.Index(i), path+"[]")...)
		}
	case reflect.Map:
		if a.Pointer() == b.Pointer() {
			return []string{path}
		}
		for _, key := range a.MapKeys() {
			list = append(list, shared(a.MapIndex(key), b.MapIndex(key), path+"[]")...)
		}
	case reflect.Pointer:
		if a.Pointer() == b.Pointer() {
			return []string{path}
		}
		list = shared(a.Elem(), b.Elem(), path)
	case reflect.Struct:
		if a.Type().PkgPath() == "time" {
			return nil
		}
		for i := range a.NumField() {
			list = append(list, shared(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)...)
		}
	}
	return list
}
