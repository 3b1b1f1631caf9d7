package player

import (
	"slices"
	"strings"

	"paddock/games/stratego/board"
)

// DefaultSet is the classic set-up of the seed document (S17).
const DefaultSet = "9639594196/7952S79354/869B847B69/87BFB85B8B"

// Template is a named set-up to begin with (S17). Its name describes its style.
type Template struct {
	Name, Help string
	Army       board.Counts
	Rows       string
}

// Mirror mirrors a set-up text left to right.
func Mirror(rows string) string {
	lines := strings.Split(rows, "/")
	for i, l := range lines {
		b := []byte(l)
		slices.Reverse(b)
		lines[i] = string(b)
	}
	return strings.Join(lines, "/")
}

// Templates lists the templates. All but the first are our own. Every named army has some.
var Templates = []Template{
	{
		"default", "Default: balanced, the Flag walled in on the back row", board.Classic,
		"9639594196/7952S79354/869B847B69/87BFB85B8B",
	},
	{
		"corner", "Corner: the Flag in the left corner behind Bombs", board.Classic,
		"6573564366/9494558972/B1879998BS/FBB989BB87",
	},
	{
		"keep", "Keep: the Flag in the middle, Bombs on all sides", board.Classic,
		"44765513B5/546969797B/7S283B9989/8986BFB9B8",
	},
	{"storm", "Storm: the strongest pieces in front", board.Classic, "7642351534/77S695478B/B8689B9BB9/9898569FB9"},
	{
		"scouts", "Outriders: Scouts in front, to look around early", board.Classic,
		"997659799B/454633S459/9816BB2578/B68BFB8987",
	},
	{
		"reserve", "Reserve: the strong pieces wait in the third row", board.Classic,
		"57B9779897/635846B95B/9B39642491/588B8S9B6F",
	},
	{
		"left", "Left wing: the strength stands on the left", board.Classic,
		"5541669969/452339S967/B49898B879/FB5877BBB8",
	},
	{
		"right", "Right wing: the strength stands on the right", board.Classic,
		"B998653345/798S926541/5B6789B984/7769BBFB89",
	},
	{
		"decoy", "Decoy: Bombs far away from an almost open Flag", board.Classic,
		"1B94659485/9586792S64/7738993BBB/F8569B9B78",
	},
	{"gate", "Gate: Bombs in front, none at the Flag", board.Classic, "BBB893S16B/7479359866/7B6574249B/8958958F99"},
	{"sappers", "Sappers: the Miners in the middle rows", board.Classic, "973674S756/9816498238/5BBB995868/BFB9957B49"},
	{
		"balance", "Balance: Marshal and General on different wings, the Spy near", board.Classic,
		"7643659566/9917742B97/94B3B9S88B/88955B89BF",
	},
	{
		"corner", "Corner: the Flag in the right corner, guarded", board.Barrage,
		".........1/2.9......./S........B/.8......9F",
	},
	{"bluff", "Bluff: the Flag stands alone", board.Barrage, "2.S9.9..1./........../..B......./...F..8..."},
	{
		"corner", "Corner: the Flag in the left corner, guarded", board.Duel,
		"1.......2S/.9......../B...9...../FB..8...8.",
	},
	{
		"forward", "Forward: the Bombs shut the wings in front", board.Duel,
		"B...1...B./.........9/...F....2./88..9...S.",
	},
}
