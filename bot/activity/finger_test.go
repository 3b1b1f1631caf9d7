package activity_test

import (
	"testing"
)

// In Fish tiles leave the board. The arrow keys still lead from every remaining tile to every other
// one.
func TestArrowsReachEveryTile(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/fish challenge user:@Bob")
	b := r.visit(r.link(), "anybody", 390, 844)
	b.wait(`$(".board [data-cell]")`)
	got := eval[[]string](b, `(async () => {
		const from = doc.querySelector("script[type=module]").src;
		const { Board } = await import(from.replace("app.js", "board.js"));
		const board = new Board({}), whole = doc.querySelector(".board svg"), wrong = [];
		doc.body.replaceChildren(board.node);
		let seed = 1;
		const chance = () => (seed = seed * 48271 % 2147483647) / 2147483647;
		for (let sea = 0; sea < 60; sea++) {
			const svg = whole.cloneNode(true), some = 0.1 + 0.8 * chance();
			for (const n of svg.querySelectorAll("[data-cell]")) if (chance() > some) n.remove();
			if (!svg.querySelector("[data-cell]")) continue;
			board.show({ picture: { hash: String(sea), svg: svg.outerHTML } },
				{ can: new Set(), chosen: -1, drags: false, live: true, label: "" });
			const all = board.cells.filter(Boolean);
			const next = new Map(all.map((n) => [n, ["Left", "Right", "Up", "Down"].map((way) => {
				n.focus();
				n.dispatchEvent(new KeyboardEvent("keydown", { key: "Arrow" + way, bubbles: true }));
				return doc.activeElement;
			})]));
			// from the first, and to it
			for (const way of [next, new Map(all.map((n) => [n, all.filter((m) => next.get(m).includes(n))]))]) {
				const seen = new Set([all[0]]);
				for (const n of seen) for (const m of way.get(n)) seen.add(m);
				if (seen.size < all.length) wrong.push("sea " + sea + ": " + seen.size + " of " + all.length);
			}
		}
		return wrong;
	})()`)
	if len(got) > 0 {
		t.Errorf("%d walks end before all tiles are seen: %q", len(got), got)
	}
}
