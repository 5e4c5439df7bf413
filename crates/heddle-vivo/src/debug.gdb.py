# A run that is made again under GDB, step by step. Read by GDB.
import gdb

TOTAL = heddle_total  # set by the line before this file


class Before(gdb.Breakpoint):
    """Stops before a step, in the thread that makes it."""

    wanted = 1

    def stop(self):
        return step() >= Before.wanted


class End(gdb.Breakpoint):
    """Stops where the run is at its end."""

    def stop(self):
        return True


def word(name):
    return int(gdb.parse_and_eval("*(unsigned *)&" + name))


def step():
    return word("HEDDLE_STEP")


def to_source():
    """Selects the innermost frame that has a source."""
    frame = gdb.selected_frame()
    while frame is not None and frame.find_sal().symtab is None:
        frame = frame.older()
    if frame is not None:
        frame.select()


def is_alive():
    return gdb.selected_inferior().pid != 0


def at_end():
    return gdb.newest_frame().name() == "heddle_at_end"


def where():
    if not is_alive():
        print("heddle: the program has ended")
        return
    name = gdb.newest_frame().name()
    if name == "heddle_at_end":
        print("heddle: the run is at its end, after step %d of %d" % (step(), TOTAL))
    elif name == "heddle_before_step":
        print("heddle: before step %d of %d, by T%d" % (step(), TOTAL, word("HEDDLE_THREAD")))
    else:
        return
    to_source()
    gdb.execute("frame")


def go_to(number):
    """Stops before a step; the program is started again if it is beyond it."""
    number = max(number, 1)
    if is_alive() and at_end() and number > step():
        where()
        return
    begin = not is_alive() or step() >= number
    Before.wanted = number
    gdb.execute("run" if begin else "continue", to_string=True)
    where()


class Next(gdb.Command):
    """heddle-next [N]: goes on to the next step, or N steps further."""

    def __init__(self):
        super().__init__("heddle-next", gdb.COMMAND_RUNNING)

    def invoke(self, argument, _):
        go_to((step() if is_alive() else 0) + int(argument or 1))


class Back(gdb.Command):
    """heddle-back [N]: goes back to the step before, or N steps."""

    def __init__(self):
        super().__init__("heddle-back", gdb.COMMAND_RUNNING)

    def invoke(self, argument, _):
        # At the end, the last step is made.
        at = step() + (1 if at_end() else 0)
        go_to(at - int(argument or 1))


class Goto(gdb.Command):
    """heddle-goto N: goes to step N, forward or back."""

    def __init__(self):
        super().__init__("heddle-goto", gdb.COMMAND_RUNNING)

    def invoke(self, argument, _):
        go_to(int(argument))


class Finish(gdb.Command):
    """heddle-end: goes on to the end of the run."""

    def __init__(self):
        super().__init__("heddle-end", gdb.COMMAND_RUNNING)

    def invoke(self, _argument, _):
        go_to(TOTAL + 1)


for stop in (Before("heddle_before_step", internal=True), End("heddle_at_end", internal=True)):
    stop.silent = True
for command in (Next, Back, Goto, Finish):
    command()
print("heddle: %d steps; heddle-next, heddle-back, heddle-goto N, heddle-end" % TOTAL)
go_to(1)
