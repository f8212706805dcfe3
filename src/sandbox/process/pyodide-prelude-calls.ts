import { TOO_LONG_ARGUMENTS } from './protocol.ts';

/** The part of the prelude that calls tools, and waits for their results. */
export const CALLS = `# ---- Calls of tools

_unsettled = {}
_begin = _take = _park = _wall = _reach_wall = _too_many_calls = None


def _toolpath_connect(*functions):
    global _begin, _take, _park, _wall, _reach_wall
    _begin, _take, _park, _wall, _reach_wall = functions


class _Call(abc.Coroutine):
    """A call that has started. It can be awaited any number of times, and also be a task."""

    def __init__(self, path, args, named):
        texts = [_argument(path, str(at + 1), value) for at, value in enumerate(args)]
        pairs = [[name, _argument(path, name, value)] for name, value in named.items()]
        _flush()
        number = _begin(json.dumps([path, texts, pairs]))
        if number == -2:
            raise RuntimeError(_too_many_calls)
        if number < 0:
            raise TypeError(f'{path}() ${TOO_LONG_ARGUMENTS}')
        self._path, self._is_settled, self._waiters, self._steps = path, False, [], None
        _unsettled[number] = self

    def settle(self, status, text):
        self._is_settled, self._status, self._text = True, status, text
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def outcome(self):
        if self._status == 'ok':
            return json.loads(self._text)
        raise _EXCEPTIONS[self._status](self._text)

    def block(self):
        while not self._is_settled:
            _pause(None)
        return self.outcome()

    def __await__(self):
        while not self._is_settled:
            waiter = events.get_running_loop().create_future()
            self._waiters.append(waiter)
            yield from waiter
        return self.outcome()

    def send(self, value):
        self._steps = self._steps or self.__await__()
        return self._steps.send(value)

    def throw(self, *error):
        self._steps = self._steps or self.__await__()
        return self._steps.throw(*error)

    def close(self):
        if self._steps:
            self._steps.close()

    def __repr__(self):
        return f'<call of {self._path}: use await to get its result>'


def _functions(path):
    def value(*args, **named):
        return _Call(path, args, named).block()

    def awaitable(*args, **named):
        return _Call(path, args, named)

    value.__name__ = value.__qualname__ = awaitable.__name__ = awaitable.__qualname__ = path
    return value, awaitable


def _argument(path, name, value):
    try:
        text = json.dumps(value, ensure_ascii=False, default=_plain)
        if 'NaN' in text or 'Infinity' in text:  # JSON has no such numbers
            text = json.dumps(json.loads(text, parse_constant=lambda constant: None), ensure_ascii=False)
        return text
    except RecursionError:
        why = 'is nested too deeply, or contains itself'
    except (TypeError, ValueError) as error:
        why = str(error) if str(error).startswith('is ') else f'cannot be sent as JSON: {error}'
    raise TypeError(f'{path}() was not called: argument {name} {why}.') from None


def _plain(value):
    """Converts a value that JSON does not have."""
    if isinstance(value, (set, frozenset, range, collections.deque, abc.ValuesView, abc.Set, abc.Iterator)):
        return list(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, fractions.Fraction):
        return float(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (uuid.UUID, pathlib.PurePath)):
        return str(value)
    if isinstance(value, abc.Mapping):
        return dict(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError('is or contains bytes, which JSON does not have. Use .decode() or base64.b64encode(...).decode()')
    if isinstance(value, _Call):
        raise TypeError('is or contains the call of a tool. Use await to get its result first')
    raise TypeError(f'is or contains a value of type {type(value).__name__}, which JSON does not have')


def _pause(timeout):
    """Waits for a settlement, or until the timeout in seconds is over."""
    _flush()
    if not _settle():
        _park(-1 if timeout is None else max(0, timeout * 1_000))
        run_sync(_gate)
        _settle()


class _Gate:
    """A future that belongs to no event loop. run_sync blocks the program until JavaScript calls _toolpath_wake."""

    _asyncio_future_blocking = False

    def add_done_callback(self, callback, *, context=None):
        self._callback = callback

    def __await__(self):
        yield self

    def cancelled(self):
        return False

    def exception(self):
        return None

    def result(self):
        return None


_gate = _Gate()


def _toolpath_wake():
    _gate._callback(_gate)


def _settle():
    """Settles one call: what waits for it continues before the next result and its time, as in the first run."""
    text = _take()
    if not text:
        return False
    number, status, rest = text.split(' ', 2)
    call = _unsettled.pop(int(number), None)
    if call is not None:
        call.settle(status, rest)
    return True


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass


`;
