"""``python -m pitboss.server.schema``: the OpenAPI description of the server, for programs that make types of it."""

import json
import sys

from pitboss.server.app import create_app
from pitboss.server.settings import Settings


def main() -> None:
    """Prints it; no database is opened."""
    json.dump(create_app(Settings(database="memory:")).openapi(), sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
