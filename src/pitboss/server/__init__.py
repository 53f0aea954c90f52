"""The table server: HTTP and WebSocket on top of the house. It contains no rule of any game."""

from pitboss.extras import require

require("server", "fastapi", "sqlalchemy")
