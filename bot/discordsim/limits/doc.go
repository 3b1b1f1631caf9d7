// Package limits has the rate limits of a simulated Discord and counts uses in fixed time windows.
// See https://docs.discord.com/developers/topics/rate-limits.
package limits
