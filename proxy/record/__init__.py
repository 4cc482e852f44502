"""Each game as a record: built from what the session did, written as JSON and PGN."""
