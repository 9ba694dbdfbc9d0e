"""How far something is that takes seconds."""

import sys
import time

from ._errors import InvalidArgument

# Nothing is drawn of what ends sooner.
SOONEST = 0.5
WIDTH = 30


class Bar:
    """A bar on a terminal, from 0.5 seconds on; gone in the end."""

    def __init__(self, label, stream, clock=time.monotonic):
        self.label = label
        self.stream = stream
        self.clock = clock
        self.start = self.last = clock()
        self.drawn = 0

    def __call__(self, done, total):
        now = self.clock()
        if done >= total:
            if self.drawn:
                self.stream.write("\r" + " " * self.drawn + "\r")
                self.stream.flush()
            self.drawn = 0
            return
        if now - self.start < SOONEST or now - self.last < 0.1:
            return
        self.last = now
        part = done / total
        left = (now - self.start) * (total - done) / done if done else 0
        filled = round(WIDTH * part)
        text = f"{self.label} [{'#' * filled}{'.' * (WIDTH - filled)}] {part:4.0%}, {left:.0f} s left"
        self.stream.write("\r" + text.ljust(self.drawn))
        self.stream.flush()
        self.drawn = max(self.drawn, len(text))


def reporter(progress, label):
    """What to call as f(done, total), or None: of an argument `progress`.

    It is None or False, a function, or True: a bar, if errors go to a terminal.
    """
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar(label, sys.stderr) if sys.stderr is not None and sys.stderr.isatty() else None
    if not callable(progress):
        raise InvalidArgument("progress", str(progress), "is neither True nor a function of done and total")
    return progress
