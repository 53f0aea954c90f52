"""The last rounds of a tournament table: what each wager and each decision is worth in places or prizes."""
