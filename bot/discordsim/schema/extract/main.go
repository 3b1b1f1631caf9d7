// Command extract writes the structure of the bodies that the simulator knows, taken from the full
// OpenAPI description of Discord's API (https://github.com/discord/discord-api-spec,
// specs/openapi.json), to its standard output:
//
//	go run ./bot/discordsim/schema/extract openapi.json > bot/discordsim/schema/testdata/discord.json
package main

import (
	"fmt"
	"os"

	"paddock/bot/discordsim/rest"
	"paddock/bot/discordsim/schema"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: extract openapi.json > discord.json")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "extract:", err)
		os.Exit(1)
	}
}

func run(path string) error {
	full, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var endpoints []schema.Endpoint
	for _, r := range rest.Endpoints() {
		endpoints = append(endpoints, schema.Endpoint{Method: r[0], Path: r[1]})
	}
	out, err := schema.Extract(full, endpoints)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(out)
	return err
}
