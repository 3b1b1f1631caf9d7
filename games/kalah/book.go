package kalah

func (p position) book() (move, bool) { return 0, false }
