package render

import (
	"paddock/render/chart"
)

// Chart draws a table, a bracket or a curve, chart.Width pixels wide. Equal charts give equal bytes.
func (r *Renderer) Chart(c chart.Chart) (_ []byte, err error) {
	b := <-r.benches
	defer func() { r.benches <- b }()
	defer recovered(&err)
	p := &b.plan
	p.reset()
	p.draw(chart.Lay(c))
	if err := p.check(); err != nil {
		return nil, err
	}
	pal := r.kitOf(charts, c.Look).palette
	return b.png.Encode(pal.paint(p.width, p.height, append(p.under, p.over...)), pal.rgba[:]), nil
}

// chartInks holds the inks of charts in the themes.
var chartInks = [...]ink{
	chart.Panel: panel, chart.Letters: text, chart.Soft: soft, chart.Dark: dark, chart.Halo: halo,
	chart.Gold: last, chart.Silver: silver, chart.Bronze: bronze, chart.Glow: glow, chart.Hair: hair,
	chart.Lost: lost,
}

// draw plans the picture of a chart.
func (p *plan) draw(d chart.Drawing) {
	p.width, p.height = d.Width, d.Height
	p.marks(d.Marks)
}

// marks draws the marks of a chart, its texts on the upper layer.
func (p *plan) marks(list []chart.Mark) {
	for _, m := range list {
		o := op{ink: chartInks[m.Ink], a: int16(m.W), b: int16(m.H), size: int16(m.Size)}
		switch m.Shape {
		case chart.Text:
			p.write(&p.over, lettering{m.Size, m.Weight, o.ink, m.Crisp}, leftOf, m.X, m.Y, m.Text)
			continue
		case chart.Plate:
			o.kind = kindPlate
		case chart.Disc:
			o.kind = kindDisc
		case chart.Crown:
			o.kind = kindCrown
		case chart.Stroke:
			o.kind = kindLine
		}
		p.ground(o, m.X, m.Y)
	}
}
