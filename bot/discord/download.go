package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Reasons for which a file is not fetched.
var (
	ErrTooLong    = errors.New("discord: a file is too long")
	ErrNotDiscord = errors.New("discord: a file that is not kept by Discord")
)

// fileHosts are where Discord keeps what people attach.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// downloadWithin is how long a file may take.
const downloadWithin = 5 * time.Second

// Download fetches a file that somebody has attached, of at most so many bytes, from Discord and nowhere else: no other host, and none that it redirects to.
// Nothing of ours goes with the request. ErrTooLong, ErrNotDiscord.
func (c *Client) Download(ctx context.Context, address string, most int) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || !slices.Contains(fileHosts, u.Host) || u.User != nil {
		return nil, ErrNotDiscord
	}
	ctx, cancel := context.WithTimeout(ctx, downloadWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	once := *c.session.Client
	once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := once.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("discord: a file is answered with status %d", resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, int64(most)+1))
	if err == nil && len(data) > most {
		err = ErrTooLong
	}
	return data, err
}
