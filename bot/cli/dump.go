package cli

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/storage"
	"paddock/storage/postgres"
	"paddock/storage/transfer"
)

// dump writes the finished matches of a server, or of all, as texts without names or ids (P130).
func (p *Program) dump(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("dump", flag.ContinueOnError)
	from := p.database(f)
	server := f.String("server", "", "only the matches of the server with this `id`")
	if err := p.parse(f, args, 1, 1); err != nil {
		return err
	}
	opened, err := openSide(ctx, *from, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	out, err := os.OpenFile(f.Arg(0), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("there is a file %s already. It was not touched; choose another name", f.Arg(0))
	} else if err != nil {
		return err
	}
	written, left, err := writeArchive(ctx, mover(opened), match.GuildID(*server), out)
	if err = errors.Join(err, out.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Arg(0)))
	}
	fmt.Fprintf(p.Out, "%s has %d matches without names. Left out: %d.\n", f.Arg(0), written, left)
	return nil
}

// mover returns a database as a side of a transfer.
func mover(d database) transfer.Store {
	if b, ok := d.(*storage.Bolt); ok {
		return storage.Mover{Bolt: b}
	}
	return postgres.Mover{Store: d.(*postgres.Store)}
}

// writeArchive writes the matches of a server, or of all, into a zip file. It returns how many it
// wrote and how many it left out.
func writeArchive(ctx context.Context, from transfer.Store, server match.GuildID,
	to io.Writer,
) (written, left int, err error) {
	agreed := map[match.UserID]bool{}
	err = eachItem(ctx, from, transfer.Users, func(item transfer.Item) error {
		var u match.User
		if err := json.Unmarshal(item.Value, &u); err != nil {
			return err
		}
		agreed[u.ID] = u.Archive
		return nil
	})
	if err != nil {
		return 0, 0, err
	}
	rules := map[games.ID]*games.Game{}
	for _, g := range catalog.Games() {
		rules[g.ID] = g
	}
	a, z, seen := newArchive(server, agreed), zip.NewWriter(to), map[string]bool{}
	var known match.Parsings
	err = eachItem(ctx, from, transfer.Matches, func(item transfer.Item) error {
		var r match.Record
		if err := json.Unmarshal(item.Value, &r); err != nil {
			return err
		}
		log := make([]match.Event, len(item.Events))
		for i, text := range item.Events {
			if err := json.Unmarshal(text, &log[i]); err != nil {
				return err
			}
		}
		name, text, ok := a.text(known.Match(r, rules[r.Game]), log)
		if !ok {
			left++
			return nil
		}
		if seen[name] { // the match has changed in PostgreSQL while pages were read, and is listed again
			return nil
		}
		seen[name] = true
		written++
		w, err := z.Create(name + ".txt") // the error has no time, because an archive contains no times
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		return err
	})
	return written, left, errors.Join(err, z.Close())
}

// eachItem calls f for all items of a kind, page by page.
func eachItem(ctx context.Context, from transfer.Store, kind transfer.Kind, f func(transfer.Item) error) error {
	const page = 200
	for after := ""; ; {
		items, next, err := from.Export(ctx, kind, after, page)
		if err != nil {
			return err
		}
		for _, item := range items {
			if err := f(item); err != nil {
				return fmt.Errorf("%s %q: %w", kind, item.Key, err)
			}
		}
		if after = next; next == "" {
			return ctx.Err()
		}
	}
}
