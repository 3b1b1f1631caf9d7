package render

import "paddock/games/scene"

// lay plans the picture of s, with room above it for the result of end, which is mostly s itself; in a replay it is the last picture.
func (p *plan) lay(s, end *scene.Scene) {
	p.large = s.Look.Large
	p.family(s)
	if end.Result != "" {
		p.banner(s.Result, end.Result)
	}
}

// family plans the picture by the family of boards that the scene is of.
func (p *plan) family(s *scene.Scene) {
	switch s.Family {
	case scene.Pits:
		p.pits(s)
	case scene.Graph:
		p.graph(s)
	case scene.Hexes:
		p.hexes(s)
	default:
		p.squares(s)
	}
}
