"""What every service is built with: addresses, settings, clusters, names of jobs."""
