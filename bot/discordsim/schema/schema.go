// Package schema checks JSON bodies against Discord's own OpenAPI description, which is independent
// of this project.
//
// It is separate from the simulator, so that a program that runs only the simulator contains no
// schema compiler. It knows less than the simulator: of 73 deliberately bad bodies it catches 34
// (the tables of ../strict_test.go), so both are used. Start with [Embedded], the structure of the
// bodies in use, which every clone has, and give it to discordsim.Config.Validator. [Extract] makes
// that structure from the full description.
package schema

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema holds the description. It compiles endpoints on first use and is safe for concurrent use.
type Schema struct {
	paths map[string]map[string]operation

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
	valid    map[[sha256.Size]byte]bool // bodies found valid, by hash: a restarted bot registers the same commands
}

type operation struct {
	RequestBody struct {
		Content map[string]json.RawMessage `json:"content"`
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]json.RawMessage `json:"content"`
	} `json:"responses"`
}

// Load reads an openapi.json. It takes some 50 ms, so keep the result.
func Load(path string) (*Schema, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load Discord's schema: %w", err)
	}
	return read(text)
}

//go:embed testdata/discord.json
var extract []byte

// Embedded returns the extract in this package, which has only the endpoints of the simulator. The
// first call takes some 10 ms.
var Embedded = sync.OnceValues(func() (*Schema, error) { return read(extract) })

func read(text []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read Discord's schema: %w", err)
	}
	var api struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(text, &api); err != nil {
		return nil, fmt.Errorf("read Discord's schema: %w", err)
	}
	s := &Schema{
		paths: map[string]map[string]operation{}, compiled: map[string]*jsonschema.Schema{},
		valid: map[[sha256.Size]byte]bool{},
	}
	for path, methods := range api.Paths {
		s.paths[path] = map[string]operation{}
		for method, raw := range methods {
			var op operation
			if json.Unmarshal(raw, &op) == nil { // the key "parameters" holds a list and not an operation
				s.paths[path][method] = op
			}
		}
	}
	decide(doc, doc)
	s.compiler = jsonschema.NewCompiler()
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.AssertFormat()
	if err := s.compiler.AddResource("discord.json", doc); err != nil {
		return nil, fmt.Errorf("read Discord's schema: %w", err)
	}
	return s, nil
}

// Validate checks a request body, or the payload_json of a multipart body. Route is the path with
// parameters in braces. An endpoint without a body accepts any.
func (s *Schema) Validate(method, route string, body []byte) error {
	op, ok := s.paths[route][strings.ToLower(method)]
	if !ok {
		return fmt.Errorf("no such endpoint of Discord: %s %s", method, route)
	}
	if _, ok := op.RequestBody.Content["application/json"]; !ok {
		return nil
	}
	return s.check(method, route, "requestBody", body)
}

// ValidateAnswer checks the body of Discord's answer. An answer described as empty must be empty.
func (s *Schema) ValidateAnswer(method, route string, status int, body []byte) error {
	op, ok := s.paths[route][strings.ToLower(method)]
	if !ok {
		return fmt.Errorf("no such endpoint of Discord: %s %s", method, route)
	}
	if status >= 400 {
		return s.checkAt("/components/schemas/"+errorSchema(status), body)
	}
	code := strconv.Itoa(status)
	if _, ok := op.Responses[code].Content["application/json"]; ok {
		return s.check(method, route, "responses/"+code, body)
	}
	if len(body) > 0 {
		return fmt.Errorf("%s %s answers %d without a body", method, route, status)
	}
	return nil
}

// errorSchema returns the schema of an error answer without the "errors" tree of 50035. The file
// describes its inner codes as integers, but Discord only sends words such as BASE_TYPE_REQUIRED.
func errorSchema(status int) string {
	if status == http.StatusTooManyRequests {
		return "RatelimitedResponse"
	}
	return "Error"
}

var escape = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

func (s *Schema) check(method, route, part string, body []byte) error {
	return s.checkAt("/paths/"+escape.Replace(route)+"/"+strings.ToLower(method)+"/"+part+
		"/content/application~1json/schema", body)
}

func (s *Schema) checkAt(pointer string, body []byte) error {
	sum := sha256.Sum256(append([]byte(pointer+"\n"), body...))
	s.mu.Lock()
	known := s.valid[sum]
	s.mu.Unlock()
	if known {
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	sch, err := s.compile(pointer)
	if err != nil {
		return err
	}
	if strings.Contains(pointer, "/requestBody/") {
		coerce(v)
	}
	if err := sch.Validate(v); err != nil {
		return err
	}
	s.mu.Lock()
	s.valid[sum] = true
	s.mu.Unlock()
	return nil
}

func (s *Schema) compile(pointer string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sch := s.compiled[pointer]; sch != nil {
		return sch, nil
	}
	sch, err := s.compiler.Compile("discord.json#" + pointer)
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", pointer, err)
	}
	s.compiled[pointer] = sch
	return sch, nil
}

// coerce converts default_member_permissions from a string, as in Discord's documentation, to an
// integer, as in its OpenAPI file.
func coerce(v any) {
	list, _ := v.([]any)
	for _, c := range list {
		if m, ok := c.(map[string]any); ok {
			if t, ok := m["default_member_permissions"].(string); ok {
				m["default_member_permissions"] = json.Number(t)
			}
		}
	}
}
