"""What proves the rules: for the kit, random play and hidden cards dealt again; the vectors of the rules page."""
