"""The hash-chained log: append, read, notifications and subscriptions."""
