package render

import (
	"testing"
)

func BenchmarkPNG(b *testing.B) {
	for _, name := range []string{"kalah middle", "halatafl chain", "stratego red", "fish official"} {
		s := scenes()[name]
		b.Run(name, func(b *testing.B) {
			r := New(Light, 1)
			b.ReportAllocs()
			for b.Loop() {
				out, err := r.PNG(s)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(out)), "B/png")
			}
		})
	}
}
