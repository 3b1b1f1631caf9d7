// Package house holds the tests that read the repository itself: who imports whom, how large packages are, which numbers are cited, and whether documents
// and settings are true. docs/house.md lists the rules with their reasons. All paths are relative to the root of the repository.
package house
