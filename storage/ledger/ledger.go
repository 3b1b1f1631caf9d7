// Package ledger decides what a store keeps about matches besides their records and logs. Engines
// read rows, ask, and store what they are told: they contain bytes and SQL, and no decisions. So a
// rule is written once, holds in every engine, and is tested here in tables, without a store.
//
// It reads no stored data, and knows no engine and no clock. Start reading at [Book].
package ledger
