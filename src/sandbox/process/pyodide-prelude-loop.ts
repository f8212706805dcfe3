import { HELP } from './protocol.ts';

/** The part of the prelude that replaces the event loop, and what waits without one. */
export const LOOP = `# ---- The event loop

class _Loop(base_events.BaseEventLoop):
    """An event loop whose only outside events are settlements. The process sleeps while the loop has nothing to do."""

    def __init__(self):
        super().__init__()
        self._selector = self
        self._turns = 0

    def select(self, timeout):
        if timeout is None and not _unsettled:
            raise RuntimeError('The program waits for something that cannot happen: no call and no timer is pending.')
        self._turns += 1
        if timeout != 0 or (_unsettled and self._turns > _MOST_TURNS):
            _pause(timeout)
            self._turns = 0
        return ()

    def call_later(self, delay, callback, *args, context=None):
        return super().call_later(delay, _on_time(delay, callback), *args, context=context)

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


def _on_time(delay, callback):
    """The wall clock is recorded. A timer moves it on by its delay."""
    until = _wall() + delay * 1_000

    def call(*args):
        _reach_wall(until)
        callback(*args)

    return call


def _sleep(seconds):
    if seconds < 0:
        raise ValueError('sleep length must be non-negative')
    wake = _on_time(seconds, lambda: None)
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        _pause(left)
    wake()


_plain_wait = threading.Condition.wait


def _wait(self, timeout=None):
    """There are no other threads, so nothing can end the wait early."""
    if timeout is None or not self._is_owned():
        return _plain_wait(self, timeout)
    _sleep(max(timeout, 0))
    return False


_plain_timeout = timeouts.timeout


def _timeout(delay):
    timeout = _plain_timeout(delay)
    if delay is not None:
        timeout._on_timeout = _on_time(delay, timeout._on_timeout)
    return timeout


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
