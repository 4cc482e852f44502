"""What an audit puts out: table, JSON lines, CSV, HTML; `proxy.audit.fix` makes corrected PGN."""
