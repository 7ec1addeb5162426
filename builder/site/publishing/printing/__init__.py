"""Issues of zines as PDF."""
