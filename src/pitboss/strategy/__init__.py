"""Charts, counting systems and engine probes, shared by `simulate` and `analyse`."""
