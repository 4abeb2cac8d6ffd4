"""The services of Interchange; each lives alone and shares only contracts."""
