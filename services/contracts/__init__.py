"""The words that the services share: ids, queue messages, error codes. No behaviour."""
