"""Orders as people write them and as pages print them: one grammar."""
