"""``python -m pitboss.server.schema``: prints the OpenAPI schema, from which clients generate types."""

import json
import sys

from pitboss.server.app import create_app
from pitboss.server.settings import Settings


def main() -> None:
    """Prints the schema without opening a database."""
    json.dump(create_app(Settings(database="memory:")).openapi(), sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
