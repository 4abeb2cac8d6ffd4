"""The scoring service: results through its queue beside plain RQ, and a crowded leaderboard."""
