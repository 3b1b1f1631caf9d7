package people

// Tamper changes an interaction before it is sent to the bot. It returns the payloads to send
// instead of p, in order; none means that the interaction is lost.
type Tamper func(p map[string]any) []map[string]any

type tamperOrder struct {
	times int
	f     Tamper
}

// TamperNext applies f to the next n interactions.
func (p People) TamperNext(n int, f Tamper) {
	s := p.lock()
	defer s.Unlock()
	s.tamper = append(s.tamper, &tamperOrder{n, f})
}

func (s *clients) tampered(p map[string]any) []map[string]any {
	if len(s.tamper) == 0 {
		return []map[string]any{p}
	}
	order := s.tamper[0]
	if order.times--; order.times <= 0 {
		s.tamper = s.tamper[1:]
	}
	return order.f(p)
}

// Twice delivers an interaction two times.
func Twice(p map[string]any) []map[string]any { return []map[string]any{p, p} }

// Never loses an interaction on its way to the bot.
func Never(map[string]any) []map[string]any { return nil }

// Nobody delivers an interaction with neither member nor user.
func Nobody(p map[string]any) []map[string]any {
	delete(p, "member")
	delete(p, "user")
	return []map[string]any{p}
}

// UnknownComponent delivers an interaction, meant to be a modal submit, with a component of a type
// that no library knows yet.
func UnknownComponent(p map[string]any) []map[string]any {
	data, _ := p["data"].(map[string]any)
	if data == nil {
		return []map[string]any{p}
	}
	odd := map[string]any{"type": 99, "id": 99, "custom_id": "odd"}
	list, _ := data["components"].([]any)
	data["components"] = append([]any{odd}, list...)
	return []map[string]any{p}
}
