"""Building the site: what changed, in several processes, written to a folder."""
