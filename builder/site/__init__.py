"""The archive as a site: pages, the player, search, and the build that writes them."""
