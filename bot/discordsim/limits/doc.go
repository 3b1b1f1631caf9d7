// Package limits holds the figures of a simulated Discord and counts against them: so many of something per time, in fixed windows.
// See https://docs.discord.com/developers/topics/rate-limits.
package limits
