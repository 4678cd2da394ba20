"""Audits of the rules: random play and redealing for the kit, and the vectors of the rules page."""
