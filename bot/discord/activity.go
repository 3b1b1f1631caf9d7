package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord/pace"
)

// Instance is a running instance of the application's activity: a page that several users of one
// channel have open.
type Instance struct {
	Guild, Channel string
	Users          []string
}

// ErrNoInstance means that Discord knows no such instance.
var ErrNoInstance = errors.New("discord: no such instance of the activity")

// Instance asks Discord for an instance of an application's activity. It returns ErrNoInstance if
// there is none.
func (c *Client) Instance(ctx context.Context, app, id string) (Instance, error) {
	at := discordgo.EndpointAPI + "applications/" + app + "/activity-instances/"
	var found struct {
		Location struct {
			Channel string `json:"channel_id"`
			Guild   string `json:"guild_id"`
		} `json:"location"`
		Users []string `json:"users"`
	}
	err := c.Read(ctx, at+url.PathEscape(id), at, &found)
	if rest, ok := errors.AsType[*discordgo.RESTError](err); ok && rest.Response != nil &&
		rest.Response.StatusCode == http.StatusNotFound {
		return Instance{}, ErrNoInstance
	}
	return Instance{found.Location.Guild, found.Location.Channel, found.Users}, err
}

// Account is what Discord says of a user who has allowed the application to identify them.
type Account struct {
	ID     string `json:"id"`
	Name   string `json:"username"`
	Global string `json:"global_name"`
	Locale string `json:"locale"`
}

// ErrCode means that Discord does not accept the code of an authorization.
var ErrCode = errors.New("discord: the code of an authorization is not valid")

// Identify exchanges the code of an authorization, and asks Discord for the user. The token of the
// exchange is not stored.
func (c *Client) Identify(ctx context.Context, app, secret, code string) (Account, error) {
	form := url.Values{
		"client_id": {app}, "client_secret": {secret}, "grant_type": {"authorization_code"},
		"code": {code},
	}
	var grant struct {
		Token string `json:"access_token"`
	}
	err := c.oauth(ctx, http.MethodPost, "oauth2/token", "application/x-www-form-urlencoded", "",
		strings.NewReader(form.Encode()), &grant)
	if err != nil {
		return Account{}, err
	}
	if grant.Token == "" {
		return Account{}, ErrCode
	}
	var who Account
	if err := c.oauth(ctx, http.MethodGet, "users/@me", "", "Bearer "+grant.Token, http.NoBody, &who); err != nil {
		return Account{}, err
	}
	if who.ID == "" {
		return Account{}, ErrCode
	}
	return who, nil
}

// oauth makes a request that a user's token or the application's secret authorizes, not the bot's
// token. Anybody can cause it, so it has the smallest share of the refusals that Discord tolerates.
func (c *Client) oauth(ctx context.Context, method, path, contentType, authorization string, body io.Reader,
	answer any,
) error {
	done, err := c.Pace.Wait(pace.With(ctx, pace.Unproved), method+" "+path, true)
	if closed, ok := errors.AsType[*pace.TooLong](err); ok {
		return tooSoon(closed.Wait)
	}
	if err != nil {
		return err
	}
	var got seen
	defer func() {
		done(got.status, got.header)
		if c.Observe != nil {
			c.Observe(method, got.status, got.scope())
		}
	}()
	r, err := http.NewRequestWithContext(ctx, method, discordgo.EndpointAPI+path, body)
	if err != nil {
		return err
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	client := *c.session.Client
	client.Transport = noting{client.Transport, &got}
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	switch {
	case err != nil:
		return err
	case got.status == http.StatusBadRequest || got.status == http.StatusUnauthorized:
		return ErrCode
	case got.status == http.StatusTooManyRequests:
		return got.error(nil)
	case got.status != http.StatusOK:
		// without the body, which may contain a token
		return fmt.Errorf("discord: %s answered %d", path, got.status)
	}
	return json.NewDecoder(bytes.NewReader(raw)).Decode(answer)
}
