"""Python as it is where there is no POSIX, as far as that can be had on a POSIX system.

With this folder on PYTHONPATH every Python that is started, the tests' own and each program they
start, lacks the names that Windows lacks, and finds none of its modules for this project. Other
libraries ask for them by the name of the system, which stays; so do `os.getuid` and
`signal.SIGKILL`, which the standard library itself needs there.
"""

import builtins
import os
import select
import signal
from types import ModuleType
from typing import Any

MODULES = frozenset({"termios", "tty", "pty", "fcntl", "pwd", "grp", "resource", "syslog"})
NAMES = {
    os: ("O_DIRECTORY", "O_NONBLOCK", "O_NOFOLLOW", "mkfifo", "chown", "fchown"),
    select: ("poll", "epoll"),
    signal: ("SIGHUP", "SIGQUIT", "SIGTSTP", "SIGSTOP", "SIGCONT", "SIGWINCH", "pthread_sigmask"),
}
_OURS = {"flashcards", "conftest"}
_import = builtins.__import__


def _without(name: str, *more: Any, **named: Any) -> ModuleType:  # noqa: ANN401 - as for `__import__`
    importer = more[0] if more else named.get("globals")
    whose = str((importer or {}).get("__name__", "")).partition(".")[0]
    if name in MODULES and whose in _OURS:
        message = f"No module named {name!r} (this Python is without POSIX)"
        raise ModuleNotFoundError(message, name=name)
    return _import(name, *more, **named)


# Or `shutil` would remove trees by the names that are taken away.
os.supports_dir_fd.clear()
vars(builtins)["__import__"] = _without
for place, names in NAMES.items():
    for absent in names:
        if hasattr(place, absent):
            delattr(place, absent)
