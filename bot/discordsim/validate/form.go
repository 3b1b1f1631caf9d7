package validate

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"paddock/bot/discordsim/world"
)

// Form collects all problems of one body, because Discord reports them together.
type Form struct{ problems []formProblem }

type formProblem struct {
	path []string
	world.Problem
}

// Root returns a field that stands for the whole body.
func (f *Form) Root(v any) Field { return Field{form: f, Value: v, present: true} }

// Invalid returns the refusal "Invalid Form Body", or nil without problems.
func (f *Form) Invalid() *Refusal {
	if len(f.problems) == 0 {
		return nil
	}
	tree := map[string]any{}
	r := &Refusal{Status: 400, Code: 50035, Message: "Invalid Form Body", errors: tree}
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
		r.Problems = append(r.Problems, p.Problem)
	}
	return r
}

// Field is one value of a body, with its path. A field that is absent or null is "empty". The
// readers below accept an empty field; Must does not.
type Field struct {
	form    *Form
	path    []string
	Value   any
	present bool
}

// Empty reports whether the field is absent or null.
func (f Field) Empty() bool { return f.Value == nil }

// Fail adds a problem at this field.
func (f Field) Fail(code, format string, args ...any) {
	p := world.Problem{Path: pathString(f.path), Code: code, Message: fmt.Sprintf(format, args...)}
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

// At returns a field of an object; absent if this is no object.
func (f Field) At(key string) Field {
	child := Field{form: f.form, path: append(slices.Clip(f.path), key)}
	if m, ok := f.Value.(map[string]any); ok {
		child.Value, child.present = m[key], hasKey(m, key)
	}
	return child
}

func hasKey(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}

// Must reports whether the field has a value. If it is empty, Must adds a problem.
func (f Field) Must() bool {
	if f.Empty() {
		f.Fail("BASE_TYPE_REQUIRED", "This field is required")
		return false
	}
	return true
}

// Object reports whether the field is an object. It adds a problem if the field is neither an
// object nor empty.
func (f Field) Object() bool {
	if f.Empty() {
		return false
	}
	if _, ok := f.Value.(map[string]any); !ok {
		f.Fail("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return false
	}
	return true
}

// Text reads a string of least to most characters; most 0 means no limit.
func (f Field) Text(least, most int) string {
	if f.Empty() {
		return ""
	}
	t, ok := f.Value.(string)
	if !ok {
		f.Fail("STRING_TYPE_CONVERT", "Could not interpret %s as string.", world.JSON(f.Value))
		return ""
	}
	f.length(utf8.RuneCountInString(t), least, most)
	return t
}

func (f Field) length(n, least, most int) {
	switch {
	case n >= least && (n <= most || most == 0):
	case n == 0 && least == 1:
		f.Fail("BASE_TYPE_REQUIRED", "This field is required")
	case least > 0 && most > 0:
		f.Fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n < least:
		f.Fail("BASE_TYPE_MIN_LENGTH", "Must be %d or more in length.", least)
	default:
		f.Fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
}

// List reads an array of least to most fields.
func (f Field) List(least, most int) []Field {
	if f.Empty() {
		return nil
	}
	items, ok := f.Value.([]any)
	if !ok {
		f.Fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if n := len(items); n < least || n > most {
		if least > 0 {
			f.Fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
		} else {
			f.Fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
		}
	}
	out := make([]Field, len(items))
	for i, v := range items {
		out[i] = Field{form: f.form, path: append(slices.Clip(f.path), strconv.Itoa(i)), Value: v, present: true}
	}
	return out
}

// Integer reads a whole number from least to most.
func (f Field) Integer(least, most int64) int64 {
	n, ok := f.whole()
	if !ok {
		return 0
	}
	if n < least {
		f.Fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", least)
	}
	if n > most {
		f.Fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", most)
	}
	return n
}

// whole reads a whole number. It returns false if there is none.
func (f Field) whole() (n int64, ok bool) {
	if f.Empty() {
		return 0, false
	}
	number, ok := f.Value.(json.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	if !ok || err != nil {
		f.Fail("NUMBER_TYPE_COERCE", "Value %s is not int.", world.JSON(f.Value))
		return 0, false
	}
	return n, true
}

// number reads any number.
func (f Field) number() float64 {
	if f.Empty() {
		return 0
	}
	number, ok := f.Value.(json.Number)
	x, err := strconv.ParseFloat(string(number), 64)
	if !ok || err != nil || math.IsInf(x, 0) {
		f.Fail("NUMBER_TYPE_COERCE", "Value %s is not float.", world.JSON(f.Value))
	}
	return x
}

// Boolean reads true or false.
func (f Field) Boolean() bool {
	if f.Empty() {
		return false
	}
	b, ok := f.Value.(bool)
	if !ok {
		f.Fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// Snowflake reads an id.
func (f Field) Snowflake() string {
	if f.Empty() {
		return ""
	}
	id, ok := f.Value.(string)
	if !ok || !world.IsSnowflake(id) {
		f.Fail("NUMBER_TYPE_COERCE", "Value %s is not snowflake.", world.JSON(f.Value))
		return ""
	}
	return id
}

// Among reads a whole number that must be one of a few.
func (f Field) Among(choices ...int64) int64 {
	n, ok := f.whole()
	if ok && !slices.Contains(choices, n) {
		f.Fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", joinInts(choices))
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

// address reads a URL with one of the given schemes.
func (f Field) address(most int, schemes ...string) string {
	t := f.Text(0, most)
	if t == "" {
		return ""
	}
	u, err := url.Parse(t)
	if err != nil || u.Scheme == "" || u.Host == "" && u.Path == "" {
		f.Fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
		return t
	}
	if !slices.Contains(schemes, u.Scheme) {
		f.Fail("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of (%s).", u.Scheme,
			quoteAll(schemes))
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

// Decode reads one JSON value with exact numbers; trailing text is an error.
func Decode(body []byte) (any, error) {
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
