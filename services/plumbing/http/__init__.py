"""HTTP as every service speaks it: strict requests, problem documents, tokens, a contract."""
