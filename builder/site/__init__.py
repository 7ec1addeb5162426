"""Archive to artifacts: every page and file of the site as a value, written by nobody yet."""
