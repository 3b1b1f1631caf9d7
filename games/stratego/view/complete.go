package view

import (
	"cmp"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
)

// Complete lists ways to continue a half-typed move: first the movable pieces, then the targets of
// one. Texts are bare squares because others may see them. Labels name ranks and are for the viewer
// only (S51, S52). Pieces are in the order of their ranks and files, so that a piece's button stays
// at its place when the piece goes to another row. For Blue, who sees the board turned, files and targets
// are in the opposite order, so that what is left on the board is left among buttons too.
func (v *View) Complete(text string) []games.Completion {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	if !v.Turn.Has(v.Seat) {
		return nil
	}
	if v.Phase == Setup {
		return v.completeEdit(text)
	}
	typed := strings.NewReplacer("-", "", "–", "", ">", "", "x", "").Replace(text)
	from, rest, ok := board.ParseSquare(typed)
	var whole, begun []games.Completion
	right := 1 // in which order files stand from left to right
	if v.Seat == Blue {
		right = -1 // Blue's board is turned
	}
	for m := range v.Legal() {
		if m.Kind == Claim {
			if strings.HasPrefix("claim", text) {
				whole = append(whole, games.Completion{Text: "claim", Label: v.Label(m), Whole: true})
			}
			continue
		}
		name, move := m.From.String(), m.To.String()
		if ok && m.From == from && strings.HasPrefix(move, rest) {
			whole = append(whole,
				games.Completion{
					Text: m.String(), Label: v.label(m), Short: v.target(m), Whole: true,
					Worth: v.worth(m),
				})
		} else if i := index(begun, name); i >= 0 {
			begun[i].Worth = max(begun[i].Worth, v.worth(m))
		} else if strings.HasPrefix(name, typed) && name != typed {
			begun = append(begun,
				games.Completion{
					Text: name, Label: games.Say("%s %s", name, RankName(v.At(m.From).Rank)),
					Worth: v.worth(m), Icon: IconName(v.Seat, v.At(m.From).Rank),
				})
		}
	}
	slices.SortStableFunc(begun, func(a, b games.Completion) int {
		s, _, _ := board.ParseSquare(a.Text)
		t, _, _ := board.ParseSquare(b.Text)
		rank := func(s board.Square) int { return slices.Index(board.Ranks[:], v.At(s).Rank) }
		return cmp.Or(cmp.Compare(rank(s), rank(t)), cmp.Compare(s.File(), t.File())*right)
	})
	if right < 0 {
		slices.Reverse(whole)
	}
	if typed == "" || len(whole) == 0 {
		return append(begun, whole...)
	}
	return append(whole, begun...)
}

// IconName returns the name of the icon of an own piece, such as "red_scout".
func IconName(seat games.Seat, r board.Rank) string {
	army := "red_"
	if seat == Blue {
		army = "blue_"
	}
	return army + strings.ToLower(r.Name())
}

// target describes the target of a step, for the mover.
func (v *View) target(m Move) games.Sentence {
	if !v.At(m.To).None() {
		return games.Say("attack %s", m.To.String())
	}
	return games.Say("%s", m.To.String())
}

// worth estimates how much a player wants a step. Attacks have the highest worth, then single
// squares towards the enemy. A piece that has moved before adds to it.
func (v *View) worth(m Move) int {
	forward := m.To.Row() - m.From.Row()
	if v.Seat == Blue {
		forward = -forward
	}
	switch {
	case !v.At(m.To).None():
		return 4
	case forward == 1 && v.At(m.From).Moved:
		return 3
	case forward == 1:
		return 2
	case forward > 1:
		return 1
	}
	return 0
}

// label describes a step for the mover.
func (v *View) label(m Move) games.Sentence {
	man, target := v.At(m.From), v.At(m.To)
	if target.None() {
		return games.Say("%s %s to %s", m.From.String(), RankName(man.Rank), m.To.String())
	}
	return games.Say("%s %s to %s, attacks %s", m.From.String(), RankName(man.Rank), m.To.String(),
		RankName(target.Rank))
}

// Label returns a move for a menu of whole moves, for the mover.
func (v *View) Label(m Move) games.Sentence {
	switch {
	case m.Kind == Claim:
		return games.Say("claim a draw")
	case v.Phase == Play:
		return v.label(m)
	}
	return games.Say("%s", m.String())
}

// Short returns a move for a button.
func (v *View) Short(m Move) games.Sentence {
	if m.Kind == Claim || v.Phase != Play {
		return v.Label(m)
	}
	if !v.At(m.To).None() {
		return games.Say("%s attacks %s", m.From.String(), m.To.String())
	}
	return games.Say("%s → %s", m.From.String(), m.To.String())
}

func index(list []games.Completion, text string) int {
	return slices.IndexFunc(list, func(c games.Completion) bool { return c.Text == text })
}

// completeEdit lists edits that begin with the typed text: first the verbs, then what can follow
// each.
func (v *View) completeEdit(text string) (list []games.Completion) {
	add := func(m Move, label games.Sentence) {
		if s := m.String(); strings.HasPrefix(strings.ToLower(s), text) && v.Check(m) == nil {
			list = append(list, games.Completion{Text: s, Label: label, Whole: true})
		}
	}
	add(Move{Kind: Confirm}, games.Say("confirm: this is my final set-up"))
	verb, _, begun := strings.Cut(text, ":")
	if !begun {
		for _, w := range []string{"swap:", "place:", "remove:", "set:"} {
			if strings.HasPrefix(w, verb) && (w != "place:" || v.Left().Remaining() > 0) {
				list = append(list, games.Completion{Text: w, Label: games.Say("%s …", strings.TrimSuffix(w, ":"))})
			}
		}
	}
	switch verb {
	case "set":
		rows := v.SetupText(v.Seat)
		list = append(list, games.Completion{
			Text:  "set:" + rows,
			Label: games.Say("the rows as they are, front row first"), Whole: true,
		})
	case "swap", "remove":
		v.completeSquares(verb, add)
	case "place":
		for m := range v.Legal() {
			if m.Kind == Place {
				add(m, games.Say("%s on %s", RankTitle(m.Rank), m.From.String()))
			}
		}
	}
	add(Move{Kind: Clear}, games.Say("clear: take all pieces off the board"))
	return list
}

func (v *View) completeSquares(verb string, add func(Move, games.Sentence)) {
	for i := range Home {
		from := HomeSquare(v.Seat, i/board.Size, i%board.Size)
		man := v.At(from)
		if man.None() {
			continue
		}
		if verb == "remove" {
			add(Move{Kind: Remove, From: from}, games.Say("%s %s", from.String(), RankName(man.Rank)))
			continue
		}
		for j := range Home {
			to := HomeSquare(v.Seat, j/board.Size, j%board.Size)
			if other := v.At(to); other.Rank != man.Rank {
				name := RankName(other.Rank)
				if other.None() {
					name = games.Say("empty")
				}
				add(Move{Kind: Swap, From: from, To: to},
					games.Say("%s %s and %s %s", from.String(), RankName(man.Rank), to.String(), name))
			}
		}
	}
}
