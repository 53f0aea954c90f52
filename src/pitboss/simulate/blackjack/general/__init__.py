"""The general kernel: a round played step by step, compiled."""
