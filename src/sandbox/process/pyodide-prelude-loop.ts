import { HELP } from './protocol.ts';

/** The part of the prelude that replaces the event loop, and what waits without one. */
export const LOOP = `# ---- The event loop

class _Loop(base_events.BaseEventLoop):
    """An event loop whose only outside events are settlements. The process sleeps while the loop has nothing to do."""

    def __init__(self):
        super().__init__()
        self._selector = self
        self._yielded = 0

    def select(self, timeout):
        if timeout is None and not _unsettled:
            raise RuntimeError('The program waits for something that cannot happen: no call and no timer is pending.')
        if timeout != 0:
            _pause(timeout)
        elif _unsettled and time.monotonic() - self._yielded > _YIELD_SECONDS:
            _pause(0)
            self._yielded = time.monotonic()
        return ()

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass

    def run_in_executor(self, executor, func, *args):
        future = self.create_future()
        try:
            future.set_result(func(*args))  # there are no threads
        except Exception as error:
            future.set_exception(error)
        return future


class _Policy(events._BaseDefaultEventLoopPolicy):
    _loop_factory = _Loop


def _run(main, *, debug=None, loop_factory=None):
    """asyncio.run, which also works inside a running loop. It then blocks that loop."""
    outer = events._get_running_loop()
    task = outer and tasks.current_task(outer)
    if outer:
        tasks._swap_current_task(outer, None)
        events._set_running_loop(None)
    try:
        with asyncio.Runner(debug=debug, loop_factory=_Loop) as runner:
            return runner.run(main)
    finally:
        if outer:
            events._set_running_loop(outer)
            tasks._swap_current_task(outer, task)


def _sleep(seconds):
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        _pause(left)


def _help(name=''):
    return _Call('${HELP}', (name,), {}).block()


async def _await_any(value):
    return await value if inspect.isawaitable(value) else value


async def _gather(*values, return_exceptions=False):
    if len(values) == 1 and isinstance(values[0], (list, types.GeneratorType)):
        values = values[0]  # models forget the star
    return await asyncio.gather(*map(_await_any, values), return_exceptions=return_exceptions)


_gather.__name__ = _gather.__qualname__ = 'asyncio.gather'  # the name that programs see


`;
