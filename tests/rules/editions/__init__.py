"""Edition files: the real ones load, and a faulty one is refused with file, line and reason."""
