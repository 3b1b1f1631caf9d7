package bot

import "log/slog"

var quietLog = slog.New(slog.DiscardHandler)
