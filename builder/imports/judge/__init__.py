"""Results of the judges by mail (nJudge, DPjudge)."""
