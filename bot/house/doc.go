// Package house holds the tests that read the repository itself. They check imports, sizes of
// packages, cited numbers, and whether documents and settings are true. docs/house.md lists the
// rules with their reasons. All paths are relative to the root of the repository.
package house
