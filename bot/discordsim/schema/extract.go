package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Endpoint is a method and a path with its parameters in braces.
type Endpoint struct{ Method, Path string }

// structural lists the schema keywords that describe the structure of a body. All others are prose
// or hints for code generators.
var structural = strings.Fields(`$ref type const enum format pattern nullable
	minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength contentEncoding
	items prefixItems minItems maxItems uniqueItems
	properties required additionalProperties patternProperties propertyNames minProperties maxProperties
	oneOf anyOf allOf not`)

const refPrefix = "#/components/schemas/"

// document is the part of an OpenAPI file that an extract keeps.
type document struct {
	Paths      map[string]map[string]endpoint `json:"paths"`
	Components struct {
		Schemas map[string]any `json:"schemas"`
	} `json:"components"`
}

type endpoint struct {
	RequestBody *content           `json:"requestBody,omitempty"`
	Responses   map[string]content `json:"responses,omitempty"`
}

type content struct {
	Content map[string]media `json:"content,omitempty"`
}

type media struct {
	Schema any `json:"schema"`
}

// Extract returns the structure of the JSON bodies of some endpoints in an OpenAPI file: types,
// fields, limits and enumerations, with all that they refer to, without prose. Equal inputs give
// equal bytes.
func Extract(full []byte, endpoints []Endpoint) ([]byte, error) {
	var in struct {
		Paths      map[string]map[string]json.RawMessage `json:"paths"`
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	d := json.NewDecoder(bytes.NewReader(full))
	d.UseNumber()
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("read the full schema: %w", err)
	}
	if len(in.Paths) == 0 {
		return nil, errors.New("read the full schema: it has no paths")
	}
	e := extractor{from: in.Components.Schemas}
	e.out.Paths, e.out.Components.Schemas = map[string]map[string]endpoint{}, map[string]any{}
	for _, p := range endpoints {
		raw, ok := in.Paths[p.Path][strings.ToLower(p.Method)]
		if !ok {
			return nil, fmt.Errorf("the full schema has no %s %s", p.Method, p.Path)
		}
		if err := e.endpoint(p, raw); err != nil {
			return nil, fmt.Errorf("%s %s: %w", p.Method, p.Path, err)
		}
	}
	for _, name := range []string{errorSchema(400), errorSchema(429)} {
		e.need(name)
	}
	return e.write()
}

type extractor struct {
	from map[string]any
	out  document
}

func (e *extractor) endpoint(p Endpoint, raw json.RawMessage) error {
	var in endpoint
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&in); err != nil {
		return err
	}
	out := endpoint{Responses: map[string]content{}}
	if in.RequestBody != nil {
		if c := e.content(*in.RequestBody); len(c.Content) > 0 {
			out.RequestBody = &c
		}
	}
	for status, c := range in.Responses {
		if strings.HasPrefix(status, "2") { // all endpoints share the schemas of errors
			out.Responses[status] = e.content(c)
		}
	}
	if e.out.Paths[p.Path] == nil {
		e.out.Paths[p.Path] = map[string]endpoint{}
	}
	e.out.Paths[p.Path][strings.ToLower(p.Method)] = out
	return nil
}

// content keeps the JSON form of a body. A multipart body is checked by its payload_json, which has
// the same structure.
func (e *extractor) content(in content) content {
	m, ok := in.Content["application/json"]
	if !ok {
		return content{}
	}
	return content{map[string]media{"application/json": {e.schema(m.Schema)}}}
}

// schema strips a schema, and adds the schemas that it refers to.
func (e *extractor) schema(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return v // the schema is true or false
	}
	out := map[string]any{}
	for _, key := range structural {
		value, ok := m[key]
		if !ok {
			continue
		}
		switch key {
		case "properties", "patternProperties":
			fields := map[string]any{}
			for name, field := range value.(map[string]any) {
				fields[name] = e.schema(field)
			}
			value = fields
		case "oneOf", "anyOf", "allOf", "prefixItems":
			list := slices.Clone(value.([]any))
			for i := range list {
				list[i] = e.schema(list[i])
			}
			value = list
		case "items", "additionalProperties", "propertyNames", "not":
			value = e.schema(value)
		case "$ref":
			e.need(strings.TrimPrefix(value.(string), refPrefix))
		}
		out[key] = value
	}
	return out
}

// need adds a named schema.
func (e *extractor) need(name string) {
	if _, ok := e.out.Components.Schemas[name]; ok {
		return
	}
	e.out.Components.Schemas[name] = nil // the entry ends the recursion of a schema that refers to itself
	e.out.Components.Schemas[name] = e.schema(e.from[name])
}

// write puts each path and each schema on a line of its own, which makes differences between two
// extracts readable.
func (e *extractor) write() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{\"openapi\":\"3.1.0\",\n")
	b.WriteString("\"$comment\":\"The structure of some bodies, from Discord's OpenAPI description: github.com/discord/discord-api-spec, MIT License. Made by schema/extract.\",\n")
	b.WriteString("\"paths\":{\n")
	if err := lines(&b, e.out.Paths); err != nil {
		return nil, err
	}
	b.WriteString("},\n\"components\":{\"schemas\":{\n")
	if err := lines(&b, e.out.Components.Schemas); err != nil {
		return nil, err
	}
	b.WriteString("}}}\n")
	return b.Bytes(), nil
}

func lines[T any](b *bytes.Buffer, all map[string]T) error {
	for i, name := range slices.Sorted(maps.Keys(all)) {
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		value, err := json.Marshal(all[name])
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(b, "%s:%s", key, value)
	}
	b.WriteString("\n")
	return nil
}
