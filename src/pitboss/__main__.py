"""The console script, and `python -m pitboss`."""

import gc
import sys


def main() -> None:
    """Run the command line, or say which extra it needs."""
    # start-up only allocates what stays, about 100,000 objects: the collector would walk them several times
    gc.set_threshold(200_000, 20, 50)
    from pitboss.extras import MissingExtra  # noqa: PLC0415 # the import that may fail comes after it

    try:
        from pitboss.cli import main as run  # noqa: PLC0415
    except MissingExtra as missing:
        print(f"pitboss: {missing}", file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
