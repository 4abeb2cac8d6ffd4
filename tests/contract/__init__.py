"""The contract against the running service: its document, single requests, sequences, a client."""
