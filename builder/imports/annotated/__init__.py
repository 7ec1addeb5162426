"""Reports that print one order a line and mark each order."""
