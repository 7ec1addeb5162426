"""Building the site: finding what changed, and writing it in several processes."""
