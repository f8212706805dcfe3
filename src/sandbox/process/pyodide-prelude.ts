/**
 * The Python code that runs a program. It is part of the memory snapshot, so it imports the modules that programs use most.
 * Programs can change all of it: it keeps programs convenient, not safe.
 */
export const PRELUDE = `
import ast, asyncio, base64, bisect, builtins, calendar, collections, contextlib, copy, csv, dataclasses, datetime, decimal
import difflib, enum, fractions, functools, gc, hashlib, heapq, html, inspect, io, itertools, json, math, operator, os, pathlib
import pprint, random, re, signal, statistics, string, sys, textwrap, time, traceback, types, typing, unicodedata
import urllib.parse, uuid, warnings, zlib
from asyncio import base_events, events, tasks
from collections import abc
from pyodide.ffi import run_sync

_PROGRAM = 'program.py'
_MOST_FRAMES = 20
_MOST_MESSAGE = 8_000
_YIELD_SECONDS = 0.005  # a program that polls lets settlements in this often
_EXCEPTIONS = {
    error.__name__: error for error in (RuntimeError, TypeError, NameError, TimeoutError, PermissionError)
}


# ---- Calls of tools

_unsettled = {}
_begin = _take = _park = _too_many_calls = None


def _toolpath_connect(begin, take, park):
    global _begin, _take, _park
    _begin, _take, _park = begin, take, park


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
            raise ValueError(f'{path}() was not called: its arguments are too long.')
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
    some = False
    while text := _take():
        number, status, rest = text.split(' ', 2)
        call = _unsettled.pop(int(number), None)
        if call is not None:
            call.settle(status, rest)
        some = True
    return some


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass


# ---- The event loop

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
    return _Call('help', (name,), {}).block()


async def _await_any(value):
    return await value if inspect.isawaitable(value) else value


async def _gather(*values, return_exceptions=False):
    if len(values) == 1 and isinstance(values[0], (list, types.GeneratorType)):
        values = values[0]  # models forget the star
    return await asyncio.gather(*map(_await_any, values), return_exceptions=return_exceptions)


# ---- Running a program

def _toolpath_program(text):
    try:
        order = json.loads(text)
        try:
            report = _finished(_execute(order), order['outputBytes'])
        except SystemExit as error:
            report = {'kind': 'finished'} if error.code in (None, 0) else _failed(error)
        except BaseException as error:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the watchdog repeats it
            report = _failed(error)
        _flush()
        return json.dumps(report)
    except BaseException:
        return ''


def _execute(order):
    global _too_many_calls
    _prepare()
    _too_many_calls = order['tooManyCalls']
    random.seed(order['seed'])
    module = sys.modules['__main__'] = types.ModuleType('__main__')
    names = module.__dict__
    names.update(__builtins__=builtins, asyncio=asyncio, __await_any=_await_any, __gather=_gather, __help=_help)
    names.update(__round=round, __lt=operator.lt, __gt=operator.gt, __le=operator.le, __ge=operator.ge)
    for function in order['functions']:
        names[function['value']], names[function['awaitable']] = _functions(function['path'])
    code, result = _compiled(order['code'])
    if code.co_flags & inspect.CO_COROUTINE:
        asyncio.run(eval(code, names))
    else:
        exec(code, names)
    return names.get(result)


def _prepare():
    global _is_interrupted
    _is_interrupted = False
    events._set_running_loop(None)
    events._set_event_loop_policy(_Policy())
    asyncio.set_event_loop(_Loop())
    asyncio.run, asyncio.runners.run, time.sleep = _run, _run, _sleep
    signal.signal(signal.SIGINT, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding='utf-8', errors='replace', line_buffering=True)


_is_interrupted = False


def _interrupt(number, frame):
    global _is_interrupted
    _is_interrupted = True
    raise KeyboardInterrupt()


def _compiled(source):
    """Compiles the program so that it stores the value of its last expression under the name that is returned as well."""
    tree = ast.parse(source, _PROGRAM)
    result = '__result__'
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = tree.body[-1]
        target = ast.copy_location(ast.Name(result, ast.Store()), last)
        tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)
    return compile(tree, _PROGRAM, 'exec', ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True), result


def _finished(value, most):
    if value is None:
        return {'kind': 'finished'}
    try:
        if _is_lossless(value):
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
            if len(text) <= most:
                return {'kind': 'finished', 'result': {'kind': 'json', 'json': text}}
        text = repr(value)
    except Exception:
        text = f'<{type(value).__name__} object>'
    return {'kind': 'finished', 'result': {'kind': 'repr', 'text': text[:most]}}


def _is_lossless(value):
    kind = type(value)
    if kind in (str, int, float, bool, type(None)):
        return True
    if kind in (list, tuple):
        return all(map(_is_lossless, value))
    return kind is dict and all(type(key) is str and _is_lossless(item) for key, item in value.items())


def _failed(error):
    kind = 'KeyboardInterrupt' if _is_interrupted else type(error).__name__
    is_own_syntax = isinstance(error, SyntaxError) and error.filename == _PROGRAM
    frames = [{'line': error.lineno or 1}] if is_own_syntax else _frames(error.__traceback__)
    return {'kind': 'failed', 'error': {'type': kind, 'message': _message(error)[:_MOST_MESSAGE], 'frames': frames}}


def _message(error):
    try:
        if isinstance(error, SyntaxError) and error.msg:
            return error.msg
        if isinstance(error, BaseExceptionGroup):
            parts = [f'{type(part).__name__}: {_message(part)}' for part in error.exceptions[:_MOST_FRAMES]]
            return '; '.join([error.message, *parts])
        # Unlike str, this adds suggestions such as "Did you mean: 'print'?".
        lines = traceback.TracebackException(type(error), error, error.__traceback__, limit=1).format_exception_only()
        text = ''.join(lines).rstrip()
        name, colon, message = text.partition(': ')
        return message if colon and name.endswith(type(error).__name__) else str(error)
    except Exception:
        return ''


def _frames(trace):
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == _PROGRAM:
            named = {} if code.co_name == '<module>' else {'function': code.co_name}
            frames.append({'line': trace.tb_lineno or 1, **named})
        trace = trace.tb_next
    half = _MOST_FRAMES // 2
    return frames if len(frames) <= _MOST_FRAMES else frames[:half] + frames[-half:]


def _toolpath_warm():
    """Runs code like that of a program, so that the process has compiled what most programs need."""
    code = 'import json\\nasync def f(x): return [str(y) for y in x]\\nf"{await f([1])} {json.dumps({})}"'
    report = _finished(_execute({'code': code, 'functions': [], 'seed': 0, 'tooManyCalls': ''}), 100)
    return report['result']['json']


gc.collect()
gc.freeze()
`;
