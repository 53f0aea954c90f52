"""The table server: HTTP and WebSocket over the house. It knows no rule of any game."""
