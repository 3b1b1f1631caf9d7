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

// The reasons why Download fetches no file.
var (
	ErrTooLong    = errors.New("discord: a file is too long")
	errNotDiscord = errors.New("discord: a file that is not kept by Discord")
)

// fileHosts lists the hosts of attachments.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// downloadWithin is the time limit of a download.
const downloadWithin = 5 * time.Second

// Download fetches an attachment of at most the given number of bytes from Discord. It contacts no
// other host, follows no redirect and sends nothing of the bot's. Its errors are ErrTooLong and
// errNotDiscord.
func (c *Client) Download(ctx context.Context, address string, most int) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || !slices.Contains(fileHosts, u.Host) || u.User != nil {
		return nil, errNotDiscord
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
