package discordsim

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Problem is one thing wrong with a body: where, and Discord's inner code and sentence. Codes that nobody has
// published are guesses that carry the same meaning.
type Problem struct {
	Path    string `json:"path"` // such as "components[0].components[1].custom_id"
	Code    string `json:"code"`
	Message string `json:"message"`
}

// form collects the problems of one body, so that all of them are told at once, as Discord does.
type form struct{ problems []formProblem }

type formProblem struct {
	path []string
	Problem
}

// root is the whole body as a field.
func (f *form) root(v any) field { return field{form: f, value: v, present: true} }

// invalid makes the refusal "Invalid Form Body", or nil if nothing was wrong.
func (f *form) invalid() *refusal {
	if len(f.problems) == 0 {
		return nil
	}
	tree := map[string]any{}
	r := &refusal{status: 400, code: 50035, message: "Invalid Form Body", errors: tree}
	for _, p := range f.problems {
		at := tree
		for _, key := range p.path {
			next, ok := at[key].(map[string]any)
			if !ok {
				next = map[string]any{}
				at[key] = next
			}
			at = next
		}
		list, _ := at["_errors"].([]any)
		at["_errors"] = append(list, map[string]string{"code": p.Code, "message": p.Message})
		r.problems = append(r.problems, p.Problem)
	}
	return r
}

// field is one value of a body, with the path that led to it. A field that is absent or null is "empty": the
// readers below let it pass, and must says when it may not be.
type field struct {
	form    *form
	path    []string
	value   any
	present bool
}

func (f field) empty() bool { return f.value == nil }

// fail notes a problem at this field.
func (f field) fail(code, format string, args ...any) {
	p := Problem{Path: pathString(f.path), Code: code, Message: fmt.Sprintf(format, args...)}
	f.form.problems = append(f.form.problems, formProblem{slices.Clone(f.path), p})
}

func pathString(path []string) string {
	var b strings.Builder
	for _, p := range path {
		if _, err := strconv.Atoi(p); err == nil {
			b.WriteString("[" + p + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(p)
	}
	return b.String()
}

// at is the field of an object; absent if this is not an object.
func (f field) at(key string) field {
	child := field{form: f.form, path: append(slices.Clip(f.path), key)}
	if m, ok := f.value.(map[string]any); ok {
		child.value, child.present = m[key], hasKey(m, key)
	}
	return child
}

func hasKey(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}

// must says that the field may not be empty and returns whether it is not.
func (f field) must() bool {
	if f.empty() {
		f.fail("BASE_TYPE_REQUIRED", "This field is required")
		return false
	}
	return true
}

// object says whether the field is an object; anything else but empty is a problem.
func (f field) object() bool {
	if f.empty() {
		return false
	}
	if _, ok := f.value.(map[string]any); !ok {
		f.fail("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return false
	}
	return true
}

// text reads a string of least to most characters; most 0 means any.
func (f field) text(least, most int) string {
	if f.empty() {
		return ""
	}
	t, ok := f.value.(string)
	if !ok {
		f.fail("STRING_TYPE_CONVERT", "Could not interpret %s as string.", mustJSON(f.value))
		return ""
	}
	f.length(utf8.RuneCountInString(t), least, most)
	return t
}

func (f field) length(n, least, most int) {
	switch {
	case n >= least && (n <= most || most == 0):
	case n == 0 && least == 1:
		f.fail("BASE_TYPE_REQUIRED", "This field is required")
	case least > 0 && most > 0:
		f.fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n < least:
		f.fail("BASE_TYPE_MIN_LENGTH", "Must be %d or more in length.", least)
	default:
		f.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
}

// list reads an array of least to most fields.
func (f field) list(least, most int) []field {
	if f.empty() {
		return nil
	}
	items, ok := f.value.([]any)
	if !ok {
		f.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if n := len(items); n < least || n > most {
		if least > 0 {
			f.fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
		} else {
			f.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
		}
	}
	out := make([]field, len(items))
	for i, v := range items {
		out[i] = field{form: f.form, path: append(slices.Clip(f.path), strconv.Itoa(i)), value: v, present: true}
	}
	return out
}

// integer reads a whole number from least to most.
func (f field) integer(least, most int64) int64 {
	if f.empty() {
		return 0
	}
	number, ok := f.value.(json.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	if !ok || err != nil {
		f.fail("NUMBER_TYPE_COERCE", "Value %s is not int.", mustJSON(f.value))
		return 0
	}
	if n < least {
		f.fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", least)
	}
	if n > most {
		f.fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", most)
	}
	return n
}

// number reads any number.
func (f field) number() float64 {
	if f.empty() {
		return 0
	}
	number, ok := f.value.(json.Number)
	x, err := strconv.ParseFloat(string(number), 64)
	if !ok || err != nil || math.IsInf(x, 0) {
		f.fail("NUMBER_TYPE_COERCE", "Value %s is not float.", mustJSON(f.value))
	}
	return x
}

// boolean reads true or false.
func (f field) boolean() bool {
	if f.empty() {
		return false
	}
	b, ok := f.value.(bool)
	if !ok {
		f.fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// snowflake reads an id.
func (f field) snowflake() string {
	if f.empty() {
		return ""
	}
	id, ok := f.value.(string)
	if !ok || !isSnowflake(id) {
		f.fail("NUMBER_TYPE_COERCE", "Value %s is not snowflake.", mustJSON(f.value))
		return ""
	}
	return id
}

// among reads a whole number that must be one of a few.
func (f field) among(choices ...int64) int64 {
	if f.empty() {
		return 0
	}
	number, ok := f.value.(json.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	if !ok || err != nil {
		f.fail("NUMBER_TYPE_COERCE", "Value %s is not int.", mustJSON(f.value))
		return 0
	}
	if !slices.Contains(choices, n) {
		f.fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", joinInts(choices))
	}
	return n
}

func joinInts(list []int64) string {
	var parts []string
	for _, n := range list {
		parts = append(parts, strconv.FormatInt(n, 10))
	}
	return strings.Join(parts, ", ")
}

// address reads a URL whose scheme is one of those given.
func (f field) address(most int, schemes ...string) string {
	t := f.text(0, most)
	if t == "" {
		return ""
	}
	u, err := url.Parse(t)
	if err != nil || u.Scheme == "" || u.Host == "" && u.Path == "" {
		f.fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
		return t
	}
	if !slices.Contains(schemes, u.Scheme) {
		f.fail("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of (%s).", u.Scheme, quoteAll(schemes))
	}
	return t
}

func quoteAll(list []string) string {
	var out []string
	for _, t := range list {
		out = append(out, "'"+t+"'")
	}
	return strings.Join(out, ", ")
}

// decode reads one JSON value with exact numbers; trailing text is an error.
func decode(body []byte) (any, error) {
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, fmt.Errorf("text after the JSON value")
	}
	return v, nil
}
