"""How strong the bots are: matches between levels, seats and shuffles mirrored."""
