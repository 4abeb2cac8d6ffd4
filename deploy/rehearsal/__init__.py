"""The containers are really run, with podman, and a season is played in them: `make rehearsal`.

Nothing is downloaded but packages: the images are made of Debian's. While guests play tournaments
in two cities through the gateway, one city is scaled, restarted, killed and stopped, and gets a
second version; the other must not notice. docs/operations.md tells what is shown by it.
"""
