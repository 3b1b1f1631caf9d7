package schema

import "strings"

// decide rewrites alternatives in a description so that a validator need not try them all. Validity
// stays the same. Alternatives with different values of "type" become a chain of conditions.
// Alternatives that are single constants become an enumeration.
func decide(doc, node any) {
	switch n := node.(type) {
	case []any:
		for _, v := range n {
			decide(doc, v)
		}
	case map[string]any:
		for _, v := range n {
			decide(doc, v)
		}
		for _, word := range []string{"oneOf", "anyOf"} {
			list, _ := n[word].([]any)
			if values, ok := constants(list); ok && n["enum"] == nil {
				delete(n, word)
				n["enum"] = values
			} else if types, ok := byType(doc, list); ok && n["if"] == nil {
				delete(n, word)
				n["allOf"] = append(listOf(n["allOf"]), chain(list, types))
			}
		}
	}
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}

// constants returns the values of alternatives if all are different constants.
func constants(list []any) (values []any, ok bool) {
	seen := map[any]bool{}
	for _, a := range list {
		m, _ := a.(map[string]any)
		value, isConst := m["const"]
		for field := range m {
			isConst = isConst && (field == "const" || field == "title" || field == "description")
		}
		if !isConst || seen[value] {
			return nil, false
		}
		seen[value] = true
		values = append(values, value)
	}
	return values, len(list) > 1
}

// byType returns the types of each alternative, if all are objects with a required type and no two
// share one.
func byType(doc any, list []any) (types [][]any, ok bool) {
	seen := map[any]bool{}
	for _, a := range list {
		m, _ := a.(map[string]any)
		ref, _ := m["$ref"].(string)
		object, _ := find(doc, ref).(map[string]any)
		properties, _ := object["properties"].(map[string]any)
		field, _ := properties["type"].(map[string]any)
		required := false
		for _, name := range listOf(object["required"]) {
			required = required || name == "type"
		}
		values := listOf(field["enum"])
		if object["type"] != "object" || !required || len(values) == 0 {
			return nil, false
		}
		for _, v := range values {
			if seen[v] {
				return nil, false
			}
			seen[v] = true
		}
		types = append(types, values)
	}
	return types, len(list) > 1
}

// find returns the target of a reference within the document, or nil.
func find(doc any, ref string) any {
	path, ok := strings.CutPrefix(ref, "#/")
	for name := range strings.SplitSeq(path, "/") {
		m, _ := doc.(map[string]any)
		if doc = m[name]; !ok {
			return nil
		}
	}
	return doc
}

// chain returns a chain of conditions on the type. Its last alternative reports an object of
// unknown type.
func chain(list []any, types [][]any) any {
	last := len(list) - 1
	rest := list[last]
	for i := last - 1; i >= 0; i-- {
		rest = map[string]any{
			"if": map[string]any{
				"type": "object", "required": []any{"type"},
				"properties": map[string]any{"type": map[string]any{"enum": types[i]}},
			},
			"then": list[i], "else": rest,
		}
	}
	return rest
}
