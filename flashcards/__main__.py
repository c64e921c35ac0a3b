"""Where the program begins, however it is started: `flashcards`, `python -m flashcards`, `cli.py`.

Loads next to nothing before Ctrl-C is taken care of: the rest takes a tenth of a second to load.
"""

import os

_INTERRUPTED = 130


def main() -> None:
    """Load the program and run it; Ctrl-C while it loads ends it without a word."""
    try:
        import signal  # noqa: PLC0415 - takes long enough to be interrupted

        # Where Ctrl-C is ignored already, as behind `nohup`, it stays so.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))  # nothing is begun yet
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    from flashcards.commands import main as run  # noqa: PLC0415 - what takes the time

    run()


if __name__ == "__main__":
    main()
